# SPDX-License-Identifier: Apache-2.0
"""What a championship costs: the shipped one on two cores, and instructions per tick of its events."""
import json
import pathlib
import re
import shlex
import subprocess
import tempfile

NAME = "class-championship"
JOBS = 2
BEGIN_S, END_S = 2, 6  # every event lasts longer than that


class Failed(Exception):
    """A championship that does not run to its end."""


def run(program, folder):
    """ranking.json and machine.json."""
    out = pathlib.Path(tempfile.mkdtemp(dir=folder)) / "race"
    done = subprocess.run([program, "race", NAME, "--jobs", str(JOBS), "--json", "--out", out],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"{NAME}: {done.stderr.strip()}")
    return json.loads(done.stdout), json.loads((out / "machine.json").read_text(encoding="utf-8"))


def count(program, folder, command, duration_s):
    """Cars, ticks and instructions of a run of the championship, cut short."""
    out = tempfile.mkdtemp(dir=folder)
    words = shlex.split(command)
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *words[1:], "--record", "off",
         "--duration", str(duration_s), "--out", out], capture_output=True, text=True, check=False)
    result = pathlib.Path(out) / "result.json"
    if not result.exists():
        raise Failed(f"{command}: {done.stderr.strip()}")
    driven = json.loads(result.read_text(encoding="utf-8"))
    return len(driven["cars"]), driven["ticks"], int(re.search(r"Collected : (\d+)", done.stderr)[1])


def cost(program, folder, command):
    """Cars, and instructions per tick."""
    cars, begin_ticks, begin = count(program, folder, command, BEGIN_S)
    _, end_ticks, end = count(program, folder, command, END_S)
    if end_ticks == begin_ticks:
        raise Failed(f"{command}: over after {begin_ticks} ticks, nothing left to measure")
    return cars, (end - begin) / (end_ticks - begin_ticks)


def print_costs(program, folder):
    ranking, machine = run(program, folder)
    participants = len(ranking["ranking"])
    print(f"\nChampionship: {participants} participants, {len(ranking['events'])} events, {JOBS} runs at a time")
    print(f"{'simulated seconds per second':36}{machine['simulated_s_per_s']:12.0f}")
    print(f"{'seconds simulated, seconds taken':36}{machine['simulated_s']:12.0f}{machine['wall_s']:12.1f}")
    print(f"{'event':24}{'cars':>12}{'instructions per tick':>24}")
    for event in ranking["events"]:
        # The first of the list: a good driver, so that the run lasts.
        first = ranking["events"][0]["runs"][0]["participant"]
        command = next(row["command"] for row in event["runs"] if row["participant"] == first)
        cars, instructions = cost(program, folder, command)
        print(f"{event['name']:24}{cars:12}{instructions:24.0f}", flush=True)
