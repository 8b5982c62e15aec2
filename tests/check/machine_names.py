#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when a file of the project names somebody's machine: a home, a work folder, a package host.

usage: git ls-files -z | machine_names.py    exit code 1 and one line per finding
"""
import pathlib
import re
import sys

# Written with brackets so that this file does not find itself.
NAMES = re.compile(r"(?:^|[^\w.}])/(?:wor[k]|hom[e]|roo[t])/|deb[.]debian|registry[.]npmjs")


def findings(text):
    """The numbers of the lines that name a machine."""
    return [number for number, line in enumerate(text.splitlines(), start=1) if NAMES.search(line)]


def main():
    top = pathlib.Path(__file__).resolve().parents[2]
    found = 0
    for name in filter(None, sys.stdin.read().split("\0")):
        path = top / name
        if not path.is_file():
            continue
        for number in findings(path.read_text(encoding="utf-8", errors="replace")):
            print(f"{name}:{number}: names a machine; use a path relative to the project")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
