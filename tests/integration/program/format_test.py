# SPDX-License-Identifier: Apache-2.0
"""Old files keep working, newer ones are refused for what they are: one line with both formats."""
import shutil
import unittest

from program import TOP, ProgramTest

FROZEN = TOP / "tests/integration/program/format_1"
SESSIONS = ["bench", "cycle", "drive", "cruise", "follow", "park", "race"]
# Each kind of file: a line after which its format may stand, and the words that read it.
DRIVE = ("run", "cruise.toml", "--board", "board.toml")
FILES = {"cruise": ("[session]\n", DRIVE),
         "cycle": ("[session]\n", ("run", "cycle.toml", "--board", "board.toml")),
         "car": ("", DRIVE),
         "track": ("", DRIVE),
         "board": ("", DRIVE),
         "championship": ("[championship]\n", ("race", "championship.toml"))}


class Formats(ProgramTest):
    def setUp(self):
        super().setUp()
        for path in FROZEN.iterdir():
            shutil.copy(path, self.folder)

    def drive(self, name, *words):
        """What the session says in the end is the judge's business: it was driven."""
        done = self.ghostcar("run", f"{name}.toml", "--board", "board.toml", "--pace", "fast", "--duration", "1",
                             "--out", f"out-{name}", "--record", "off", *words)
        self.assertIn(done.returncode, (0, 1), (name, done.stderr))
        self.assertGreaterEqual(self.result(f"out-{name}")["ticks"], 1000, name)

    def write_format(self, name, text):
        after, _ = FILES[name]
        path = self.folder / f"{name}.toml"
        old = (FROZEN / f"{name}.toml").read_text()
        self.assertIn(after, old)
        path.write_text(old.replace(after, after + text, 1))
        return path.read_text().splitlines().index(text.splitlines()[0]) + 1

    def refused(self, name):
        before = {path.name for path in self.folder.iterdir()}
        done = self.ghostcar(*FILES[name][1])
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertEqual({path.name for path in self.folder.iterdir()}, before)
        return done.stderr

    def test_frozen_sessions_of_each_kind_drive(self):
        for name in SESSIONS:
            if name != "cycle":
                self.drive(name)

    def test_the_frozen_cycle_drives(self):  # a cycle has a duration of its own
        done = self.ghostcar("run", "cycle.toml", "--board", "board.toml", "--pace", "fast", "--out", "run",
                             "--record", "off")
        self.assertEqual((done.returncode, self.result()["outcome"]), (0, "finished"), done.stderr)

    def test_the_frozen_championship_is_run(self):
        (self.folder / "short.toml").write_text(
            (FROZEN / "championship.toml").read_text().replace("laps = 1", "distance_m = 50"))
        done = self.ghostcar("race", "short.toml", "--out", "race")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_format_may_be_named(self):
        for name in FILES:
            self.write_format(name, "format = 1\n")
        self.drive("cruise")
        self.assertEqual(self.ghostcar("race", "championship.toml", "--out", "race").returncode, 0)

    def test_a_newer_file_is_refused_before_anything_else_in_it(self):
        for name in FILES:
            with self.subTest(name):
                line = self.write_format(name, "format = 2\nnot_known_here = 3\n")
                error = self.refused(name)
                self.assertIn(f"{name}.toml:{line}: ", error)
                self.assertRegex(error, r"format: found 2, but this ghostcar reads format 1; install a newer ghostcar, "
                                        r"or write the file for format 1")
                shutil.copy(FROZEN / f"{name}.toml", self.folder)

    def test_a_championship_of_newer_sessions_is_refused_so(self):
        self.write_format("cruise", "format = 2\n")
        done = self.ghostcar("race", "championship.toml")
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertRegex(done.stderr, r"^ghostcar: \S*cruise.toml:\d+: session.format: found 2, [^\n]*\n$")

    def test_what_is_no_format(self):
        for text in ("format = 0", 'format = "1"', "format = 1.0", "format = -1"):
            with self.subTest(text):
                self.write_format("cruise", text + "\n")
                self.assertIn("session.format: found", self.refused("cruise"))


if __name__ == "__main__":
    unittest.main()
