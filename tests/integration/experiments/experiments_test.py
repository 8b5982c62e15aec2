#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every shipped experiment through the program: files, words, exit codes; and its score computed again
from the recording by a script that shares no code with the judge."""
import os
import pathlib
import shutil
import subprocess
import sys
import unittest
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "program")]
import recompute  # noqa: E402
from program import ProgramTest  # noqa: E402

EVERY_TICK = ("--set", "record.state_rate_hz=1000")


class Experiments(ProgramTest):
    def experiment(self, session, *words, code=0):
        shutil.rmtree(self.folder / "run", ignore_errors=True)
        done = self.ghostcar("run", session, "--pace", "fast", "--out", "run", "--set",
                             "record.sync_to_disk=false", *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.card = done.stdout
        return self.result()

    def assert_same_score(self, result):
        again = recompute.score(self.folder / "run")
        if result["score"] is None:
            self.assertIsNone(again)
        else:
            self.assertAlmostEqual(again, result["score"], delta=1e-9)

    def test_cruise_on_every_track(self):
        for track in range(1, 7):
            with self.subTest(track=track):
                result = self.experiment(f"cruise-{track}")
                self.assertEqual((result["outcome"], result["verdict"]), ("finished", "passed"))
                self.assertEqual(result["score"], result["judge"]["finish_time_s"])
                self.assertIn("score", self.card)
                self.assert_same_score(result)

    def test_cruise_with_damage_costs_a_tenth(self):
        # Started beside the middle, toward the barrier: a touch, and on.
        result = self.experiment("cruise-1", "--set", "cruise.laps=", "--set",
                                 "cruise.distance_m=400", "--set", "controller.builtin=line-keeper",
                                 "--set", "post=[{x_m = 30.0, y_m = 1.05, radius_m = 0.2}]")
        self.assertGreater(result["judge"]["damage"], 0)
        self.assertAlmostEqual(result["score"],
                               result["judge"]["finish_time_s"] + result["judge"]["damage"] / 10, delta=1e-12)
        self.assert_same_score(result)

    def test_follow(self):
        scores = set()
        for seed in (1, 2):  # control periods fall on recorded States
            result = self.experiment("follow", "--seed", seed)
            self.assertEqual((result["outcome"], result["verdict"]), ("finished", "passed"))
            self.assertLessEqual(result["score"], 12)
            self.assertEqual(result["judge"]["periods"], 6000)
            self.assert_same_score(result)
            scores.add(result["score"])
        self.assertEqual(len(scores), 2)

    def test_park(self):
        for lot, way, *words in ((3, "nose"), (30, "tail"), (55, "nose"), (77, "tail", *EVERY_TICK)):
            result = self.experiment("park", *words, "--set", f"park.lot={lot}", "--set",
                                     f"park.direction={way}")
            self.assertEqual((result["outcome"], result["verdict"]), ("finished", "passed"))
            self.assertEqual((result["park"]["lot"], result["park"]["direction"]), (lot, way))
            self.assertRegex(self.card, rf"(?m)^  lot +{lot}, {way} first$")
            self.assertIn(f"{lot}, {way} first", (self.folder / "run/report.html").read_text())
            self.assert_same_score(result)
        drawn = {self.experiment("park", "--seed", seed, "--duration", "0.1", code=1)["park"]["lot"]
                 for seed in range(1, 6)}
        self.assertGreater(len(drawn), 2)

    def test_race(self):
        result = self.experiment("race")
        scores = [car["score"] for car in result["cars"]]
        self.assertNotIn(None, scores)
        for again, score in zip(recompute.score(self.folder / "run"), scores, strict=True):
            self.assertAlmostEqual(again, score, delta=1e-9)

    def test_the_program_and_the_reference_runs_agree(self):
        for session, driver, words in (("park", "parker", ("--set", "park.lot=30")), ("follow", "follower", ())):
            result = self.experiment(session, "--seed", "30", *words)
            done = subprocess.run([os.environ["REFERENCE_RUNS"], HERE.parents[2] / "model/data", session, driver,
                                   "30", "30"], check=True, capture_output=True, text=True)
            self.assertIn(f"score={result['score']:.17g} ", done.stdout)

    def test_violations_stop_at_once_with_the_papers_words(self):
        for session, driver, words in [
                ("park", "bad-askew", "Failed! Your car yaw is not accurate enough!"),
                ("park", "bad-blind", "Your damage is too large!"),
                ("park", "bad-hasty", "Failed! Haven't starting parking!"),
                ("park", "bad-roller", "Failed! Your speed is too fast when parking!"),
                ("follow", "bad-overtaker", "Failed! You have overtaken the leader!"),
                ("follow", "bad-pusher", "Your damage is too large!")]:
            with self.subTest(session=session, driver=driver):
                result = self.experiment(session, "--set", f"controller.builtin={driver}", code=1)
                self.assertEqual((result["outcome"], result["verdict"]), ("violation", "failed"))
                self.assertEqual((result["message"], result["score"]), (words, None))
                self.assertLess(result["sim_time_s"], 60)
                self.assertIn(words, self.card)
                failure = xml.etree.ElementTree.parse(self.folder / "run/junit.xml").getroot().find(".//failure")
                self.assertEqual((failure.get("type"), failure.get("message")), ("violation", words))
                self.assert_same_score(result)

    def test_a_replay_judges_alike(self):
        self.experiment("park", "--set", "park.lot=5")
        code, replayed = self.replay()
        self.assertEqual(code, 0, replayed)
        self.assertTrue(replayed["identical"])

    def test_without_a_finish_there_is_no_verdict(self):
        result = self.experiment("cruise-1", "--duration", "5")
        self.assertEqual((result["outcome"], result["verdict"], result["score"]), ("finished", "none", None))
        self.assertEqual(result["message"], "the finish was not reached")


if __name__ == "__main__":
    unittest.main()
