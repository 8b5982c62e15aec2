#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every shipped session gives the same state hash after 60 s in every build, and in the program itself.

Each build must have tests/golden/session_hash; the first one must have the program too. A build for
another processor runs in qemu-user. Sessions on a bus, which session_hash does not know, run without a
wire in every build for this machine that has the program; the board's runs them on the target. The last
comparisons are controls: another car must give another hash, on the bench and on a track.

usage: same_bits.py BUILD_DIRECTORY...    the last line is "N passed, N failed"
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
DATA = TOP / "model/data"
SESSIONS = sorted((DATA / "sessions").glob("*.toml"))
BOARD = TOP / "board/desk/board.toml"
SECONDS = 60
# Where the cross compiler's C library is, for qemu-user (qemu-aarch64(1), option -L).
ARM64_RUNNER = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]
ARM64_MACHINE = 183  # e_machine of an ELF header: EM_AARCH64, elf(5)


def runner_of(program):
    """How to run a program: as it is, or in an emulator of its processor."""
    with open(program, "rb") as file:
        machine = int.from_bytes(file.read(20)[18:20], "little")
    return ARM64_RUNNER if machine == ARM64_MACHINE else []


def hash_of_build(build, session, vehicle=None):
    """What this build makes of the session, with its own car or another."""
    program = build / "tests/golden/session_hash"
    command = [*runner_of(program), program, session, DATA, BOARD, SECONDS, *([vehicle] if vehicle else [])]
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout.strip()


def is_on_a_bus(session):
    return "[can" in session.read_text(encoding="utf-8")


def hash_of_program(build, session):
    """What the program makes of it, as a user runs it. (A drive cut short may fail its judge.)"""
    without_wire = ["--set", "can.bus.0.channel=none"] if is_on_a_bus(session) else []
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "run"
        command = [build / "ghostcar", "run", session, "--pace", "fast", "--record", "off", "--out", out,
                   "--duration", str(SECONDS), *without_wire]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if not (out / "result.json").is_file():
            raise RuntimeError(f"{session.stem}: no result: {done.stderr.strip()}")
        return json.loads((out / "result.json").read_text())["state_hash"]


def main():
    builds = [pathlib.Path(word).resolve() for word in sys.argv[1:]]
    if not builds:
        print(__doc__.splitlines()[-1], file=sys.stderr)
        return 2
    results = []
    program = {}
    # Threads do not run in qemu-user on every kernel: session_hash has none, the program has.
    programs = [build for build in builds if (build / "ghostcar").is_file() and not runner_of(build / "ghostcar")]

    def hashes(session):
        """The program's, and by build."""
        others, of_build = (programs[1:], hash_of_program) if is_on_a_bus(session) else (builds, hash_of_build)
        return hash_of_program(builds[0], session), {build.name: of_build(build, session) for build in others}

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for session, (own, others) in zip(SESSIONS, pool.map(hashes, SESSIONS)):
            program[session.stem] = own
            print(f"{session.stem}\n  {own}  {builds[0].name}/ghostcar")
            for name, found in others.items():
                results.append(found == own)
                print(f"  {found}  {name}  {'same' if results[-1] else 'DIFFERENT'}", flush=True)
    for name, vehicle in (("robot-demo", "focus-paper"), ("cruise-1", "bmw-320i")):
        control = hash_of_build(builds[0], DATA / "sessions" / f"{name}.toml", vehicle)
        results.append(control != program[name])
        words = "different, as it must be" if results[-1] else "SAME: the hash sees nothing"
        print(f"{name} with another car\n  {control}  {words}")
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
