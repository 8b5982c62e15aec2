#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy over every source of the product, or of its tests, and only where something changed.

Sources are looked at as the build compiles them, those of a folder together (joint_sources.cmake): the
headers they share, which take most of the time, are read once. What was clean is remembered by the hash
of all that could change the answer: the sources' text, the project's headers they include, the compile
command, the settings and clang-tidy's version. The memory is the user's, not the tree's: another clone
asks no question twice, as with the compiler cache.

usage: lint.py BUILD_DIRECTORY [--tests]    exit code 1 and clang-tidy's words when a source is not clean
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

TOP = pathlib.Path(__file__).resolve().parents[1]
FORGOTTEN_AFTER_S = 30 * 86400  # unused for so long
TESTS = ("tests",)
PRODUCT = ("model", "rt_core", "drivers", "can_bridge", "hmi_link", "board")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def compile_commands(build, folders):
    """What is compiled -> its compile command: sources of the product and those CMake has joined, or tests;
    no other generated ones. The tests, which are not joined, take several times as long."""
    entries = json.loads((build / "compile_commands.json").read_text())
    commands = {pathlib.Path(entry["file"]): entry["command"] for entry in entries}
    return {path: command for path, command in sorted(commands.items())
            if folders is PRODUCT and path.parent.name == "Unity" and path.is_relative_to(build)
            or path.is_relative_to(TOP) and path.relative_to(TOP).parts[0] in folders}


def include_closure(source, roots):
    """The source and all headers it reaches by #include "..." below the roots, in a fixed order."""
    reached, waiting = {source: None}, [source]
    while waiting:
        for name in INCLUDE.findall(waiting.pop().read_text(encoding="utf-8")):
            header = next((root / name for root in roots if (root / name).is_file()), None)
            if header and header not in reached:
                reached[header] = None
                waiting.append(header)
    return sorted(reached)


def fingerprint(source, command, constants):
    words = shlex.split(command)
    roots = [TOP] + [pathlib.Path(words[i + 1]) for i, word in enumerate(words) if word == "-isystem"]
    digest = hashlib.sha256(constants)
    digest.update(command.replace(str(TOP), "").encode())
    for path in include_closure(source, roots):
        if path.parent.name != "Unity":  # nothing but the places of the sources it joins
            digest.update(path.read_bytes())
    return digest.hexdigest()


def arguments_for_clang(command):
    """The compiler's, without the headers that gcc has compiled before: clang would take them for its own."""
    words = shlex.split(command)[1:]
    return [word for before, word in zip([""] + words, words)
            if "-include" not in (before, word) and word != "-Winvalid-pch"]


def lint(source, command, build, folders):
    """Empty when clean, else what clang-tidy says."""
    run = subprocess.run(
        ["clang-tidy", "--quiet", f"--header-filter=^{re.escape(str(TOP))}/({'|'.join(folders)})/", str(source), "--",
         *arguments_for_clang(command), "-Wno-unknown-warning-option",
         "-Wno-shadow"],  # joined sources see each other's names; gcc's own -Wshadow is on
        capture_output=True, text=True, check=False, cwd=build)
    return "" if run.returncode == 0 else (run.stdout or run.stderr)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    folders = TESTS if sys.argv[2:] == ["--tests"] else PRODUCT
    caches = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    remembered = caches / "ghostcar" / "lint"
    remembered.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    constants = version + (TOP / ".clang-tidy").read_bytes()

    commands = compile_commands(build, folders)
    marks = {source: remembered / fingerprint(source, command, constants) for source, command in commands.items()}
    due = [source for source, mark in marks.items() if not mark.exists()]
    dirty = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, words in zip(due, pool.map(lambda one: lint(one, commands[one], build, folders), due)):
            if words:
                dirty += 1
                print(words.strip().replace(f"{TOP}/", ""), flush=True)
            else:
                marks[source].touch()
    for mark in marks.values():
        if mark.exists():
            mark.touch()
    for mark in remembered.iterdir():
        if time.time() - mark.stat().st_mtime > FORGOTTEN_AFTER_S:
            mark.unlink(missing_ok=True)
    print(f"lint: {len(marks)} compilations, {len(due)} looked at, {dirty} not clean")
    return 1 if dirty else 0


if __name__ == "__main__":
    sys.exit(main())
