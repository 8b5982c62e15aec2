#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every line and every branch of model/judge is reached by its unit tests.

Counts with gcov in a build of the preset "coverage". A branch is one way out of a decision, in the
source as it stands. The ways that only an exception takes (out of memory) are left out: gcov marks
them, but for the clean-up it puts on a closing brace, where the source says nothing. The count is
trusted only if it finds holes where tests are left out: in a source that other tests still reach a
little, and in one that no other program has in it at all.

usage: tests/coverage/judge.py BUILD_DIRECTORY    the last line is "N passed, N failed"
"""
import collections
import functools
import json
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
JUDGE = TOP / "model/judge"
LEFT_OUT = {"park_judge_test": "park_judge.cpp", "speed_trace_test": "speed_trace.cpp"}


class Count:
    """How often each line and each way out of a decision was taken."""

    def __init__(self, build):
        self.build = build
        self.lines = collections.Counter()     # (file, line)
        self.branches = collections.Counter()  # (file, line, function, number)

    def add(self, file):
        # Relative to the build with a compiler cache; without one the prefix map of the project's
        # flags has taken the top away, and the compiler has put the build in its place.
        path = (self.build / file["file"]).resolve()
        if path.parent not in (JUDGE, self.build / "model/judge") or not (JUDGE / path.name).is_file():
            return
        for line in file["lines"]:
            place = path.name, line["line_number"]
            if not any(map(str.isalnum, self.source(place))):
                continue
            self.lines[place] += line["count"]
            real = [branch for branch in line["branches"] if not branch["throw"]]
            for number, branch in enumerate(real):
                self.branches[*place, line.get("function_name", ""), number] += branch["count"]

    @staticmethod
    @functools.cache
    def text(name):
        return (JUDGE / name).read_text().splitlines()

    def source(self, place):
        name, line = place
        return self.text(name)[line - 1]

    def holes(self):
        return ([f"model/judge/{name}:{line}: not reached"
                 for (name, line), count in sorted(self.lines.items()) if count == 0] +
                [f"model/judge/{name}:{line}: way {number + 1} of a decision never taken"
                 for (name, line, _, number), count in sorted(self.branches.items()) if count == 0])


def run(build, programs):
    """The files of gcov after these programs: the judge's own objects and those of its tests (headers)."""
    for old in build.rglob("*.gcda"):
        old.unlink()
    for program in programs:
        subprocess.run([program], cwd=TOP, check=True, stdout=subprocess.DEVNULL)
    # By what was compiled, not by what has run: a source that no program has in it counts as never reached.
    for notes in [*(build / "model").rglob("judge/*.gcno"), *(build / "tests/unit/judge").rglob("*.gcno")]:
        done = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", str(notes)],
                              cwd=build, check=True, capture_output=True)
        for line in done.stdout.splitlines():
            yield from json.loads(line)["files"]


def main():
    if len(sys.argv) != 2:
        print(__doc__.splitlines()[-1], file=sys.stderr)
        return 2
    build = pathlib.Path(sys.argv[1]).resolve()
    programs = sorted(path for path in (build / "tests/unit/judge").iterdir()
                      if path.is_file() and path.name.endswith("_test"))
    count = Count(build)
    for file in run(build, [program for program in programs if program.name not in LEFT_OUT]):
        count.add(file)
    blind = [source for source in LEFT_OUT.values() if not any(f"/{source}:" in hole for hole in count.holes())]
    for file in run(build, [program for program in programs if program.name in LEFT_OUT]):
        count.add(file)

    failures = count.holes() + [f"model/judge/{source}: no hole is seen without its test: this count cannot be trusted"
                                for source in blind]
    print("\n".join(failures))
    things = len(count.lines) + len(count.branches) + len(LEFT_OUT)
    print(f"{len(count.lines)} lines and {len(count.branches)} branches of model/judge")
    print(f"{things - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
