#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several cars, each with a controller of its own, in one race: nobody's trouble is another's."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from drive import ControllerTest, library  # noqa: E402

HEAD = """[session]
kind = "race"
title = "A race"
track = "oval"
duration_s = 60.0
[race]
distance_m = 150.0
[environment]
weather = "dry"
wind_mps = 0.0
wind_from_deg = 0.0
[road]
largest_damage = 10000.0
"""
KEEPER = 'builtin = "line-keeper"'
HOSTILE = f'library = "{library("hostile")}"'
OLD = f'library = "{library("old_controller")}"'


class Together(ControllerTest):
    def session(self, *controllers, last=None, name="race.toml"):
        """Cars behind each other, the first one in front, but for the one that is to be last."""
        text = HEAD
        for index, controller in enumerate(controllers):
            along_m = 0.0 if index == last else 20.0 * (len(controllers) - index)
            text += (f'[[car]]\nvehicle = "focus-2.0-mt"\nalong_m = {along_m}\n'
                     f"offset_m = 0.0\nspeed_kph = 0.0\ncontroller = {{ {controller} }}\n")
        (self.folder / name).write_text(text)
        return name

    def race(self, *controllers, deed="", last=None, **options):
        return self.drive(session=self.session(*controllers, last=last), duration=60, HOSTILE=deed, **options)

    def assert_others_finish(self, result, car):
        for other, row in enumerate(result["cars"]):
            if other != car:
                self.assertEqual((row["outcome"], row["verdict"], row["message"], row["out"]),
                                 ("finished", "passed", "finished", False))
                self.assertEqual(row["controller"]["missed"], 0)

    def test_libraries_and_built_in_ones_race_alike_twice(self):
        result = self.race(KEEPER, HOSTILE, OLD, KEEPER)
        self.assertEqual((result["outcome"], result["verdict"]), ("finished", "passed"))
        self.assertEqual(result["message"], "4 of 4 cars have finished")
        self.assert_others_finish(result, None)
        self.assertEqual(sorted(row["arrival"] for row in result["cars"]), [1, 2, 3, 4])
        for row in result["cars"]:
            self.assertEqual(row["score"], row["judge"]["finish_time_s"] + row["judge"]["damage"] / 10)
        self.assertTrue(result["replayable"])
        self.assert_replays()
        again = self.race(KEEPER, HOSTILE, OLD, KEEPER, out="again")
        self.assertEqual(again["state_hash"], result["state_hash"])
        self.assertEqual(again["inputs_hash"], result["inputs_hash"])

    def test_what_fails_takes_its_own_car_out(self):
        """Whichever number it has in the file; the recording replays without any of them."""
        for deed, outcome, words in [
                ("segfault", "aborted", r"controller crashed: SIGSEGV in \S*libhostile\.so\+0x[0-9a-f]+; missed 1 period"),
                ("exit", "aborted", "controller exited with code 3; missed 1 period"),
                ("nan", "violation", "controller sent NaN for steer"),
                ("spin", "aborted", "controller stopped answering; missed 1 period")]:
            for car in (0, 2):
                with self.subTest(deed=deed, car=car):
                    controllers = [KEEPER, OLD]
                    controllers.insert(car, HOSTILE)
                    result = self.race(*controllers, deed=deed, last=car)  # it stands in nobody's way
                    row = result["cars"][car]
                    self.assertEqual((row["outcome"], row["verdict"], row["place"]), (outcome, "none", None))
                    self.assertRegex(row["message"], f"^{words}$")
                    self.assertTrue(row["out"])
                    self.assertEqual(row["speed_kph"], 0.0)
                    self.assert_others_finish(result, car)
                    self.assertEqual(result["message"], "2 of 3 cars have finished")
                    self.assert_replays()

    def test_a_library_that_cannot_be_used_leaves_its_car_standing(self):
        result = self.race(KEEPER, 'library = "nowhere.so"')
        row = result["cars"][1]
        self.assertEqual((row["outcome"], row["out"]), ("aborted", True))
        self.assertRegex(row["message"], r"^controller\.library: .*nowhere\.so: No such file or directory; build it first")
        self.assert_others_finish(result, 1)
        self.assert_replays()

    def test_nobody_drives_by_hand_or_over_the_network(self):
        for controller in ['kind = "keyboard"', 'kind = "udp", listen = "127.0.0.1:5502"']:
            self.drive(session=self.session(KEEPER, controller), code=2)
            self.assertEqual(len(self.errors.splitlines()), 1, self.errors)
            self.assertIn("race.toml:25: car[1].controller: among several cars nobody drives over UDP or by hand; "
                          "name a library or a built-in controller", self.errors)

    def test_paces_agree(self):
        fast = self.race(KEEPER, KEEPER, KEEPER)
        paced = self.race(KEEPER, KEEPER, KEEPER, pace="64", out="paced")
        self.assertEqual(paced["state_hash"], fast["state_hash"])
        self.assertEqual(paced["inputs_hash"], fast["inputs_hash"])


if __name__ == "__main__":
    unittest.main()
