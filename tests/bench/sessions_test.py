#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The benchmark of the sessions: it can run every one that ships, as fast as the machine goes."""
import os
import tempfile
import unittest

import sessions


class Sessions(unittest.TestCase):
    def test_every_shipped_one_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            ghostcar = sessions.Ghostcar(os.environ["GHOSTCAR"], folder)
            names = ghostcar.sessions()
            self.assertIn("can-pedals", names)
            for name in names:
                with self.subTest(name):
                    self.assertGreaterEqual(ghostcar.run(name, 1, "off")[0], 1000)

    def test_one_that_waits_for_others_is_no_measurement(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIsNone(sessions.Ghostcar(os.environ["GHOSTCAR"], folder).cost("can-pedals"))

    def test_one_that_does_not_run_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            ghostcar = sessions.Ghostcar(os.environ["GHOSTCAR"], folder)
            with self.assertRaisesRegex(sessions.Failed, "robot-demo: .*duration"):
                ghostcar.run("robot-demo", -1, "off")


if __name__ == "__main__":
    unittest.main()
