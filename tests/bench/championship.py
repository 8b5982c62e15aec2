# SPDX-License-Identifier: Apache-2.0
"""What a championship costs: the shipped one on two cores, the same with twelve controllers in shared
libraries, and instructions per tick of their events."""
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

SHIPPED = pathlib.Path(__file__).resolve().parents[2] / "model/data/races/class-championship.toml"
VEHICLES = ["focus-2.0-mt", "bmw-320i", "ford-escort", "vw-vanagon", "city-car"]
LIBRARIES = 12
# A process under valgrind needs more room than its own; the limit costs nothing.
MEMORY_MB = 100_000
JOBS = 2
BEGIN_S, END_S = 2, 6


class Failed(Exception):
    """A championship that does not run to its end."""


def checked(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise Failed(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout


def with_libraries(program, folder):
    """The shipped championship, driven by what `ghostcar new controller` writes; each has a library of its own."""
    folder = pathlib.Path(folder).resolve()
    checked([program, "new", "controller", "student"], cwd=folder)
    build = folder / "student/build"
    checked(["cmake", "-B", build, "-S", build.parent])
    checked(["cmake", "--build", build])
    text = '[championship]\nname = "Twelve shared libraries"\n'
    for number in range(LIBRARIES):
        library = shutil.copy(build / "libstudent.so", folder / f"libstudent{number}.so")
        text += (f'[[participant]]\nname = "Student {number + 1}"\nvehicle = "{VEHICLES[number % len(VEHICLES)]}"\n'
                 f'controller = {{ library = "{library}", memory_mb = {MEMORY_MB} }}\n')
    shipped = SHIPPED.read_text(encoding="utf-8")
    file = folder / "libraries.toml"
    file.write_text(text + shipped[shipped.index("[[event]]"):], encoding="utf-8")
    return file


def run(program, folder, championship):
    """ranking.json and machine.json."""
    out = pathlib.Path(tempfile.mkdtemp(dir=folder)) / "race"
    ranking = checked([program, "race", championship, "--jobs", str(JOBS), "--json", "--out", out])
    return json.loads(ranking), json.loads((out / "machine.json").read_text(encoding="utf-8"))


def count(program, folder, command, duration_s):
    """Cars, processes, ticks and instructions of a run of the championship, cut short."""
    out = pathlib.Path(tempfile.mkdtemp(dir=folder))
    words = shlex.split(command)
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--trace-children=yes", "--callgrind-out-file=/dev/null",
         f"--log-file={out}/%p.log", program, *words[1:], "--record", "off", "--duration", str(duration_s),
         "--out", out / "run"], capture_output=True, text=True, check=False)
    result = out / "run/result.json"
    if not result.exists():
        raise Failed(f"{command}: {done.stderr.strip()}")
    driven = json.loads(result.read_text(encoding="utf-8"))
    counts = [int(found[1]) for log in out.glob("*.log")
              if (found := re.search(r"Collected : (\d+)", log.read_text(encoding="utf-8")))]
    return len(driven["cars"]), len(counts), driven["ticks"], sum(counts)


def cost(program, folder, command):
    """Cars, processes, and instructions per tick of all of them; none when the drive is over too soon."""
    cars, processes, begin_ticks, begin = count(program, folder, command, BEGIN_S)
    _, end_processes, end_ticks, end = count(program, folder, command, END_S)
    if end_processes != processes:
        raise Failed(f"{command}: counted {processes} processes, then {end_processes}")
    if end_ticks - begin_ticks != 1000 * (END_S - BEGIN_S):
        return cars, processes, None
    return cars, processes, (end - begin) / (end_ticks - begin_ticks)


def print_championship(program, folder, championship):
    ranking, machine = run(program, folder, championship)
    participants = len(ranking["ranking"])
    print(f"\n{ranking['championship']}: {participants} participants, {len(ranking['events'])} events, "
          f"{JOBS} runs at a time")
    print(f"{'simulated seconds per second':36}{machine['simulated_s_per_s']:12.0f}")
    print(f"{'seconds simulated, seconds taken':36}{machine['simulated_s']:12.0f}{machine['wall_s']:12.1f}")
    print(f"{'event':24}{'cars':>12}{'processes':>12}{'instructions per tick':>24}")
    for event in ranking["events"]:
        # The first of the list: a good driver, so that the run lasts. (The template's knows no leader, and is
        # soon past it.)
        first = ranking["events"][0]["runs"][0]["participant"]
        command = next(row["command"] for row in event["runs"] if row["participant"] == first)
        cars, processes, instructions = cost(program, folder, command)
        figure = "over too soon" if instructions is None else f"{instructions:.0f}"
        print(f"{event['name']:24}{cars:12}{processes:12}{figure:>24}", flush=True)


def print_costs(program, folder):
    """Instructions are those of all processes: the program, and of each library its host and the controller
    itself, student code included."""
    print_championship(program, folder, SHIPPED.stem)
    print_championship(program, folder, with_libraries(program, folder))
