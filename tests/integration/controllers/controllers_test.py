#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Controllers that do their best: the same drive in every pace, and what the result says of it."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from drive import SESSION, ControllerTest, library  # noqa: E402

KEEPER = ("--set", "controller.builtin=line-keeper")


class Builtin(ControllerTest):
    def test_drives_a_lap_of_every_track_without_a_scratch(self):
        for track in range(1, 7):
            with self.subTest(track=track):
                result = self.drive(*KEEPER, session=f"cruise-{track}", duration=600, out=str(track))
                car = result["cars"][0]
                self.assertEqual(car["damage"], 0.0)
                self.assertGreaterEqual(car["laps"] + (car["along_m"] > 0), 1)
                self.assertGreater(car["distance_m"], 1000.0)

    def test_result_tells_how_it_kept_time(self):
        result = self.drive(*KEEPER)
        figures = result["controller"]
        # Asked at 0, 20 ... 4980; the last answer takes effect at 4985.
        self.assertEqual(figures["periods"], 250)
        self.assertEqual(figures["missed"], 0)
        self.assertEqual(figures["clamped"], 0)
        self.assertEqual(figures["kind"], "builtin")
        self.assertLessEqual(figures["spend_us"]["p50"], figures["spend_us"]["max"])
        self.assertIn("250 periods, 0 missed, 0 clamped", self.output)
        self.assert_replays()

    def panel(self, session, *words):
        """What a run shows on a terminal, and its exit code."""
        return self.on_a_terminal("run", session, *words, "--out", pathlib.Path(session).stem, "--record", "off")

    def test_the_panel_shows_the_time_it_takes(self):
        code, seen = self.panel(SESSION, *KEEPER, "--duration", "2")
        self.assertEqual(code, 0, seen)
        self.assertRegex(seen, r"controller  user code p50 \d+ µs   max \d+ µs   missed \d+ of [1-9]\d*   clamped 0")
        code, seen = self.panel("race", "--duration", "1")
        self.assertEqual(code, 0, seen)
        self.assertRegex(seen, r"controllers user code p50 \d+ µs")
        code, seen = self.panel("robot-demo", "--duration", "1")
        self.assertIn("overruns", seen)
        self.assertNotIn("user code p50", seen.split("overruns")[1])

    def test_period_and_latency_change_the_drive(self):
        hashes = set()
        for words in [(), ("controller.period_ms=10",), ("controller.latency_ticks=1",),
                      ("controller.latency_ticks=20",), ("controller.period_ms=1",),
                      ("controller.period_ms=100", "controller.latency_ticks=100")]:
            settings = [word for setting in words for word in ("--set", setting)]
            hashes.add(self.drive(*KEEPER, *settings, duration=8)["state_hash"])
        self.assertEqual(len(hashes), 6)


class Library(ControllerTest):
    def test_every_pace_gives_the_same_drive(self):
        fast = self.hostile("", out="fast", duration=3)
        self.assertEqual(fast["controller"]["missed"], 0)
        self.assertEqual(fast["controller"]["periods"], 150)
        self.assertEqual(fast["controller"]["kind"], "library")
        self.assertEqual(self.hostile("", out="8", pace="8", duration=3)["state_hash"],
                         fast["state_hash"])
        self.assertEqual(self.hostile("", out="128", pace="128", duration=3)["state_hash"],
                         fast["state_hash"])
        for attempt in range(20):  # a busy desk may miss a period: then it is another drive
            real = self.hostile("", out=f"real{attempt}", pace="realtime", duration=1.5)
            self.assert_replays(f"real{attempt}")
            if real["controller"]["missed"] == 0:
                short = self.hostile("", out="short", duration=1.5)
                self.assertEqual(real["state_hash"], short["state_hash"])
                break
        else:
            self.skipTest("twenty runs in real time, and each of them missed a period")

    def test_same_law_same_drive_whoever_computes_it(self):
        """The library and the program's own controllers meet the same struct and the same wire."""
        hashes = {self.hostile("", "--seed", seed, out=str(seed))["state_hash"]
                  for seed in (1, 2)}
        self.assertEqual(len(hashes), 1)

    def test_relative_path_counts_from_where_the_command_is_given(self):
        (self.folder / "mine.so").symlink_to(library("hostile"))
        self.drive("--set", "controller.library=mine.so", duration=1)
        self.drive("--set", "controller.library=./mine.so", duration=1)

    def test_relative_path_in_a_session_counts_from_the_session(self):
        data = pathlib.Path(self.folder / "sessions")
        data.mkdir()
        shipped = pathlib.Path(SESSION).read_text()
        (data / "mine.toml").write_text(shipped + '\n[controller]\nlibrary = "here.so"\n')
        (data / "here.so").symlink_to(library("hostile"))
        self.drive(session="sessions/mine.toml", duration=1)


class WrongUse(ControllerTest):
    def refused(self, words, *settings):
        self.drive(*[word for setting in settings for word in ("--set", setting)], code=2)
        self.assertEqual(len(self.errors.splitlines()), 1, self.errors)
        self.assertRegex(self.errors, words)

    def test_each_mistake_is_one_line(self):
        self.refused('"autopilot" is not one of "builtin", .*"line-keeper"|"autopilot" is not one of',
                     "controller.builtin=autopilot")
        self.refused("controller.kind", "controller.period_ms=20")
        self.refused("period_ms", "controller.builtin=line-keeper", "controller.period_ms=0")
        self.refused("period_ms", "controller.builtin=line-keeper", "controller.period_ms=101")
        self.refused("latency_ticks", "controller.builtin=line-keeper",
                     "controller.latency_ticks=21")
        self.refused("latency_ticks", "controller.builtin=line-keeper",
                     "controller.latency_ticks=0")
        self.refused("libary", "controller.kind=library", "controller.libary=a.so")

    def test_parked_car_cannot_be_driven(self):
        self.refused("the car is parked", "controller.builtin=line-keeper",
                     'car.0.driver="parked"')


if __name__ == "__main__":
    unittest.main()
