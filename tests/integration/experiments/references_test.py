#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the reference controllers reach, on every lot, every seed, every track and every car; and that
each bad driver is told what it did wrong."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import unittest

RUNS = os.environ["REFERENCE_RUNS"]
DATA = pathlib.Path(os.environ["GHOSTCAR_TOP"]) / "model/data"
WORKERS = os.cpu_count() or 2
CARS = ["bmw-320i", "city-car", "focus-2.0-mt", "ford-escort", "truck-7.5t", "vw-vanagon"]


def drives(session, controller, first, last, overrides=""):
    """A dictionary for each run: verdict, message and figures."""
    done = subprocess.run([RUNS, DATA, session, controller, str(first), str(last), overrides], check=True,
                          capture_output=True, text=True)
    rows = []
    for line in done.stdout.splitlines():
        numbers, message = line.split(" # ")
        number, verdict = numbers.split()[:2]
        figures = {name: float(value) for name, value in re.findall(r"(\w+)=(\S+)", numbers)}
        rows.append({"number": int(number), "verdict": verdict, "message": message, **figures})
    return rows


def in_parallel(jobs):
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        return [row for rows in pool.map(lambda job: drives(*job), jobs) for row in rows]


class References(unittest.TestCase):
    def check_parked(self, row, car=""):
        self.assertEqual(row["verdict"], "passed", (car, row))
        self.assertEqual(row["damage"], 0, (car, row))
        self.assertLessEqual(abs(row["heading_error_deg"]), 3, (car, row))
        self.assertLessEqual(row["deviation_m"], 0.25, (car, row))

    def test_parker_parks_in_every_lot_both_ways(self):
        rows = in_parallel([("park", "parker", first, min(first + 27, 109), f'park.direction = "{way}"')
                            for way in ("nose", "tail") for first in range(1, 110, 28)])
        self.assertEqual(len(rows), 218)
        for row in rows:
            self.check_parked(row)
        print(f"park: 218 of 218, deviation up to {max(row['deviation_m'] for row in rows):.3f} m, "
              f"score {min(row['score'] for row in rows):.2f} to {max(row['score'] for row in rows):.2f}")

    def test_parker_parks_every_car_that_fits(self):
        """Wheels that turn nearly twice as far for the same command, or half as fast."""
        lots = [1, 24, 40, 55, 61, 85, 109]  # ends and middles of the rows, on either side
        cars = [car for car in CARS if car not in ("focus-2.0-mt", "truck-7.5t")]
        jobs = [("park", "parker", lot, lot, f'park.direction = "{way}"\ncar.0.vehicle = "{car}"')
                for car in cars for way in ("nose", "tail") for lot in lots]
        for job, row in zip(jobs, in_parallel(jobs)):
            self.check_parked(row, job[4])

    def test_parker_keeps_its_speed_on_the_way(self):
        def swing_kph(driver, car):
            (row,) = drives("park", driver, 100, 100, f'car.0.vehicle = "{car}"')
            return row["fastest_on_the_way_kph"] - row["slowest_on_the_way_kph"]

        for car in ("focus-2.0-mt", "bmw-320i"):
            self.assertLess(swing_kph("parker", car), 1.0, car)
        # Whoever slows down for the bends is seen to do so.
        self.assertGreater(swing_kph("bad-roller", "focus-2.0-mt"), 5.0)

    def test_follower_follows_fifty_leaders(self):
        rows = in_parallel([("follow", "follower", first, first + 4) for first in range(1, 51, 5)])
        self.assertEqual(len(rows), 50)
        for row in rows:
            self.assertEqual(row["verdict"], "passed", row)
            self.assertEqual(row["damage"], 0, row)
            self.assertLessEqual(row["mean_distance_m"], 12, row)
        distances = [row["mean_distance_m"] for row in rows]
        self.assertGreater(max(distances) - min(distances), 0.1, "every leader drives alike")
        print(f"follow: 50 of 50, mean distance {min(distances):.2f} to {max(distances):.2f} m")

    def test_line_follower_finishes_every_track_with_every_car(self):
        jobs = [(f"cruise-{track}", "-", 1, 1, f'car.0.vehicle = "{car}"\ncar.0.automatic = {way}')
                for track in range(1, 7) for car in CARS for way in ("true", "false")]
        rows = in_parallel(jobs)
        self.assertEqual(len(rows), 72)
        for job, row in zip(jobs, rows):
            self.assertEqual((row["verdict"], row["damage"]), ("passed", 0), (job, row))
            print(job[0], job[4].replace("\n", " "), f"{row['score']:.2f} s")

    def test_line_keeper_finishes_every_track_with_every_car(self):
        jobs = [(f"cruise-{track}", "line-keeper", 1, 1, f'car.0.vehicle = "{car}"')
                for track in range(1, 7) for car in CARS]
        rows = in_parallel(jobs)
        self.assertEqual(len(rows), 36)
        for job, row in zip(jobs, rows):
            self.assertEqual((row["verdict"], row["damage"]), ("passed", 0), (job, row))
            print(job[0], job[4], f"{row['score']:.2f} s")

    def test_each_bad_driver_is_told_so(self):
        for session, driver, words in [
                ("cruise-6", "bad-blind", "Your damage is too large!"),
                ("cruise-1", "bad-sleeper", "the finish was not reached"),
                ("follow", "bad-pusher", "Your damage is too large!"),
                ("follow", "bad-overtaker", "Failed! You have overtaken the leader!"),
                ("park", "bad-blind", "Your damage is too large!"),
                ("park", "bad-hasty", "Failed! Haven't starting parking!"),
                ("park", "bad-sleeper", "Failed! Haven't starting parking!"),
                ("park", "bad-roller", "Failed! Your speed is too fast when parking!"),
                ("park", "bad-askew", "Failed! Your car yaw is not accurate enough!")]:
            with self.subTest(session=session, driver=driver):
                (row,) = drives(session, driver, 10, 10)
                self.assertEqual(row["message"], words)
                self.assertEqual(row["verdict"], "none" if "finish was" in words else "failed")
                self.assertEqual(row["score"], -1)


if __name__ == "__main__":
    unittest.main()
