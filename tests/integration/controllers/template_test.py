#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""From nothing to a score: the program is installed, a template is made, built and driven, all of it
outside the source tree."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from program import GHOSTCAR, ProgramTest  # noqa: E402


class Template(ProgramTest):
    def installed(self):
        prefix = self.folder / "usr"
        self.call("cmake", "--install", os.environ["GHOSTCAR_BUILD"], "--prefix", prefix)
        return prefix

    def call(self, *words, folder=None, code=0, **environment):
        done = subprocess.run(list(map(str, words)), cwd=folder or self.folder, text=True,
                              capture_output=True, timeout=250, check=False,
                              env={**os.environ, **environment})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_two_commands_to_a_score(self):
        prefix = self.installed()
        header = prefix / "include" / "ghostcar_controller.h"
        self.assertTrue(header.is_file())
        path = f"{prefix}/bin:{os.environ['PATH']}"
        said = self.call("ghostcar", "new", "controller", "mine", PATH=path)
        mine = self.folder / "mine"
        self.assertEqual({file.name for file in mine.iterdir()},
                         {"CMakeLists.txt", "README.md", "mine.cpp", "mine.c"})
        # The two commands are in what it says and in the README: those are run.
        commands = [line.strip() for line in said.splitlines() if line.startswith("  ")]
        self.assertEqual(len(commands), 2, said)
        readme = (mine / "README.md").read_text()
        self.assertIn(commands[1], readme)
        self.call("sh", "-ec", commands[0], PATH=path)
        self.assertIn(str(prefix / "include"), (mine / "build" / "CMakeCache.txt").read_text())
        for name in ("mine", "mine_c"):
            with self.subTest(library=name):
                command = commands[1].replace("libmine.so", f"lib{name}.so")
                self.call("sh", "-ec", f"{command} --out {name}", folder=mine,
                          PATH=path)
                result = json.loads((mine / name / "result.json").read_text())
                self.assertEqual(result["outcome"], "finished")
                self.assertEqual(result["controller"]["kind"], "library")
                self.assertEqual(result["controller"]["missed"], 0)
                self.assertEqual(result["cars"][0]["damage"], 0.0)
                self.assertGreater(result["cars"][0]["distance_m"], 400.0)

    def test_the_commands_work_where_the_shell_knows_no_ghostcar(self):
        said = self.call(GHOSTCAR, "new", "controller", "mine", PATH="/usr/bin:/bin")
        commands = [line.strip() for line in said.splitlines() if line.startswith("  ")]
        self.assertIn(commands[1], (self.folder / "mine" / "README.md").read_text())
        self.call("sh", "-ec", commands[0], PATH="/usr/bin:/bin")
        self.call("sh", "-ec", f"{commands[1]} --duration 1 --out run", folder=self.folder / "mine",
                  PATH="/usr/bin:/bin")
        self.assertTrue((self.folder / "mine/run/result.json").is_file())

    def test_header_is_c99_and_cplusplus(self):
        header = self.installed() / "include"
        for compiler, options, suffix in [("cc", ["-std=c99"], "c"), ("c++", ["-std=c++11"], "cpp"),
                                          ("clang", ["-std=c99", "-Weverything",
                                                     "-Wno-padded", "-Wno-reserved-identifier"], "c")]:
            with self.subTest(compiler=compiler):
                source = self.folder / f"a.{suffix}"
                source.write_text("#include <ghostcar_controller.h>\n"
                                  "static void drive(const GhostcarView* view, "
                                  "GhostcarCommand* command) {\n"
                                  "    command->cmdAcc = view->speed;\n}\n"
                                  "GHOSTCAR_CONTROLLER(drive)\n")
                self.call(compiler, *options, "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                          f"-I{header}", "-fPIC", "-shared", source, "-o", self.folder / "a.so")

    def test_wrong_names(self):
        for name in ("1st", "a b", "../up", "", "all", "x" * 65):
            with self.subTest(name=name):
                done = self.ghostcar("new", "controller", name)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertEqual("CMake keeps that name" in done.stderr, name == "all")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_existing_folder_is_left_alone(self):
        (self.folder / "mine").mkdir()
        done = self.ghostcar("new", "controller", "mine")
        self.assertEqual(done.returncode, 2)
        self.assertIn("exists already", done.stderr)
        self.assertEqual(list((self.folder / "mine").iterdir()), [])

    def test_from_the_build_folder(self):
        """Without installing: the program that was just built knows its header, too."""
        done = self.ghostcar("new", "controller", "mine")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.call("cmake", "-B", "build", folder=self.folder / "mine")

    def test_list(self):
        done = self.ghostcar("list", "controllers")
        self.assertEqual(done.returncode, 0)
        for words in ("controller.builtin=line-keeper", "controller.library=", "keyboard", "udp"):
            self.assertIn(words, done.stdout)
        listed = json.loads(self.ghostcar("list", "controllers", "--json").stdout)
        self.assertGreaterEqual(len(listed), 4)


if __name__ == "__main__":
    unittest.main()
