# SPDX-License-Identifier: Apache-2.0
"""What a tick costs, in instructions of the whole program, and that memory does not grow."""
import re
import subprocess
import unittest

from program import GHOSTCAR, ProgramTest

LARGEST_PER_TICK = 2000
LARGEST_PER_TICK_ON_A_TRACK = 5000
LARGEST_TEN_CARS_TO_ONE = 10.5
LARGEST_PER_TICK_OF_A_CYCLE = 2500
LARGEST_WHOLE_NEDC = 4e9
NEDC_TICKS = 1_187_004
SHORT_S, LONG_S = 10, 40  # idle to full drive: the difference of the two leaves out the start


class Budget(ProgramTest):
    def instructions(self, duration_s, session="robot-demo", record="off"):
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={self.folder}/callgrind.out",
                   GHOSTCAR, "run", session, "--pace", "fast", "--record", record,
                   "--duration", str(duration_s), "--out", f"{session}-{duration_s}-{record}"]
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

    def test_instructions_of_a_drive_cycle(self):
        # From 30 s to 225 s is one whole ECE-15; the NEDC is four of them and a calmer part.
        per_tick = (self.instructions(225, "cycle-nedc") - self.instructions(30, "cycle-nedc")) / 195_000
        recorded_s = [self.instructions(seconds, "cycle-nedc", "on") for seconds in (30, 225)]
        all_of_it = (recorded_s[1] - recorded_s[0]) / 195_000
        whole = recorded_s[0] + all_of_it * (NEDC_TICKS - 31_000)
        print(f"cycle-nedc: {per_tick:.0f} instructions per tick, {all_of_it:.0f} recorded, judged and reported, "
              f"{whole / 1e9:.2f}e9 for the command")
        self.assertGreater(per_tick, 200, "nothing was measured")
        self.assertLessEqual(per_tick, LARGEST_PER_TICK_OF_A_CYCLE)
        self.assertLessEqual(whole, LARGEST_WHOLE_NEDC)

    def peak_kib(self, duration_s, record="off"):
        """Largest resident set of one run, from a process of its own (getrusage(2))."""
        command = [GHOSTCAR, "run", "robot-demo", "--pace", "fast", "--record", record, "--duration",
                   str(duration_s), "--out", f"memory-{duration_s}-{record}"]
        script = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=-3); "
                  "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
        done = subprocess.run(["/usr/bin/python3", "-c", script, *command], cwd=self.folder, capture_output=True,
                              text=True, timeout=200, check=True)
        return int(done.stdout)

    def test_memory_is_flat_over_an_hour(self):
        minute, hour = self.peak_kib(60), self.peak_kib(3600)
        print(f"peak resident set: {minute} KiB after a minute, {hour} KiB after an hour")
        self.assertLess(hour, minute * 1.02 + 256)

    def test_memory_of_a_recorded_and_reported_run_is_bounded(self):
        quarter, hour = self.peak_kib(900, "on"), self.peak_kib(3600, "on")
        print(f"with recording and report: {quarter} KiB after a quarter of an hour, {hour} KiB after an hour")
        self.assertLess(hour, quarter * 1.25)


if __name__ == "__main__":
    unittest.main()
