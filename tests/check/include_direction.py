#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when an include points outward, against the arrows of the house:

    model <- rt_core <- { drivers, can_bridge, hmi_link } <- board

and when the model includes what belongs to the operating system (threads, clocks, files).

usage: include_direction.py [TOP]    exit code 1 and one line per wrong include
"""
import pathlib
import re
import sys

# Folder -> folders it may include from (itself included).
ALLOWED = {
    "model": {"model"},
    "rt_core": {"model", "rt_core"},
    "drivers": {"model", "rt_core", "drivers"},
    "can_bridge": {"model", "rt_core", "can_bridge"},
    "hmi_link": {"model", "rt_core", "hmi_link"},
    "board": {"model", "rt_core", "drivers", "can_bridge", "hmi_link", "board"},
}

# What a pure function of state, input and a fixed dt has no use for: input and output, time,
# threads, and randomness that differs between libraries (libm calls are found by no_libm.py).
FORBIDDEN_IN_MODEL = {
    "atomic", "barrier", "chrono", "complex", "condition_variable", "cstdio", "ctime",
    "filesystem", "fstream", "future", "iostream", "latch", "mutex", "random",
    "semaphore", "shared_mutex", "signal.h", "stdio.h", "stop_token", "thread", "time.h",
    "unistd.h",
}
FORBIDDEN_PREFIXES_IN_MODEL = ("sys/", "linux/", "netinet/", "arpa/", "pthread", "sched", "fcntl")

SUFFIXES = {".h", ".cpp", ".c"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def wrong_include(folder, delimiter, name):
    """Why this include is wrong in this folder, or None."""
    if delimiter == '"' or name.split("/")[0] in ALLOWED:
        owner = name.split("/")[0]
        if owner not in ALLOWED:
            return "is not rooted at the top of the repository"
        if owner not in ALLOWED[folder]:
            return f"points outward: {folder} may know only {', '.join(sorted(ALLOWED[folder]))}"
    elif folder == "model":
        if name in FORBIDDEN_IN_MODEL or name.startswith(FORBIDDEN_PREFIXES_IN_MODEL):
            return "belongs to the operating system, which the model does not know"
    return None


def violations(top):
    """Yields one line per wrong include below top."""
    for folder in ALLOWED:
        for path in sorted((top / folder).rglob("*")):
            if path.suffix not in SUFFIXES or "node_modules" in path.parts:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                match = INCLUDE.match(line)
                reason = match and wrong_include(folder, *match.groups())
                if reason:
                    yield f"{path.relative_to(top)}:{number}: {match.group(2)} {reason}"


def main():
    default_top = pathlib.Path(__file__).resolve().parents[2]
    top = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default_top
    found = list(violations(top))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
