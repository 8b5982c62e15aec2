#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Negative controls of the checks: each finds what is planted, and accepts what is right."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
sys.path.insert(0, str(HERE))

import include_direction  # noqa: E402
import machine_names  # noqa: E402
import no_libm  # noqa: E402


class IncludeDirection(unittest.TestCase):
    def found_in(self, file, *includes):
        """The violations in a tree that has one file with these includes."""
        with tempfile.TemporaryDirectory() as name:
            path = pathlib.Path(name) / file
            path.parent.mkdir(parents=True)
            path.write_text("".join(f"#include {include}\n" for include in includes))
            return list(include_direction.violations(pathlib.Path(name)))

    def test_inward_includes_are_right(self):
        self.assertEqual([], self.found_in("model/a.h", '"model/b.h"', "<cstdint>", "<array>"))
        self.assertEqual([], self.found_in("rt_core/a.cpp", '"model/b.h"', "<chrono>", "<unistd.h>"))
        self.assertEqual([], self.found_in("board/a.cpp", '"hmi_link/b.h"', '"drivers/c.h"'))

    def test_outward_includes_are_found(self):
        for file, include in [("model/a.h", '"rt_core/b.h"'), ("rt_core/a.h", '"drivers/b.h"'),
                              ("drivers/a.h", '"hmi_link/b.h"'), ("hmi_link/a.cpp", '"board/b.h"'),
                              ("can_bridge/deep/down/a.cpp", '"drivers/b.h"'),
                              ("model/a.h", "<rt_core/b.h>")]:
            with self.subTest(file=file, include=include):
                found = self.found_in(file, "<array>", include)
                self.assertEqual(1, len(found))
                self.assertTrue(found[0].startswith(f"{file}:2: "), found[0])
                self.assertIn("points outward", found[0])

    def test_operating_system_in_the_model_is_found(self):
        for header in ["unistd.h", "thread", "chrono", "iostream", "sys/mman.h", "random"]:
            with self.subTest(header=header):
                self.assertEqual(1, len(self.found_in("model/vehicle/a.cpp", f"<{header}>")))

    def test_relative_include_is_found(self):
        self.assertEqual(1, len(self.found_in("model/a.cpp", '"b.h"')))
        self.assertEqual(1, len(self.found_in("model/a.cpp", '"../rt_core/b.h"')))

    def test_spacing_does_not_hide_an_include(self):
        with tempfile.TemporaryDirectory() as name:
            path = pathlib.Path(name) / "model" / "a.h"
            path.parent.mkdir()
            path.write_text('  #  include  "board/b.h"\n')
            self.assertEqual(1, len(list(include_direction.violations(pathlib.Path(name)))))


class NoLibm(unittest.TestCase):
    def calls_in(self, code):
        """The libm calls of an archive made from this code."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "a.cpp").write_text("#include <cmath>\n" + code)
            subprocess.run(["c++", "-O2", "-fno-math-errno", "-c", "a.cpp", "-o", "a.o"],
                           cwd=folder, check=True)
            subprocess.run(["ar", "rcs", "liba.a", "a.o"], cwd=folder, check=True)
            return {symbol for _, symbol in no_libm.libm_calls(str(folder / "liba.a"))}

    def test_transcendental_functions_are_found(self):
        self.assertEqual({"sin", "powf"}, self.calls_in(
            "double f(double x) { return std::sin(x); }\n"
            "float g(float x, float y) { return std::pow(x, y); }\n"))

    def test_exactly_rounded_functions_are_right(self):
        self.assertEqual(set(), self.calls_in(
            "double f(double x) { return std::sqrt(std::floor(x)) + std::fabs(std::trunc(x)); }\n"))


class MachineNames(unittest.TestCase):
    def test_machine_names_are_found(self):
        home = "/" + "home" + "/somebody/session.toml"
        host = "deb" + ".debian.org"
        self.assertEqual([1, 3], machine_names.findings(f"open({home})\nfine\nget {host}\n"))

    def test_system_paths_are_right(self):
        self.assertEqual([], machine_names.findings("/dev/cpu_dma_latency\n$build/work/a\n"))


class LayoutAndLint(unittest.TestCase):
    """The settings at the top of the tree are read, and a broken rule is an error."""

    def complaint(self, code, *command):
        """What the command says about the code ({} is its file), or nothing if it is content."""
        with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
            file.write(code)
            file.flush()
            done = subprocess.run([word.format(file.name) for word in command],
                                  capture_output=True, text=True, check=False)
            return "" if done.returncode == 0 else done.stdout + done.stderr

    def lint(self, code):
        return self.complaint(code, "clang-tidy", "--quiet", f"--config-file={TOP}/.clang-tidy", "{}",
                              "--", "-std=c++20")

    def layout(self, code):
        return self.complaint(code, "clang-format", f"--style=file:{TOP}/.clang-format", "--dry-run",
                              "-Werror", "{}")

    def test_broken_rules_are_found(self):
        self.assertIn("readability-identifier-naming", self.lint("int badName() { return 0; }\n"))
        self.assertIn("bugprone-integer-division", self.lint("double half() { return 1 / 2; }\n"))
        self.assertIn("clang-format", self.layout("int half( ){return 1;}\n"))

    def test_good_code_is_right(self):
        good = "double half_of(double value) { return value / 2.0; }\n"
        self.assertEqual("", self.lint(good))
        self.assertEqual("", self.layout(good.replace("{ return", "{\n    return").replace("; }", ";\n}")))


if __name__ == "__main__":
    unittest.main()
