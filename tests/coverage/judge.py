#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every line and every branch of model/judge is reached by its unit tests.

Counts with gcov in a build of the preset "coverage". A branch is one way out of a decision, in the
source as it stands; the ways that only an exception takes (out of memory) are left out.

usage: tests/coverage/judge.py BUILD_DIRECTORY    the last line is "N passed, N failed"
"""
import collections
import json
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
JUDGE = TOP / "model/judge"


def test_programs(build):
    return sorted(path for path in (build / "tests/unit/judge").iterdir()
                  if path.is_file() and path.name.endswith("_test"))


def gcov_files(build):
    """What was counted in the judge's own objects and in those of its tests (headers)."""
    objects = [*(build / "model").rglob("judge/*.gcda"), *(build / "tests/unit/judge").rglob("*.gcda")]
    for data in objects:
        done = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", str(data)],
                              cwd=build, check=True, capture_output=True)
        for line in done.stdout.splitlines():
            yield from json.loads(line)["files"]


def main():
    if len(sys.argv) != 2:
        print(__doc__.splitlines()[-1], file=sys.stderr)
        return 2
    build = pathlib.Path(sys.argv[1]).resolve()
    for old in build.rglob("*.gcda"):
        old.unlink()
    for program in test_programs(build):
        subprocess.run([program], cwd=TOP, check=True, stdout=subprocess.DEVNULL)

    lines = collections.Counter()     # (file, line)
    branches = collections.Counter()  # (file, line, function, number)
    for file in gcov_files(build):
        path = pathlib.Path(file["file"])
        if path.parent != JUDGE:
            continue
        for line in file["lines"]:
            lines[path.name, line["line_number"]] += line["count"]
            real = [branch for branch in line["branches"] if not branch["throw"]]
            for number, branch in enumerate(real):
                branches[path.name, line["line_number"], line.get("function_name", ""), number] += branch["count"]
    missing = [f"model/judge/{name}:{line}: not reached" for (name, line), count in sorted(lines.items()) if count == 0]
    missing += [f"model/judge/{name}:{line}: way {number + 1} of a decision never taken"
                for (name, line, _, number), count in sorted(branches.items()) if count == 0]
    print("\n".join(missing))
    reached = len(lines) + len(branches) - len(missing)
    print(f"{len(lines)} lines and {len(branches)} branches of model/judge")
    print(f"{reached} passed, {len(missing)} failed")
    return 1 if missing or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
