# SPDX-License-Identifier: Apache-2.0
"""Wrong files: one line with file, line, key and remedy, exit code 2, nothing written."""
import unittest

from program import TOP, ProgramTest

SESSION = (TOP / "model/data/sessions/robot-demo.toml").read_text()
VEHICLE = (TOP / "model/data/vehicles/focus-2.0-mt.toml").read_text()
BOARD = (TOP / "board/desk/board.toml").read_text()

# (what, file, text to replace, replacement, words the message must contain)
CASES = [
    ("missing key", "vehicle", "mass_kg = 1470 ", "# gone ", ["mass_kg", "missing"]),
    ("missing key", "session", "duration_s = 45.0", "", ["duration_s", "missing"]),
    ("missing table", "session", "[judge]", "[judges]", ["judge"]),
    ("unknown key", "vehicle", "wheel_radius_m = ", "wheel_radus_m = ", ["wheel_rad", "wheel_radius_m"]),
    ("unknown key", "session", "autostart = true", "autostrat = true", ["autostrat", "autostart"]),
    ("wrong unit", "vehicle", "mass_kg = 1470 ", "mass_g = 1470000 ", ["mass_kg", "mass_g"]),
    ("wrong unit", "session", "headwind_mps = 0.0", "headwind_kph = 0.0", ["headwind_mps", "headwind_kph"]),
    ("wrong type", "vehicle", "mass_kg = 1470 ", 'mass_kg = "1470" ', ["mass_kg", "number"]),
    ("wrong type", "session", "autostart = true", "autostart = 1", ["autostart", "true or false"]),
    ("NaN", "vehicle", "mass_kg = 1470 ", "mass_kg = nan ", ["mass_kg", "nan"]),
    ("infinite", "vehicle", "wheel_radius_m = 0.308", "wheel_radius_m = inf", ["wheel_radius_m", "inf"]),
    ("negative mass", "vehicle", "mass_kg = 1470 ", "mass_kg = -1470 ", ["mass_kg", "-1470"]),
    ("zero mass", "vehicle", "mass_kg = 1470 ", "mass_kg = 0 ", ["mass_kg"]),
    ("non-monotonic map", "vehicle", "[600, 800, 1000,", "[600, 1000, 800,", ["speed_rpm"]),
    ("short row", "vehicle", "[  18.8,   24.2,", "[  18.8,", ["net_torque_nm"]),
    ("unknown vehicle", "session", 'vehicle = "VEHICLE"', 'vehicle = "fokus-2.0-mt"', ["fokus-2.0-mt", "focus-2.0-mt"]),
    ("unknown action", "session", 'do = "hold"', 'do = "hodl"', ["hodl", "hold"]),
    ("negative duration", "session", "duration_s = 45.0", "duration_s = -1.0", ["duration_s", "-1"]),
    ("unclosed text", "session", 'kind = "bench"', 'kind = "bench', ["not TOML"]),
    ("board: priority", "board", "priority = 80", "priority = 99", ["priority", "99"]),
    ("board: unknown key", "board", "noise_v = 0.004", "noise_mv = 4", ["noise_v"]),
]


class WrongFiles(ProgramTest):
    def write(self, kind=None, old="", new=""):
        """The three shipped files, one of them changed; gives the path of the changed one."""
        texts = {"session": SESSION.replace('"focus-2.0-mt"', '"VEHICLE"'), "vehicle": VEHICLE, "board": BOARD}
        if kind:
            self.assertIn(old, texts[kind])
            texts[kind] = texts[kind].replace(old, new, 1)
        texts["session"] = texts["session"].replace('"VEHICLE"', '"vehicle.toml"')
        for name, text in texts.items():
            (self.folder / f"{name}.toml").write_text(text)

    def refuse(self, *words):
        before = {path.name for path in self.folder.iterdir()}
        done = self.ghostcar("run", *words, "--pace", "fast", "--duration", "0.1")
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertEqual({path.name for path in self.folder.iterdir()}, before, "something was written")
        return done.stderr

    def test_the_unchanged_files_run(self):  # the control of all cases below
        self.write()
        self.run_session("--board", "board.toml", "--pace", "fast", "--duration", "0.1", session="session.toml")

    def test_each_mistake_is_one_line(self):
        for what, kind, old, new, words in CASES:
            with self.subTest(what, file=kind):
                self.write(kind, old, new)
                # --duration is an override of its own: leave it out where the duration is wrong.
                before = {path.name for path in self.folder.iterdir()}
                done = self.ghostcar("run", "session.toml", "--board", "board.toml", "--pace", "fast")
                line = done.stderr
                self.assertEqual(done.returncode, 2, done.stdout + line)
                self.assertEqual(len(line.splitlines()), 1, line)
                for word in words:
                    self.assertIn(word, line)
                self.assertRegex(line, rf"{kind}\.toml:\d+: ")
                self.assertEqual({path.name for path in self.folder.iterdir()}, before)

    def test_files_that_are_no_toml(self):
        self.write()
        (self.folder / "empty.toml").write_bytes(b"")
        (self.folder / "garbage.toml").write_bytes(bytes(range(256)) * 20)
        (self.folder / "folder.toml").mkdir()
        for name in ["empty.toml", "garbage.toml", "folder.toml", "missing.toml", "/dev/null", "./"]:
            with self.subTest(name):
                line = self.refuse(name)
                self.assertIn(name.rstrip("/"), line)
        for name in ["empty.toml", "garbage.toml", "folder.toml", "missing.toml"]:
            with self.subTest("as vehicle", name=name):
                line = self.refuse("session.toml", "--set", f"session.vehicle={name}")
                self.assertIn(name, line)
            with self.subTest("as board", name=name):
                self.assertIn(name, self.refuse("session.toml", "--board", name))

    def test_keys_of_commands(self):
        self.write()
        short, open_to_all = self.folder / "short.key", self.folder / "open.key"
        short.write_bytes(bytes(31))
        short.chmod(0o600)
        open_to_all.write_bytes(bytes(32))
        open_to_all.chmod(0o644)
        for name, word in [("missing.key", "make one"), ("short.key", "31 bytes"), ("open.key", "chmod 600"),
                           (".", "not a file")]:
            with self.subTest(name):
                line = self.refuse("session.toml", "--set", 'commands.listen="127.0.0.1:0"', "--set",
                                   f'commands.key_file="{name}"')
                self.assertIn(word, line)

    def test_overrides(self):
        self.write()
        for wrong, word in [("session.duration_s=0", "duration_s"), ("nonsense", "key=value"),
                            ("session.duraton_s=5", "duration_s"), ("driver.phase.99.gear=2", "99"),
                            ("=5", "key=value"), ("environment.grade_pct=51", "grade_pct")]:
            with self.subTest(wrong):
                done = self.ghostcar("run", "session.toml", "--pace", "fast", "--set", wrong)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertIn(word, done.stderr)
                self.assertFalse((self.folder / "runs").exists())


if __name__ == "__main__":
    unittest.main()
