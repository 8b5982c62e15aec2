# SPDX-License-Identifier: Apache-2.0
"""How the tests of this folder run the program: in an empty folder, with a time limit."""
import json
import os
import pathlib
import pty
import subprocess
import tempfile
import unittest

GHOSTCAR = os.environ["GHOSTCAR"]
TOP = pathlib.Path(os.environ["GHOSTCAR_TOP"])


def shipped_sessions(test):
    """Each session that runs by itself, and the words it needs for that."""
    names = [row["name"] for row in json.loads(test.ghostcar("list", "experiments", "--json").stdout)]
    test.assertIn("robot-demo", names)
    names.remove("can-pedals")  # somebody has to be on the bus: tests/integration/can_bridge
    return [(name, ["--set", "can.bus.0.channel=none"] if name.startswith("can-") else []) for name in names]


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ghostcar(self, *words, **options):
        command = [GHOSTCAR, *map(str, words)]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True,
                              timeout=200, **options)

    def on_a_terminal(self, *words):
        """What the program shows there, and its exit code."""
        ours, theirs = pty.openpty()
        with subprocess.Popen([GHOSTCAR, *map(str, words)], cwd=self.folder, stdin=subprocess.DEVNULL,
                              stdout=theirs, stderr=subprocess.DEVNULL) as process:
            os.close(theirs)
            seen = b""
            try:
                while data := os.read(ours, 65536):
                    seen += data
            except OSError:  # the other end is closed
                pass
        os.close(ours)
        return process.returncode, seen.decode()

    def run_session(self, *words, out="run", session="robot-demo"):
        """Runs a session that must end well; gives its result.json."""
        done = self.ghostcar("run", session, "--out", out, *words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return self.result(out)

    def result(self, out="run"):
        return json.loads((self.folder / out / "result.json").read_text())

    def replay(self, out="run"):
        done = self.ghostcar("replay", out, "--json")
        return done.returncode, json.loads(done.stdout)
