#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The same session gives the same state hash in every build, and in the program itself.

Each build must have tests/golden/session_hash; the first one must have the program too. The last
comparison is a control: another car must give another hash.

usage: same_bits.py BUILD_DIRECTORY...    the last line is "N passed, N failed"
"""
import json
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
SESSION = TOP / "model/data/sessions/robot-demo.toml"
VEHICLES = TOP / "model/data/vehicles"
BOARD = TOP / "board/desk/board.toml"


def hash_of_build(build, vehicle):
    """What this build makes of the session with this car."""
    command = [build / "tests/golden/session_hash", SESSION, VEHICLES / f"{vehicle}.toml", BOARD]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def hash_of_program(build):
    """What the program makes of it, as a user runs it."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "run"
        command = [build / "ghostcar", "run", SESSION, "--pace", "fast", "--record", "off", "--out", out]
        subprocess.run(command, check=True, capture_output=True)
        return json.loads((out / "result.json").read_text())["state_hash"]


def main():
    builds = [pathlib.Path(word).resolve() for word in sys.argv[1:]]
    if not builds:
        print(__doc__.splitlines()[-1], file=sys.stderr)
        return 2
    program = hash_of_program(builds[0])
    print(f"{program}  {builds[0].name}/ghostcar")
    results = []
    for build in builds:
        found = hash_of_build(build, "focus-2.0-mt")
        results.append(found == program)
        print(f"{found}  {build.name}  {'same' if results[-1] else 'DIFFERENT'}")
    control = hash_of_build(builds[0], "focus-paper")
    results.append(control != program)
    print(f"{control}  another car  {'different, as it must be' if results[-1] else 'SAME: the hash sees nothing'}")
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
