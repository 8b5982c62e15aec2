#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile controllers and other processes: none is within reach, whoever runs the program and whatever the
machine allows. An honest one beside them has what it needs."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from circumstances import ALL, HERE, ORDINARY  # noqa: E402
from drive import GHOSTCAR, ControllerTest, library  # noqa: E402


class Reach(ControllerTest):
    """No other process is within reach, whoever runs it and whatever the machine allows."""

    def check(self, deed, words=None):
        for circumstances in ALL:
            with self.subTest(circumstances.name):
                plain = self.hostile("", out="plain", circumstances=circumstances)
                result = self.hostile(deed, out="deed", circumstances=circumstances)
                self.assertNotIn("reached", self.errors)
                self.assertEqual(result["outcome"], "finished", result["message"])
                self.assertEqual(result["state_hash"], plain["state_hash"])
                self.assertEqual(self.errors.count("no process namespace"), 0 if circumstances.namespaces else 1)

    def test_signals(self):
        self.check("signal-others")

    def test_memory(self):
        self.check("look-into-others")

    def test_everybody(self):
        self.check("kill-everybody")

    def test_the_processor(self):
        self.check("take-the-processor")

    def test_fork_bomb(self):
        """Nobody of it outlives the run (drive() looks), which does not wait for its end of itself."""
        for circumstances in ALL:
            with self.subTest(circumstances.name):
                begin = time.monotonic()
                self.hostile("fork-bomb", circumstances=circumstances)
                self.assertLess(time.monotonic() - begin, 12)  # it lives for 20 s

    def test_several_controllers_say_it_once(self):
        session = str(pathlib.Path(__file__).resolve().parent / "open_race.toml")
        words = []
        for car in range(2):
            words += ["--set", f'car.{car}.controller={{ library = "{library("hostile")}" }}']
        self.drive(*words, session=session, circumstances=ALL[2], HOSTILE="")
        self.assertEqual(self.errors.count("no process namespace"), 1, self.errors)


class InAChampionship(ControllerTest):
    def runs(self, name, deed, circumstances=HERE):
        """One honest participant and one with a library; their rows in the table."""
        (self.folder / "class.toml").write_text(f"""[championship]
name = "Class"
[[participant]]
name = "Hostile"
controller = {{ library = "{library(name)}" }}
[[participant]]
name = "Honest"
controller = "line-keeper"
[[event]]
session = "cruise-1"
kind = "qualifying"
distance_m = 100
""")
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        done = subprocess.run([GHOSTCAR, "race", "class.toml", "--out", "out"], cwd=self.folder, timeout=200,
                              capture_output=True, text=True, check=False, env={**os.environ, "HOSTILE": deed},
                              **circumstances.options(self.folder))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        event = json.loads((self.folder / "out" / "ranking.json").read_text())["events"][0]
        return {run["participant"]: run for run in event["runs"]}

    def test_a_noisy_library_keeps_its_reason(self):
        runs = self.runs("hostile_nothing", "load-noisily")
        self.assertIn("has no ghostcar_controller_info", runs["Hostile"]["message"])
        self.assertEqual(runs["Honest"]["place"], 1)

    def test_kill_everybody_kills_nobody(self):
        for circumstances in ALL:
            with self.subTest(circumstances.name):
                runs = self.runs("hostile", "kill-everybody", circumstances)
                self.assertEqual([runs[name]["outcome"] for name in ("Hostile", "Honest")], ["finished"] * 2)


class Threads(ControllerTest):
    def test_an_honest_number_beside_a_busy_desktop(self):
        """The kernel counts a user's threads together; a limit must leave room for ours."""
        busy = ("import threading, time\nthreading.stack_size(65536)\n"
                "for _ in range(300): threading.Thread(target=time.sleep, args=(600,), daemon=True).start()\n"
                "print('there', flush=True)\ntime.sleep(600)")
        for circumstances in [ORDINARY, ALL[3]]:
            with self.subTest(circumstances.name):
                with subprocess.Popen(["/usr/bin/python3", "-c", busy], cwd=self.folder, stdout=subprocess.PIPE,
                                      **circumstances.options(self.folder)) as desktop:
                    self.assertEqual(desktop.stdout.readline(), b"there\n")
                    try:
                        result = self.hostile("threads", circumstances=circumstances)
                    finally:
                        desktop.kill()
                self.assertEqual(result["outcome"], "finished", result["message"])

    def test_without_end(self):
        result = self.hostile("threads-without-end", "--set", "controller.memory_mb=16384", code=1,
                              circumstances=ORDINARY)
        self.assertEqual(result["message"], "controller could not start another thread (the limit is 256 "
                         "threads and processes); missed 1 period")

    def test_who_waits_in_its_own_place_is_not_woken_by_the_loop(self):
        """200 threads that wait for the questions, too: each question wakes one of all."""
        result = self.hostile("steal-wake-ups", "--set", "controller.memory_mb=8192", pace="realtime", duration=2, code=None)
        woken = [int(line.split(": ")[1]) for line in self.errors.splitlines() if line.startswith("woken: ")]
        self.assertTrue(woken, self.errors)
        # As many as there were questions, and some that are woken by other things.
        self.assertLessEqual(woken[-1], result["controller"]["periods"] + 100)


if __name__ == "__main__":
    unittest.main()
