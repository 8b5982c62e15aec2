# SPDX-License-Identifier: Apache-2.0
"""The pace never changes a result, and every recording replays bit for bit."""
import unittest

from program import ProgramTest

DRIVE_S = 12  # start, pull away, first shift


class Paces(ProgramTest):
    def test_same_hash_at_every_pace_and_every_replay_is_identical(self):
        hashes = {}
        for pace in ["fast", "realtime", "4", "1.5", "128"]:
            out = f"run-{pace}"
            result = self.run_session("--pace", pace, "--duration", DRIVE_S, out=out)
            self.assertTrue(result["replayable"])
            self.assertEqual(result["pace"], pace)
            hashes[pace] = (result["state_hash"], result["inputs_hash"], result["ticks"])
            code, replay = self.replay(out)
            self.assertEqual(code, 0)
            self.assertTrue(replay["identical"] and replay["complete"])
            self.assertEqual(replay["ticks"], result["ticks"])
            self.assertEqual(replay["state_hash"], result["state_hash"])
        self.assertEqual(len(set(hashes.values())), 1, hashes)

    def test_slow_pace(self):
        slow = self.run_session("--pace", "1/4", "--duration", 0.5, out="slow")
        fast = self.run_session("--pace", "fast", "--duration", 0.5, out="fast")
        self.assertEqual(slow["state_hash"], fast["state_hash"])

    def test_another_seed_gives_another_hash(self):  # the control: hashes do tell runs apart
        one = self.run_session("--pace", "fast", "--duration", DRIVE_S, out="one")
        two = self.run_session("--pace", "fast", "--duration", DRIVE_S, "--seed", 2, out="two")
        self.assertNotEqual(one["state_hash"], two["state_hash"])

    def test_a_changed_recording_is_found(self):
        self.run_session("--pace", "fast", "--duration", DRIVE_S)
        path = self.folder / "run" / "run.mcap"
        # The seed does not matter to a replay, the vehicle does: a heavier car drives differently.
        content = path.read_bytes()
        self.assertIn(b"mass_kg = 1470", content)
        path.write_bytes(content.replace(b"mass_kg = 1470", b"mass_kg = 1570"))
        done = self.ghostcar("replay", "run", "--json")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)

    def test_paces_at_and_beyond_their_limits(self):
        for wrong in ["0", "129", "1/65", "-1", "nan", "quick", "", "1/0"]:
            done = self.ghostcar("run", "robot-demo", f"--pace={wrong}", "--duration", "0.01")
            self.assertEqual(done.returncode, 2, f"--pace {wrong}")
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for right in ["128", "1/64"]:
            self.run_session("--pace", right, "--duration", 0.02, "--set", "session.countdown_s=0",
                             out=f"limit-{right[:2]}")


if __name__ == "__main__":
    unittest.main()
