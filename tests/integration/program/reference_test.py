# SPDX-License-Identifier: Apache-2.0
"""The car against public reference models: no further from the multi-body model and from the drift
model than those two are from each other, plus 2 %."""
import csv
import math
import unittest

from program import TOP, ProgramTest

REFERENCES = TOP / "tests/golden/commonroad"
VEHICLES = TOP / "model/data/vehicles"
MARGIN = 0.02

# manoeuvre, vehicle number, vehicle file, steers
CASES = [
    ("brake_straight_30", 2, "bmw-320i", False),
    ("step_steer_15", 2, "bmw-320i", True),
    ("sine_steer_80kph", 3, "vw-vanagon", True),
]

# What is compared, and the least peak that it is normalised by.
ALWAYS = {"x": 0.5, "speed": 0.5}
STEERED = {"y": 0.5, "yaw_rate": 0.02, "slip_angle": 0.005}


def rows_of(path):
    with open(path) as file:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


def motion_of(row):
    """The compared quantities of a row of MB (vx, vy), of STD (v, beta) or of ours."""
    if "vx_mps" in row:
        return {"x": row["x_m"], "y": row["y_m"], "speed": math.hypot(row["vx_mps"], row["vy_mps"]),
                "yaw_rate": row["yaw_rate_radps"], "slip_angle": row["slip_angle_rad"]}
    if "vx" in row:
        speed, slip = math.hypot(row["vx"], row["vy"]), math.atan2(row["vy"], row["vx"])
    else:
        speed, slip = row["v"], row["beta"]
    return {"x": row["x"], "y": row["y"], "speed": speed, "yaw_rate": row["yaw_rate"], "slip_angle": slip}


def distance(ours, reference, what, floor):
    peak = max(floor, max(abs(row[what]) for row in reference))
    squares = [(a[what] - b[what]) ** 2 for a, b in zip(ours, reference, strict=True)]
    return math.sqrt(sum(squares) / len(squares)) / peak


class Manoeuvres(ProgramTest):
    def states(self, vehicle, speed_mps, inputs):
        """What the car does with rows of time, road-wheel angle and acceleration."""
        with open(self.folder / "inputs.csv", "w") as file:
            file.write("t_s,road_wheel_angle_rad,drive_accel_mps2\n")
            for row in inputs:
                file.write(",".join(map(str, row)) + "\n")
        done = self.ghostcar("manoeuvre", "--vehicle", vehicle, "--inputs", "inputs.csv", "--out", "states.csv",
                             "--speed-mps", speed_mps, "--road-wheel-angle-rad", inputs[0][1])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return rows_of(self.folder / "states.csv")


class References(Manoeuvres):
    def drive(self, vehicle, manoeuvre, number):
        reference = rows_of(REFERENCES / f"{manoeuvre}_MB_veh{number}.csv")
        return self.states(vehicle, reference[0]["vx"],
                           [(row["t_s"], row["delta"], row["u_accel_mps2"]) for row in reference])

    def compare(self, vehicle, manoeuvre, number, steers):
        """Lines of the comparison, and how many of them are too far away."""
        ours = [motion_of(row) for row in self.drive(vehicle, manoeuvre, number)]
        models = {name: [motion_of(row) for row in rows_of(REFERENCES / f"{manoeuvre}_{name}_veh{number}.csv")]
                  for name in ("MB", "STD")}
        lines, too_far = [], 0
        for what, floor in {**ALWAYS, **(STEERED if steers else {})}.items():
            # Whichever peak their distance is normalised by.
            apart = min(distance(models["STD"], models["MB"], what, floor),
                        distance(models["MB"], models["STD"], what, floor))
            ours_apart = [distance(ours, models[name], what, floor) for name in models]
            good = max(ours_apart) <= apart + MARGIN
            too_far += not good
            lines.append(f"{manoeuvre} {what:10} MB-STD {apart:6.2%}  ours-MB {ours_apart[0]:6.2%}  "
                         f"ours-STD {ours_apart[1]:6.2%}{'' if good else '  TOO FAR'}")
        return lines, too_far

    def test_no_further_than_the_references_from_each_other(self):
        for manoeuvre, number, vehicle, steers in CASES:
            with self.subTest(manoeuvre):
                lines, too_far = self.compare(vehicle, manoeuvre, number, steers)
                print("\n".join(lines))
                self.assertEqual(too_far, 0, "\n" + "\n".join(lines))

    def test_another_car_is_too_far_away(self):  # the comparison can fail
        text = (VEHICLES / "bmw-320i.toml").read_text()
        for what, old, new in [
                ("mass in front", "to_front_axle_m = 1.1562", "to_front_axle_m = 0.9250"),
                ("tyres", "stiffness = 21.92", "stiffness = 17.54")]:
            with self.subTest(what):
                self.assertIn(old, text)
                (self.folder / "other.toml").write_text(text.replace(old, new))
                _, too_far = self.compare("other.toml", "step_steer_15", 2, True)
                self.assertGreater(too_far, 0)

    def test_the_body_leans_as_the_multi_body_model_does(self):
        # Their angles count the other way round; ours are those of ISO 8855.
        for manoeuvre, number, vehicle, what, tolerance in [
                ("brake_straight_30", 2, "bmw-320i", "pitch", 0.30),  # theirs adds the tyres' springs
                ("step_steer_15", 2, "bmw-320i", "roll", 0.15),
                ("sine_steer_80kph", 3, "vw-vanagon", "roll", 0.15)]:
            with self.subTest(manoeuvre):
                ours = [row[f"{what}_rad"] for row in self.drive(vehicle, manoeuvre, number)]
                reference = [-row[what] for row in rows_of(REFERENCES / f"{manoeuvre}_MB_veh{number}.csv")]
                self.assertAlmostEqual(max(ours) / max(reference), 1.0, delta=tolerance)


# Mass, wheelbase, and the speed above which the ideal drive's power is constant; all three have wheels
# of 1.7 kg m2 and 0.344 m radius, and drive with 11.5 m/s2 at most.
CARS = {"ford-escort": (1225.9, 2.3927, 4.755), "bmw-320i": (1093.3, 2.5789, 7.319),
        "vw-vanagon": (1478.9, 2.4719, 7.824)}


class ClosedForms(Manoeuvres):
    """What needs no reference: manoeuvres whose result is known, for each of the three cars."""

    def times(self, seconds):
        return [round(0.01 * i, 2) for i in range(round(100 * seconds) + 1)]

    def test_straight_braking_and_acceleration_turn_the_wheels_too(self):
        for car, (mass, _, switch_mps) in CARS.items():
            share = mass / (mass + 4 * 1.7 / 0.344 ** 2)
            for speed, accel, seconds in ((30.0, -5.0, 5.0), (5.0, 3.0, 8.0)):
                with self.subTest(car, accel=accel):
                    end = self.states(car, speed, [(t, 0.0, accel) for t in self.times(seconds)])[-1]
                    expected = speed
                    for _ in range(round(seconds * 1000)):
                        expected += 0.001 * share * min(accel, 11.5 * min(1.0, switch_mps / expected))
                    self.assertAlmostEqual(end["vx_mps"] / expected, 1.0, delta=0.005)
                    self.assertEqual((end["y_m"], end["yaw_rad"], end["vy_mps"]), (0.0, 0.0, 0.0))

    def test_a_slow_turn_is_geometry(self):
        for car, (_, base, _) in CARS.items():
            with self.subTest(car):
                end = self.states(car, 1.0, [(t, 0.1, 0.0) for t in self.times(6)])[-1]
                self.assertAlmostEqual(end["yaw_rate_radps"] / (end["vx_mps"] * math.tan(0.1) / base), 1.0, delta=0.01)

    def test_a_turn_to_the_right_mirrors_one_to_the_left(self):
        for car in CARS:
            with self.subTest(car):
                runs = [self.states(car, 20.0, [(t, side * 0.03 * math.sin(3 * t), -3.0 if 2 < t < 4 else 0.0)
                                                for t in self.times(5)]) for side in (1, -1)]
                self.assertGreater(max(abs(row["y_m"]) for row in runs[0]), 0.5)
                for left, right in zip(*runs, strict=True):
                    for name in ("y_m", "yaw_rad", "vy_mps", "yaw_rate_radps", "slip_angle_rad", "roll_rad"):
                        self.assertEqual(left[name], -right[name])
                    for name in ("x_m", "vx_mps", "pitch_rad"):
                        self.assertEqual(left[name], right[name])
                    self.assertEqual(left["wheel_load_fl_n"], right["wheel_load_fr_n"])


if __name__ == "__main__":
    unittest.main()
