# SPDX-License-Identifier: Apache-2.0
"""`ghostcar manoeuvre`: two kinds of input, one row of states for each row, clear refusals."""
import csv
import math
import os
import pathlib
import unittest

from program import TOP, ProgramTest

IDEAL = "t_s,road_wheel_angle_rad,drive_accel_mps2\n"
PEDALS = "t_s,steer,throttle,brake,clutch,gear\n"
COLUMNS = ("t_s,x_m,y_m,yaw_rad,vx_mps,vy_mps,yaw_rate_radps,slip_angle_rad,roll_rad,pitch_rad,"
           "wheel_speed_fl_radps,wheel_speed_fr_radps,wheel_speed_rl_radps,wheel_speed_rr_radps,"
           "wheel_load_fl_n,wheel_load_fr_n,wheel_load_rl_n,wheel_load_rr_n,engine_rpm").split(",")

# what, the file's text, words of the message
BAD_INPUTS = [
    ("empty", "", ["empty"]),
    ("header only", IDEAL, ["no rows"]),
    ("no header", "0,0,0\n1,0,0\n", ["header", "t_s,steer,throttle"]),
    ("another header", "t_s,v_kph\n0,1\n", [":1:", "t_s,road_wheel_angle_rad,drive_accel_mps2"]),
    ("a column missing", "t_s,steer,throttle,brake,clutch\n0,0,0,0,0\n", ["gear"]),
    ("columns in another order", "t_s,drive_accel_mps2,road_wheel_angle_rad\n0,0,0\n", ["header"]),
    ("text", IDEAL + "0,0,0\n0.1,left,0\n", [":3:", "road_wheel_angle_rad", "left"]),
    ("NaN", IDEAL + "0,0,0\n0.1,0,nan\n", [":3:", "drive_accel_mps2", "nan"]),
    ("infinite", IDEAL + "0,inf,0\n", [":2:", "inf"]),
    ("empty cell", IDEAL + "0,,0\n", [":2:", "missing"]),
    ("short row", IDEAL + "0,0,0\n0.1,0\n", [":3:", "2 values"]),
    ("long row", IDEAL + "0,0,0,0\n", [":2:", "4 values"]),
    ("time goes back", IDEAL + "0,0,0\n0.2,0,0\n0.1,0,0\n", [":4:", "goes back"]),
    ("time twice", IDEAL + "0,0,0\n0,0,0\n", [":3:", "twice"]),
    ("two rows in one tick", IDEAL + "0,0,0\n0.0004,0,0\n", [":3:", "1 ms"]),
    ("time in milliseconds", IDEAL + "0,0,0\n864000,0,0\n", [":3:", "t_s", "86400"]),
    ("angle beyond the stops", IDEAL + "0,1.2,0\n", [":2:", "-1.066", "1.066"]),
    ("pedal beyond its end", PEDALS + "0,0,1.5,0,0,1\n", [":2:", "throttle", "between 0 and 1"]),
    ("gear the car lacks", PEDALS + "0,0,0,0,0,6\n", [":2:", "gear", "between -1 and 5"]),
    ("half a gear", PEDALS + "0,0,0,0,0,1.5\n", [":2:", "gear", "whole number"]),
    ("semicolons", IDEAL.replace(",", ";") + "0;0;0\n", ["semicolons"]),
    ("not text", "\0\0\0", ["not text"]),
]


class Manoeuvre(ProgramTest):
    def run_manoeuvre(self, text, *words, vehicle="bmw-320i"):
        (self.folder / "in.csv").write_text(text)
        return self.ghostcar("manoeuvre", "--vehicle", vehicle, "--inputs", "in.csv", "--out", "out.csv", *words)

    def states(self, text, *words, vehicle="bmw-320i"):
        done = self.run_manoeuvre(text, *words, vehicle=vehicle)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        with open(self.folder / "out.csv") as file:
            reader = csv.DictReader(file)
            rows = [{key: float(value) for key, value in row.items()} for row in reader]
        self.assertEqual(reader.fieldnames, COLUMNS)
        return rows

    def refuse(self, done, code, *words):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_a_row_is_the_state_at_its_time(self):
        rows = self.states(IDEAL + "0,0,0\n1,0,0\n1.5,0,-2\n2.5,0,0\n3,0,0\n", "--speed-mps", 20)
        self.assertEqual([row["t_s"] for row in rows], [0, 1, 1.5, 2.5, 3])
        self.assertEqual(rows[0]["x_m"], 0)
        self.assertAlmostEqual(rows[1]["x_m"], 20, places=9)
        self.assertEqual([row["vx_mps"] for row in rows[:3]], [20, 20, 20])  # braking begins at 1.5
        self.assertAlmostEqual(rows[3]["vx_mps"], 18.1, delta=0.1)
        self.assertAlmostEqual(rows[4]["vx_mps"], rows[3]["vx_mps"], delta=0.01)
        self.assertEqual([row["y_m"] for row in rows], [0] * 5)
        self.assertEqual([row["engine_rpm"] for row in rows], [0] * 5)
        for wheel in ("fl", "fr", "rl", "rr"):
            self.assertAlmostEqual(rows[0][f"wheel_speed_{wheel}_radps"], 20 / 0.344)
        self.assertAlmostEqual(sum(rows[0][f"wheel_load_{wheel}_n"] for wheel in ("fl", "fr", "rl", "rr")),
                               1093.3 * 9.80665, places=6)

    def test_the_rate_of_the_rows_does_not_matter(self):
        def text(step_ms):
            return IDEAL + "".join(f"{t / 1000},{0.02 if t >= 500 else 0},{-1 if t >= 1000 else 0}\n"
                                   for t in range(0, 2001, step_ms))
        coarse = self.states(text(500), "--speed-mps", 15)
        for step_ms in (1, 4, 20):
            fine = self.states(text(step_ms), "--speed-mps", 15)
            self.assertEqual(coarse, fine[::500 // step_ms])

    def test_times_may_begin_anywhere_and_are_rounded(self):
        rows = [self.states(IDEAL + f"{begin},0.02,1\n{begin + 0.7},0.01,0\n{begin + 2},0,0\n", "--speed-mps", 10)
                for begin in (0, 5, -3, 0.0004)]
        for other in rows[1:]:
            for ours, theirs in zip(rows[0], other, strict=True):
                self.assertEqual({**ours, "t_s": 0}, {**theirs, "t_s": 0})

    def test_one_row_is_the_start(self):
        row, = self.states(IDEAL + "0,0.1,1\n", "--speed-mps", -3, "--road-wheel-angle-rad", 0.1)
        self.assertEqual((row["vx_mps"], row["slip_angle_rad"]), (-3, 0))

    def test_left_is_positive(self):
        last = self.states(IDEAL + "0,0.03,0\n3,0.03,0\n", "--speed-mps", 15)[-1]
        for what in ("y_m", "yaw_rad", "yaw_rate_radps", "roll_rad"):
            self.assertGreater(last[what], 0.0)
        self.assertGreater(last["wheel_load_fr_n"], last["wheel_load_fl_n"])
        self.assertGreater(last["wheel_speed_fr_radps"], last["wheel_speed_fl_radps"])
        self.assertAlmostEqual(last["slip_angle_rad"], math.atan(last["vy_mps"] / last["vx_mps"]), places=12)

    def test_a_low_speed_circle_is_the_kinematic_one(self):
        rows = self.states(IDEAL + "0,0.1,0\n4,0.1,0\n8,0.1,0\n", "--speed-mps", 2, "--road-wheel-angle-rad", 0.1)
        for row in rows[1:]:
            self.assertAlmostEqual(row["yaw_rate_radps"] / row["vx_mps"], math.tan(0.1) / 2.5789, delta=2e-4)

    def test_mirrored_inputs_give_mirrored_states(self):
        inputs = [(t / 10, round(math.sin(t / 3), 3), 0.2 * (t % 3), 0.1 * (t % 2), 0, 2) for t in range(60)]
        left = self.states(PEDALS + "".join(",".join(map(str, row)) + "\n" for row in inputs), "--speed-mps", 10)
        right = self.states(PEDALS + "".join(",".join(map(str, (t, -steer, *rest))) + "\n"
                                             for t, steer, *rest in inputs), "--speed-mps", 10)
        for a, b in zip(left, right, strict=True):
            for what in ("y_m", "yaw_rad", "vy_mps", "yaw_rate_radps", "slip_angle_rad", "roll_rad"):
                self.assertEqual(a[what], -b[what])
            for what in ("x_m", "vx_mps", "pitch_rad", "engine_rpm"):
                self.assertEqual(a[what], b[what])
            for what in ("speed", "load"):
                unit = "radps" if what == "speed" else "n"
                for axle in "fr":
                    self.assertEqual(a[f"wheel_{what}_{axle}l_{unit}"], b[f"wheel_{what}_{axle}r_{unit}"])

    def test_pedals_and_gears(self):
        # Rolls in second with the engine turning along, then brakes with the clutch down.
        rows = self.states(PEDALS + "0,0,0.5,0,0,2\n3,0,0,0.4,1,2\n6,0,0,0.4,1,2\n8,0,0,0.4,1,0\n",
                           "--speed-mps", 8, vehicle="focus-2.0-mt")
        self.assertAlmostEqual(rows[0]["engine_rpm"], 8 / 0.308 * 2.136 * 4.07 * 30 / math.pi, places=6)
        self.assertGreater(rows[1]["vx_mps"], 12.0)
        self.assertAlmostEqual(rows[1]["engine_rpm"], rows[1]["vx_mps"] / 0.308 * 2.136 * 4.07 * 30 / math.pi,
                               delta=100)
        self.assertEqual(rows[-1]["vx_mps"], 0.0)
        self.assertAlmostEqual(rows[-1]["engine_rpm"], 750, delta=40)

    def test_pulling_away_from_rest(self):
        pedals = "".join(f"{t / 10},0,0.3,0,{max(0.0, 0.66 - 0.012 * t)},1\n" for t in range(80))
        rows = self.states(PEDALS + pedals, vehicle="focus-2.0-mt")
        self.assertEqual(rows[0]["vx_mps"], 0.0)
        self.assertAlmostEqual(rows[0]["engine_rpm"], 750)
        self.assertGreater(rows[-1]["vx_mps"], 5.0)
        self.assertTrue(all(abs(row["y_m"]) == 0.0 for row in rows))

    def test_numbers_read_back_exactly(self):
        self.states(IDEAL + "0,0.0123,0.7\n1.234,0.0123,0.7\n", "--speed-mps", 12.3)
        for line in (self.folder / "out.csv").read_text().splitlines()[1:]:
            for cell in line.split(","):
                self.assertEqual(float(repr(float(cell))), float(cell))
                self.assertNotEqual(cell, "-0")
        self.assertGreater(len(cell), 0)

    def test_windows_files_comments_and_blank_lines(self):
        plain = self.states(IDEAL + "0,0,1\n1,0,0\n", "--speed-mps", 5)
        odd = self.states("\ufeff# a comment\r\n" + IDEAL.replace("\n", "\r\n") + "\r\n 0 ,+0, 1\r\n1,0,0\r\n,,\r\n",
                          "--speed-mps", 5)
        self.assertEqual(plain, odd)

    def test_each_bad_file_is_one_line_and_nothing_is_written(self):
        for what, text, words in BAD_INPUTS:
            with self.subTest(what):
                self.refuse(self.run_manoeuvre(text), 2, "in.csv", *words)
                self.assertFalse((self.folder / "out.csv").exists())

    def test_ideal_braking_and_driving_end(self):
        # As in the references: at these speeds an acceleration beyond them is none.
        for vehicle, lowest_mps, highest_mps in (("ford-escort", -13.9, 45.8), ("bmw-320i", -13.6, 50.8),
                                                 ("vw-vanagon", -11.2, 41.7)):
            with self.subTest(vehicle):
                braked = self.states(IDEAL + "0,0,-5\n30,0,-5\n40,0,-5\n", "--speed-mps", 20, vehicle=vehicle)
                driven = self.states(IDEAL + "0,0,5\n200,0,5\n210,0,5\n", "--speed-mps", 35, vehicle=vehicle)
                for rows, speed_mps in ((braked, lowest_mps), (driven, highest_mps)):
                    self.assertAlmostEqual(rows[1]["vx_mps"], speed_mps, delta=0.05)
                    self.assertEqual(rows[2]["vx_mps"], rows[1]["vx_mps"])
                back = self.states(IDEAL + "0,0,1\n10,0,1\n", "--speed-mps", lowest_mps - 5, vehicle=vehicle)
                self.assertGreater(back[1]["vx_mps"], lowest_mps + 1)

    def test_a_gear_that_does_not_fit_the_speed(self):
        for gear, speed_mps, words in ((-1, 8, ["backward"]), (2, -3, ["backward"]), (1, 30, ["limiter"]),
                                       (-1, -30, ["limiter"]), (2, 34, ["limiter"])):
            with self.subTest(gear=gear, speed_mps=speed_mps):
                self.refuse(self.run_manoeuvre(PEDALS + f"0,0,0,0,0,{gear}\n1,0,0,0,0,{gear}\n", "--speed-mps", speed_mps),
                            2, "in.csv", f"gear {gear}", f"--speed-mps {speed_mps}", *words)
                self.assertFalse((self.folder / "out.csv").exists())
        for gear, speed_mps in ((-1, -3), (-1, 0.4), (1, 10), (2, 33), (1, -0.4), (5, 45), (0, 60), (0, -20)):
            with self.subTest(gear=gear, speed_mps=speed_mps):
                self.states(PEDALS + f"0,0,0,0,0,{gear}\n1,0,0,0,0,{gear}\n", "--speed-mps", speed_mps)

    def test_files_that_are_not_there(self):
        self.refuse(self.ghostcar("manoeuvre", "--vehicle", "bmw-320i", "--inputs", "none.csv", "--out", "out.csv"),
                    2, "none.csv", "no such file")
        self.refuse(self.ghostcar("manoeuvre", "--vehicle", "bmw-320i", "--inputs", ".", "--out", "out.csv"),
                    2, "directory", "CSV")
        self.refuse(self.run_manoeuvre(IDEAL + "0,0,0\n", vehicle="bmw-320"), 2, "bmw-320i")
        self.refuse(self.run_manoeuvre(IDEAL + "0,0,0\n", vehicle="focus-paper"), 2, "focus-paper", "chassis")
        self.assertFalse((self.folder / "out.csv").exists())

    def test_bad_options(self):
        for words in (["--speed-mps", "nan"], ["--speed-mps", "1000"], ["--speed-mps", "fast"],
                      ["--road-wheel-angle-rad", "nan"], ["--road-wheel-angle-rad", "-1.1"]):
            with self.subTest(words):
                self.refuse(self.run_manoeuvre(IDEAL + "0,0,0\n", *words), 2, words[0])
        self.refuse(self.ghostcar("manoeuvre", "--vehicle", "bmw-320i"), 2)
        self.assertFalse((self.folder / "out.csv").exists())

    def test_outputs_that_cannot_be_written(self):
        (self.folder / "in.csv").write_text(IDEAL + "0,0,0\n1,0,0\n")
        words = ["manoeuvre", "--vehicle", "bmw-320i", "--inputs", "in.csv", "--out"]
        self.refuse(self.ghostcar(*words, "none/out.csv"), 3, "none/out.csv")
        self.refuse(self.ghostcar(*words, "."), 3)
        if pathlib.Path("/dev/full").exists() and os.access("/dev/full", os.W_OK):
            self.refuse(self.ghostcar(*words, "/dev/full"), 3, "/dev/full")
        self.refuse(self.ghostcar(*words, "in.csv"), 2, "in.csv")
        self.assertEqual((self.folder / "in.csv").read_text(), IDEAL + "0,0,0\n1,0,0\n")

    def test_help_has_an_example(self):
        done = self.ghostcar("manoeuvre", "--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("Example", done.stdout)

    def test_every_shipped_car_with_a_chassis_drives(self):
        names = [path.stem for path in sorted((TOP / "model/data/vehicles").glob("*.toml"))
                 if "[chassis]" in path.read_text()]
        self.assertGreaterEqual(len(names), 6)
        for name in names:
            with self.subTest(name):
                row = self.states(PEDALS + "0,0.1,0.3,0,0,2\n4,0,0,0,0,2\n", "--speed-mps", 8, vehicle=name)[-1]
                self.assertGreater(row["x_m"], 20.0)
                self.assertGreater(row["y_m"], 0.1)


if __name__ == "__main__":
    unittest.main()
