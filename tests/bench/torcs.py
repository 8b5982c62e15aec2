# SPDX-License-Identifier: Apache-2.0
"""What a step of TORCS costs, for comparison. Nothing here is needed by Ghostcar.

TORCS runs in its text mode (-r), from a settings folder of its own, with the robots its package
brings. It knows no duration, only laps, and goes on with fewer and fewer cars until the last one
has finished. So both measurements look at a part of the race in which all cars drive:
instructions between two moments of one race under callgrind, which dumps its counters every so
many basic blocks, and time between two rounds of the leader.
"""
import os
import pathlib
import re
import shutil
import subprocess
import time

STEP_S = 0.002
COUNTDOWN_S = 2
ROBOT, FIRST_ROBOT = "bt", 0
TRACK, TRACK_CATEGORY = "forza", "road"

RACE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE params SYSTEM "params.dtd">
<params name="race" type="param">
 <section name="Header"><attstr name="name" val="race"/></section>
 <section name="Tracks">
  <attnum name="maximum number" val="1"/>
  <section name="1">
   <attstr name="name" val="{track}"/><attstr name="category" val="{category}"/>
  </section>
 </section>
 <section name="Races"><section name="1"><attstr name="name" val="Bench"/></section></section>
 <section name="Bench">
  <attstr name="type" val="race"/>
  <attstr name="starting order" val="drivers list"/>
  <attstr name="restart" val="no"/>
  <attnum name="laps" val="{laps}"/>
  <section name="Starting Grid">
   <attnum name="rows" val="2"/>
   <attnum name="distance to start" val="25"/>
   <attnum name="distance between columns" val="20"/>
   <attnum name="offset within a column" val="10"/>
   <attnum name="initial height" val="0.2"/>
  </section>
 </section>
 <section name="Drivers">
  <attnum name="maximum number" val="{cars}"/>{drivers}
 </section>
</params>
"""
DRIVER = """
  <section name="{place}"><attnum name="idx" val="{index}"/><attstr name="module" val="{robot}"/></section>"""


class Failed(Exception):
    """TORCS is there but does not do what is expected of it."""


def find():
    """The start script; Debian puts games where root's PATH does not look."""
    return shutil.which("torcs") or shutil.which("torcs", path="/usr/games")


class Race:
    """A race prepared in a folder of its own, as every race begins: with nothing learned."""

    def __init__(self, script, folder, cars, laps):
        self.folder = pathlib.Path(folder)
        self.file = self.folder / "race.xml"
        drivers = "".join(DRIVER.format(place=place + 1, index=place + FIRST_ROBOT, robot=ROBOT)
                          for place in range(cars))
        self.file.write_text(RACE.format(track=TRACK, category=TRACK_CATEGORY, laps=laps, cars=cars,
                                         drivers=drivers), encoding="utf-8")
        # -e fills the settings folder and says what the script would start, without starting it:
        # valgrind is to see the program, not the shell around it.
        said = subprocess.run([script, "-e"], env={**os.environ, "HOME": str(self.folder)},
                              capture_output=True, text=True, check=False).stdout
        data, libraries, program, options = (
            re.search(pattern, said, re.MULTILINE)
            for pattern in (r"^cd (.+)$", r"LD_LIBRARY_PATH=(.+)$", r"^gdb +(.+)$", r"^r (-l .+)$"))
        if not (data and libraries and program and options):
            raise Failed(f"{script} -e does not say how it starts")
        self.data = data[1]
        self.environment = {**os.environ, "HOME": str(self.folder), "LD_LIBRARY_PATH": libraries[1]}
        self.command = [program[1], *options[1].split(), "-r", str(self.file)]

    def start(self, *wrapper, output=subprocess.DEVNULL):
        return subprocess.Popen([*wrapper, *self.command], cwd=self.data, env=self.environment,
                                stdout=output, stderr=subprocess.DEVNULL, text=True)


def steps_and_instructions(dump):
    """One dump of callgrind: calls of SimUpdate (one per step), and all instructions."""
    text = dump.read_text(encoding="utf-8", errors="replace")
    step = re.search(r"fn=\((\d+)\) SimUpdate\(", text)
    calls = re.findall(rf"^cfn=\({step[1]}\).*\ncalls=(\d+)", text, re.MULTILINE) if step else []
    return sum(map(int, calls)), int(re.search(r"^summary: (\d+)", text, re.MULTILINE)[1])


def dumps(race, blocks):
    """The dumps of a race under callgrind, each when the next is there and it so is complete."""
    process = race.start("valgrind", "--tool=callgrind", f"--dump-every-bb={blocks}",
                         f"--callgrind-out-file={race.folder}/dump")
    try:
        number = 1
        while process.poll() is None:
            if (race.folder / f"dump.{number + 1}").exists():
                yield race.folder / f"dump.{number}"
                number += 1
            else:
                time.sleep(0.05)
    finally:
        process.kill()
        process.wait()


def instructions_per_step(script, folder, cars, from_s, to_s):
    begin, end = (int((moment_s + COUNTDOWN_S) / STEP_S) for moment_s in (from_s, to_s))
    step, counted_steps, counted_instructions = 0, 0, 0
    for dump in dumps(Race(script, folder, cars, laps=1), blocks=1_000_000 * cars):
        steps, instructions = steps_and_instructions(dump)
        if step >= begin:
            counted_steps += steps
            counted_instructions += instructions
        step += steps
        if step >= end:
            return counted_instructions / counted_steps
    raise Failed(f"the race of {cars} under callgrind ended before {to_s} s")


def speed(script, folder, cars, laps):
    """Times real time, from the leader's first to his last passing of the line."""
    # Lap by lap, even though the output is not a terminal.
    process = Race(script, folder, cars, laps).start("stdbuf", "-oL", output=subprocess.PIPE)
    try:
        passed = []
        for line in process.stdout:
            found = re.search(r"Sim Time: +([0-9.]+) \[s\], Leader Laps: +(\d+)", line)
            if found:
                passed.append((time.monotonic(), float(found[1])))
            if found and int(found[2]) == laps:
                (begin, begin_s), (end, end_s) = passed[0], passed[-1]
                return (end_s - begin_s) / (end - begin)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    raise Failed(f"the race of {cars} ended before lap {laps}")
