#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A judge adds at most 300 instructions a tick to a car, counted by callgrind over five seconds of each
experiment. (The State is as large with every judge, so hashing it costs the same.)"""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

RUNS = os.environ["REFERENCE_RUNS"]
DATA = pathlib.Path(os.environ["GHOSTCAR_TOP"]) / "model/data"
MOST = 300
SECONDS = 5


def instructions(session, controller, judge):
    """Of the judge's step with all that it calls, per tick."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "callgrind.out"
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--collect-atstart=no",
                        f"--toggle-collect=ghostcar::model::{judge}::step*", RUNS, DATA, session, controller, "1",
                        "1", f"session.duration_s = {SECONDS}.0"], check=True, capture_output=True)
        total = re.search(r"^(?:totals|summary): (\d+)", out.read_text(), re.MULTILINE)
        return int(total.group(1)) / (SECONDS * 1000)


class JudgeBudget(unittest.TestCase):
    def test_every_judge_keeps_to_it(self):
        for session, controller, judge in (("cruise-1", "-", "CruiseJudge"), ("follow", "follower", "FollowJudge"),
                                           ("park", "parker", "ParkJudge")):
            with self.subTest(session=session):
                found = instructions(session, controller, judge)
                print(f"{judge}: {found:.0f} instructions a tick")
                self.assertGreater(found, 10)  # something was counted
                self.assertLessEqual(found, MOST)


if __name__ == "__main__":
    unittest.main()
