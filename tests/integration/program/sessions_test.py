# SPDX-License-Identifier: Apache-2.0
"""Every shipped session, from its start to its end."""
import unittest

from program import ProgramTest, shipped_sessions


class Sessions(ProgramTest):
    def test_every_shipped_session_runs(self):
        for name, words in shipped_sessions(self):
            result = self.run_session("--pace", "fast", *words, session=name, out=name)
            self.assertEqual(result["outcome"], "finished", name)
            if result["kind"] == "drive":  # nothing is judged; nobody may hit anything
                self.assertEqual([car["damage"] for car in result["cars"]], [0] * len(result["cars"]), name)
                self.assertGreater(result["judge"]["distance_m"], 3000, name)
            else:
                self.assertEqual(result["verdict"], "passed", name)


if __name__ == "__main__":
    unittest.main()
