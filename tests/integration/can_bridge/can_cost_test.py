# SPDX-License-Identifier: Apache-2.0
"""What a bus adds to a tick, in instructions: 4 frames received and 8 sent, all with E2E protection.

can_cost.cpp says what the load is. Counted is what the tick calls, Bus::latch and Bus::publish with all
that they call; not what the transport's thread does.
"""
import os
import re
import subprocess
import tempfile
import unittest

TOOL = os.environ["CAN_COST"]
DATA = os.path.join(os.environ["GHOSTCAR_TOP"], "model/data")
LARGEST_PER_TICK = 4000
LARGEST_WITH_EVERY_SIGNAL = 4800
LARGEST_OF_A_QUIET_BUS = 320
# Seven table look-ups a frame at the least; protection that is not counted would be nothing.
SMALLEST_OF_PROTECTION = 12 * 20
SIGNALS = {"bench": [7, 20], "track": [7, 20], "unprotected": [7, 20], "whole": [9, 34], "empty": [0, 0]}
SHORT, LONG = 1000, 3000
IN_THE_TICK = [f"--toggle-collect=ghostcar::can_bridge::Bus::{name}(*" for name in ("latch", "publish")]


class Cost(unittest.TestCase):
    def run_tool(self, ticks, kind):
        """Instructions in the tick, and what the tool says it did."""
        with tempfile.TemporaryDirectory() as folder:
            command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *IN_THE_TICK,
                       TOOL, str(ticks), kind, DATA]
            done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=True)
        return int(re.search(r"Collected : (\d+)", done.stderr)[1]), [int(word) for word in done.stdout.split()]

    def per_tick(self, kind, frames=(4, 8)):
        """Of every tick but the first ones; checks that each did what is counted, and that all was well."""
        short, long = self.run_tool(SHORT, kind), self.run_tool(LONG, kind)
        self.assertEqual(long[1], [frames[0] * LONG, frames[1] * LONG, 0, *SIGNALS[kind]])
        cost = (long[0] - short[0]) / (LONG - SHORT)
        print(f"{kind}: {cost:.0f} instructions per tick")
        return cost

    def test_four_in_eight_out(self):
        for kind in ("bench", "track"):
            with self.subTest(kind=kind):
                self.assertLessEqual(self.per_tick(kind), LARGEST_PER_TICK)

    def test_every_signal_of_the_mapping(self):
        self.assertLessEqual(self.per_tick("whole"), LARGEST_WITH_EVERY_SIGNAL)

    def test_protection_is_part_of_what_is_counted(self):
        self.assertGreater(self.per_tick("bench") - self.per_tick("unprotected"), SMALLEST_OF_PROTECTION)

    def test_a_quiet_bus_costs_next_to_nothing(self):
        self.assertLess(self.per_tick("empty", (0, 0)), LARGEST_OF_A_QUIET_BUS)


if __name__ == "__main__":
    unittest.main()
