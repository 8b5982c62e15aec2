# SPDX-License-Identifier: Apache-2.0
"""Wrong tracks and wrong full cars: one line with file, line, key and remedy, exit code 2, nothing written."""
import re
import unittest

from program import TOP, ProgramTest

SESSION = ((TOP / "model/data/sessions/cruise-1.toml").read_text()
           .replace('"oval"', '"track.toml"').replace('"focus-2.0-mt"', '"vehicle.toml"'))
TRACKS = {name: (TOP / f"model/data/tracks/{name}.toml").read_text() for name in ("oval", "forest", "car-park")}
VEHICLE = (TOP / "model/data/vehicles/focus-2.0-mt.toml").read_text()

LINE_260 = '{kind = "line", length_m = 260.0}'
INTO_ITSELF = """segment = [
    {kind = "line", length_m = 150}, {kind = "arc", turn = "left", radius_m = 50, angle_deg = 270},
    {kind = "line", length_m = 150}]"""

# (what, track, text to replace, replacement, words the message must contain)
BAD_TRACKS = [
    ("not closed", "oval", "length_m = 520.0", "length_m = 519.0", ["not closed", "1 m beyond the start"]),
    ("zero radius", "oval", "radius_m = 120.0", "radius_m = 0.0", ["radius_m", "found 0"]),
    ("negative radius", "oval", "radius_m = 120.0", "radius_m = -5.0", ["radius_m", "found -5"]),
    ("zero width", "oval", "left_m = [6.0]", "left_m = [0.0]", ["width.left_m", "found 0"]),
    ("negative width", "oval", "right_m = [6.0]", "right_m = [-6.0]", ["width.right_m", "found -6"]),
    ("jump in elevation", "forest", "86.0", "186.0", ["elevation.height_m", "jumps at station"]),
    ("two heights at one place", "forest", "1150.0, 1400.0", "1150.0, 1150.0", ["elevation.station_m"]),
    ("a lot off the road", "car-park", "first_station_m = 40.0", "first_station_m = 400.0", ["lot 1", "off the road"]),
    ("a lot on the road", "car-park", "first_station_m = 40.0", "first_station_m = 120.0", ["into the road"]),
    ("no number", "oval", "radius_m = 120.0", "radius_m = nan", ["radius_m", "nan"]),
    ("no segments", "oval", "segment = [", "segments = [", ["segment"]),
]

# (what, text to replace, replacement, words the message must contain)
BAD_VEHICLES = [
    ("no chassis", "[chassis]", "[chasis]", ["chassis"]),
    ("no roll steer", "roll_steer = 0.0, ", "", ["suspension.front.roll_steer", "missing"]),
    ("centre of gravity behind the rear axle", "to_front_axle_m = 1.083", "to_front_axle_m = 2.7", ["wheelbase_m"]),
    ("no inertia", "yaw_inertia_kgm2 = 2320.0", "yaw_inertia_kgm2 = 0.0", ["yaw_inertia_kgm2", "found 0"]),
    ("a car that a breath turns round", "yaw_inertia_kgm2 = 2320.0", "yaw_inertia_kgm2 = 1e-300",
     ["yaw_inertia_kgm2", "between 204.9"]),
    ("an axle out of this world", "final_drive_ratio = 4.07", "final_drive_ratio = 1e300",
     ["final_drive_ratio", "between 0.1 and 50"]),
    ("a manifold faster than a tick", "manifold_lag_s = 0.08", "manifold_lag_s = 1e-4",
     ["manifold_lag_s", "between 0.001 and 10"]),
    ("shifts up above the limiter", "up_pressed_rpm = 6400", "up_pressed_rpm = 6750",
     ["up_pressed_rpm", "limiter"]),
    ("shorter than its wheelbase", "length_m = 4.48", "length_m = 2.5", ["length_m", "3.53"]),
    ("narrower than its tracks", "width_m = 1.84", "width_m = 1.0", ["width_m", "1.228"]),
    ("negative stiffness", "stiffness = 20.0", "stiffness = -20.0", ["tyre.lateral.stiffness", "-20"]),
    ("no friction", "friction = 1.0, friction_per_load = -0.05", "friction = 0.0, friction_per_load = -0.05",
     ["tyre.longitudinal.friction", "found 0"]),
    ("all the mass unsprung", "unsprung_mass_kg = 90.0", "unsprung_mass_kg = 1470.0", ["suspension", "unsprung"]),
    ("a body lighter than its springs", "roll_inertia_kgm2 = 420.0", "roll_inertia_kgm2 = 5.0",
     ["roll_inertia_kgm2", "faster than a tick", "greater than 10.1"]),
    ("a load in millinewtons", "nominal_load_n = 3605", "nominal_load_n = 3605000",
     ["nominal_load_n", "between 50 and 1e+06"]),
    ("a load of a ship", "nominal_load_n = 3605", "nominal_load_n = 900000",
     ["wheel_inertia_kgm2", "faster than a tick"]),
    ("springs that do not carry", "mass_kg = 1470 ", "mass_kg = 14700 ", ["suspension", "fall over"]),
    ("share above 1", "front_share = 0.7", "front_share = 1.7", ["brakes.front_share", "1.7"]),
    ("an automatic that hunts", "down_released_rpm = 1300", "down_released_rpm = 2500", ["down_released_rpm", "gear"]),
    ("antilock by number", "antilock = true", "antilock = 1", ["antilock", "true or false"]),
    ("unit of another kind", "lash_rad = 0.07", "lash_deg = 4.0", ["lash_rad", "lash_deg"]),
    ("NaN", "wheelbase_m = 2.6400", "wheelbase_m = nan", ["wheelbase_m", "nan"]),
]


class WrongRoads(ProgramTest):
    def write(self, track=TRACKS["oval"], vehicle=VEHICLE):
        for name, text in {"session": SESSION, "track": track, "vehicle": vehicle}.items():
            (self.folder / f"{name}.toml").write_text(text)

    def refuse(self, file, words):
        done = self.ghostcar("run", "session.toml", "--pace", "fast")
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual((done.stdout, len(done.stderr.splitlines())), ("", 1), done.stderr)
        self.assertRegex(done.stderr, rf"{file}\.toml(:\d+)?: ")
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertFalse((self.folder / "runs").exists(), "something was written")

    def changed(self, text, old, new):
        self.assertIn(old, text)
        return text.replace(old, new, 1)

    def test_the_unchanged_files_run(self):  # the control of all cases below
        self.write()
        self.run_session("--pace", "fast", "--duration", "0.1", session="session.toml")

    def test_each_bad_track_is_one_line(self):
        for what, track, old, new, words in BAD_TRACKS:
            with self.subTest(what):
                self.write(track=self.changed(TRACKS[track], old, new))
                self.refuse("track", words)

    def test_a_name_that_nobody_knows(self):
        """Of several cars it matters which line names the wrong one."""
        self.write()
        for old, new, words in [('"track.toml"', '"ovla"', ["session.track", 'did you mean "oval"']),
                                ('"vehicle.toml"', '"bmw-321i"', ["car[0].vehicle", 'did you mean "bmw-320i"'])]:
            with self.subTest(new):
                text = self.changed(SESSION, old, new)
                (self.folder / "session.toml").write_text(text)
                line = 1 + text[:text.index(new)].count("\n")
                self.refuse("session", [f"session.toml:{line}: ", *words])

    def test_a_road_that_runs_into_itself(self):
        text = TRACKS["oval"].replace("closed = true", "closed = false")
        text = re.sub(r"segment = \[.*?\n\]", INTO_ITSELF, text, flags=re.DOTALL)
        text = re.sub(r"\[cross_fall\].*?(?=\n\[)", "[cross_fall]\nstation_m = [0.0]\nleft_rise_pct = [0.0]\n", text,
                      flags=re.DOTALL)
        self.write(track=text)
        self.refuse("track", ["runs into itself", "above or below station"])

    def test_a_million_segments(self):
        for segment, words in (('{kind="line",length_m=1},\n', ["larger than 16 MiB"]),
                               ("{},", ["found 1000005 segments", "at most 10000"])):
            with self.subTest(segment):
                self.write(track=self.changed(TRACKS["oval"], LINE_260 + ",", LINE_260 + "," + segment * 1_000_000))
                self.refuse("track", words)

    def test_each_bad_vehicle_is_one_line(self):
        for what, old, new, words in BAD_VEHICLES:
            with self.subTest(what):
                self.write(vehicle=self.changed(VEHICLE, old, new))
                self.refuse("vehicle", words)


if __name__ == "__main__":
    unittest.main()
