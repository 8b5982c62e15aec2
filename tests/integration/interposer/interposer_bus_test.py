#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nothing inside the tick allocates, locks, blocks or writes when the session is on a bus: the shipped sessions
on the desk bus under the interposer, in a network namespace of their own, with somebody at the other end.

interposer_test.py shows that the interposer finds what is put in on purpose.

Usage: interposer_bus_test.py LIBRARY
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

LIBRARY = sys.argv[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "can_bridge"))
from desk_bus_test import Driver, desk_bus  # noqa: E402  pylint: disable=wrong-import-position

DESK = ("--set", 'can.bus.0.channel="desk"')
ALL_LOGS = ("--set", 'can.log={formats=["candump","asc","blf","pcapng"]}')
DIAGNOSTICS = ("--set", 'can.diagnostics={vin="WGH0ST0CAR0000001"}')


class OnTheBus(unittest.TestCase):
    def watched(self, session, *options, pace="realtime", least=2900):
        """Runs a session that must end well, with at least so many wake-ups; gives its result."""
        with tempfile.TemporaryDirectory() as folder:
            command = [desk_bus.GHOSTCAR, "run", session, "--pace", pace, "--out", "run", *options]
            done = subprocess.run(command, cwd=folder, env=os.environ | {"LD_PRELOAD": LIBRARY}, capture_output=True,
                                  text=True, timeout=100, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            ticks = sum(map(int, re.findall(r"^interposer: (\d+) ticks watched$", done.stderr, re.MULTILINE)))
            self.assertGreater(ticks, least)
            return json.loads((pathlib.Path(folder) / "run" / "result.json").read_text())

    def test_rest_bus(self):
        bus = self.watched("can-restbus", "--duration", "3", *ALL_LOGS, *DIAGNOSTICS)["can"][0]
        self.assertGreater(bus["sent"], 1000)
        self.assertGreater(bus["own"], 1000)  # they did leave

    def test_pedals(self):
        driver = Driver()
        driver.start()
        self.addCleanup(driver.stop)
        bus = self.watched("can-pedals", "--duration", "3")["can"][0]
        self.assertGreater(bus["received"], 300)
        self.assertGreater(bus["sent"], 300)

    def test_faults(self):
        # 18 s of drops, wrong checksums, delays and a bus-off, with logs, diagnostics and a stimulus file.
        result = self.watched("can-faults", *DESK, pace="4", least=4400)
        self.assertGreater(sum(fault["hits"] for fault in result["bus_faults"]), 100)
        self.assertGreater(result["can"][0]["sent"], 1000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
