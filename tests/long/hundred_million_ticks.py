#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""10^8 ticks on a track: no drift in time, no number lost, no growth in memory.

Two runs in fast pace, one of 10^7 and one of 10^8 ticks: the longer one may not need more memory, its
time is its tick number, the car has stayed whole, and drives as far in the same time.

usage: hundred_million_ticks.py GHOSTCAR    the last line is "N passed, N failed"
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

SESSION = "pack-1"
SHORT_S, LONG_S = 10_000, 100_000


def drive(program, folder, seconds):
    """result.json of a run, and the largest memory it held (getrusage(2), of this child alone)."""
    out = pathlib.Path(folder) / str(seconds)
    command = [program, "run", SESSION, "--pace", "fast", "--record", "off", "--duration", str(seconds), "--out", out]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"exit code {child.returncode} after {seconds} s")
    return json.loads((out / "result.json").read_text()), usage.ru_maxrss


def main():
    if len(sys.argv) != 2:
        print(__doc__.splitlines()[-1], file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        short, short_kib = drive(sys.argv[1], folder, SHORT_S)
        long, long_kib = drive(sys.argv[1], folder, LONG_S)
    # By the way driven: laps are whole numbers.
    rate = [result["judge"]["distance_m"] / seconds for result, seconds in ((short, SHORT_S), (long, LONG_S))]
    car = long["cars"][0]
    checks = {
        f"ticks {long['ticks']}": long["ticks"] == LONG_S * 1000 + 2,
        f"simulated time {long['sim_time_s']} s": long["sim_time_s"] == long["ticks"] / 1000,
        f"memory {short_kib} KiB, then {long_kib} KiB": long_kib <= short_kib * 1.02 + 256,
        f"damage {car['damage']}": car["damage"] == 0,
        f"{short['judge']['distance_m'] / 1000:.1f} km, then {long['judge']['distance_m'] / 1000:.1f} km": math.isclose(*rate, rel_tol=0.002),
        f"on the road, {car['offset_m']:.3f} m from its middle": abs(car["offset_m"]) < 3,
    }
    for words, holds in checks.items():
        print(f"{'ok  ' if holds else 'FAIL'}  {words}")
    results = list(checks.values())
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
