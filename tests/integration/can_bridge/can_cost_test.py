# SPDX-License-Identifier: Apache-2.0
"""What a bus adds to a tick, in instructions: 4 frames received and 8 sent, all with E2E protection."""
import os
import re
import subprocess
import tempfile
import unittest

TOOL = os.environ["CAN_COST"]
DBC = os.path.join(os.environ["GHOSTCAR_TOP"], "model/data/dbc/ghostcar.dbc")
LARGEST_PER_TICK = 5000
SHORT, LONG = 1000, 3000


class Cost(unittest.TestCase):
    def run_tool(self, ticks, kind):
        """Instructions, and what the tool says it did."""
        with tempfile.TemporaryDirectory() as folder:
            command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", TOOL, str(ticks), kind, DBC]
            done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=True)
        return int(re.search(r"Collected : (\d+)", done.stderr)[1]), [int(word) for word in done.stdout.split()]

    def per_tick(self, kind):
        short, long = self.run_tool(SHORT, kind), self.run_tool(LONG, kind)
        return (long[0] - short[0]) / (LONG - SHORT), long[1]

    def test_four_in_eight_out(self):
        cost, (received, sent, bad) = self.per_tick("bus")
        self.assertEqual((received, sent, bad), (4 * LONG, 8 * LONG, 0))  # it did what is counted, and all was well
        print(f"4 received and 8 sent: {cost:.0f} instructions per tick")
        self.assertGreater(cost, 500, "nothing was measured")
        self.assertLessEqual(cost, LARGEST_PER_TICK)

    def test_a_quiet_bus_costs_next_to_nothing(self):
        cost, _ = self.per_tick("empty")
        print(f"a bus with nothing on it: {cost:.0f} instructions per tick")
        self.assertLess(cost, 400)


if __name__ == "__main__":
    unittest.main()
