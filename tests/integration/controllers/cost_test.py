#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a controller in a shared library costs: instructions of ours per control period, and its round
trip against a bare futex ping-pong measured in the same run."""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from drive import GHOSTCAR, SESSION, ControllerTest, library  # noqa: E402
from program import TOP  # noqa: E402

LARGEST_PER_PERIOD = 3000
LARGEST_TO_PING_PONG = 3.0
SECONDS = 20


class Cost(ControllerTest):
    def instructions(self, period_ms):
        """Of all processes: the program, its hosts, and the controller, which does next to nothing."""
        logs = self.folder / f"logs-{period_ms}"
        logs.mkdir()
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--trace-children=yes",
             "--callgrind-out-file=/dev/null", f"--log-file={logs}/%p",
             GHOSTCAR, "run", SESSION, "--pace", "fast", "--record", "off", "--duration",
             str(SECONDS), "--out", f"run-{period_ms}",
             "--set", f"controller.library={library('hostile')}",
             "--set", "controller.memory_mb=100000",
             "--set", "controller.latency_ticks=5",
             "--set", f"controller.period_ms={period_ms}"],
            cwd=self.folder, capture_output=True, text=True, timeout=250, check=False,
            env={**os.environ, "HOSTILE": "stand"})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        result = self.result(f"run-{period_ms}")
        self.assertEqual(result["controller"]["missed"], 0)
        counts = [int(found[1]) for log in logs.iterdir()
                  if (found := re.search(r"Collected : (\d+)", log.read_text()))]
        self.assertEqual(len(counts), 4, "the program, the host outside and the one inside, the controller")
        return result["controller"]["periods"], sum(counts), result["state_hash"]

    def test_instructions_per_period(self):
        """The car stands in both runs: they differ by the control periods and by nothing else."""
        few_periods, few, state = self.instructions(100)
        many_periods, many, same_state = self.instructions(10)
        self.assertEqual(state, same_state)
        per_period = (many - few) / (many_periods - few_periods)
        print(f"{per_period:.0f} instructions per control period, all processes together")
        self.assertGreater(per_period, 300, "nothing was measured")
        self.assertLessEqual(per_period, LARGEST_PER_PERIOD)

    def test_round_trip_against_a_ping_pong(self):
        done = subprocess.run([os.environ["ROUND_TRIP"], library("hostile")], cwd=TOP, text=True,
                              capture_output=True, timeout=100, check=False,
                              env={**os.environ, "HOSTILE": "stand"})
        self.assertEqual(done.returncode, 0, done.stderr)
        times = json.loads(done.stdout)
        ratio = times["controller_ns"] / times["bare_ns"]
        print(f"round trip {times['controller_ns']:.0f} ns, bare ping-pong {times['bare_ns']:.0f} ns: "
              f"{ratio:.2f} times")
        self.assertEqual(times["missed"], 0)
        self.assertGreater(ratio, 0.5, "nothing was measured")
        self.assertLessEqual(ratio, LARGEST_TO_PING_PONG)


if __name__ == "__main__":
    unittest.main()
