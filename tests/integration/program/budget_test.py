# SPDX-License-Identifier: Apache-2.0
"""What a tick costs, in instructions of the whole program, and that memory does not grow."""
import re
import subprocess
import unittest

from program import GHOSTCAR, ProgramTest

LARGEST_PER_TICK = 2000
LARGEST_PER_TICK_ON_A_TRACK = 5000
LARGEST_TEN_CARS_TO_ONE = 10.5
SHORT_S, LONG_S = 10, 40  # idle to full drive: the difference of the two leaves out the start


class Budget(ProgramTest):
    def instructions(self, duration_s, session="robot-demo"):
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={self.folder}/callgrind.out",
                   GHOSTCAR, "run", session, "--pace", "fast", "--record", "off",
                   "--duration", str(duration_s), "--out", f"{session}-{duration_s}"]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        return int(re.search(r"Collected : (\d+)", done.stderr)[1])

    def per_tick(self, session, long_s=LONG_S):
        ticks = (long_s - SHORT_S) * 1000
        per_tick = (self.instructions(long_s, session) - self.instructions(SHORT_S, session)) / ticks
        print(f"{session}: {per_tick:.0f} instructions per tick")
        self.assertGreater(per_tick, 200, "nothing was measured")
        return per_tick

    def test_instructions_per_tick(self):
        self.assertLessEqual(self.per_tick("robot-demo"), LARGEST_PER_TICK)

    def test_instructions_per_tick_on_a_track(self):
        one, ten = self.per_tick("pack-1", 20), self.per_tick("pack-10", 20)
        print(f"ten cars cost {ten / one:.2f} times one")
        self.assertLessEqual(one, LARGEST_PER_TICK_ON_A_TRACK)
        self.assertLessEqual(ten / one, LARGEST_TEN_CARS_TO_ONE)

    def peak_kib(self, duration_s):
        """Largest resident set of one run, from a process of its own (getrusage(2))."""
        command = [GHOSTCAR, "run", "robot-demo", "--pace", "fast", "--record", "off", "--duration",
                   str(duration_s), "--out", f"memory-{duration_s}"]
        script = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=-3); "
                  "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
        done = subprocess.run(["/usr/bin/python3", "-c", script, *command], cwd=self.folder, capture_output=True,
                              text=True, timeout=200, check=True)
        return int(done.stdout)

    def test_memory_is_flat_over_an_hour(self):
        minute, hour = self.peak_kib(60), self.peak_kib(3600)
        print(f"peak resident set: {minute} KiB after a minute, {hour} KiB after an hour")
        self.assertLess(hour, minute * 1.02 + 256)


if __name__ == "__main__":
    unittest.main()
