# SPDX-License-Identifier: Apache-2.0
"""What a shipped session costs: instructions per tick, and times real time."""
import dataclasses
import json
import pathlib
import re
import subprocess
import tempfile
import time

SESSIONS = pathlib.Path(__file__).resolve().parents[2] / "model/data/sessions"
BEGIN_S, END_S = 10, 20
START_S, SPEED_S = 1, 310
CLOCKED_RUNS = 5
TICKS_PER_MS = 1


@dataclasses.dataclass
class Cost:
    instructions_per_ms: float
    speed: float
    recording_speed: float = 0.0


class Failed(Exception):
    """A session that does not run to its end."""


def without_wire(session):
    """A wire has only one pace; without one the bus is in the tick all the same."""
    file = SESSIONS / f"{session}.toml"
    return ["--set", "can.bus.0.channel=none"] if "[can" in file.read_text(encoding="utf-8") else []


class Ghostcar:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, session, duration_s, record, wrapper=()):
        """Ticks driven, and what was printed."""
        out = tempfile.mkdtemp(dir=self.folder)
        command = [*wrapper, self.program, "run", session, "--pace", "fast", "--duration", str(duration_s),
                   "--record", record, "--out", out, *without_wire(session)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        result = pathlib.Path(out) / "result.json"
        if not result.exists():
            said = re.sub(r"^==.*\n", "", done.stderr, flags=re.MULTILINE)  # valgrind's own lines
            raise Failed(f"{session}: {said.strip()}")
        return json.loads(result.read_text(encoding="utf-8"))["ticks"], done.stderr

    def count(self, session, duration_s):
        wrapper = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        ticks, log = self.run(session, duration_s, "off", wrapper)
        return ticks, int(re.search(r"Collected : (\d+)", log)[1])

    def clock(self, session, duration_s, record):
        """Ticks, and the shortest of a few times: the others were disturbed."""
        walls_s = []
        for _ in range(CLOCKED_RUNS):
            begin = time.monotonic()
            ticks, _ = self.run(session, duration_s, record)
            walls_s.append(time.monotonic() - begin)
        return ticks, min(walls_s)

    def speed(self, session, record):
        begin_ticks, begin_wall_s = self.clock(session, START_S, record)
        end_ticks, end_wall_s = self.clock(session, SPEED_S, record)
        return (end_ticks - begin_ticks) / TICKS_PER_MS / 1000 / (end_wall_s - begin_wall_s)

    def cost(self, session):
        """None for a session that is over before there is something to measure: it waits for frames of others."""
        begin_ticks, begin = self.count(session, BEGIN_S)
        end_ticks, end = self.count(session, END_S)
        if end_ticks == begin_ticks:
            return None
        return Cost((end - begin) / (end_ticks - begin_ticks) * TICKS_PER_MS, self.speed(session, "off"),
                    self.speed(session, "on"))

    def sessions(self):
        """The names of all shipped ones."""
        listing = subprocess.run([self.program, "list", "experiments", "--json"], capture_output=True, check=True)
        return [row["name"] for row in json.loads(listing.stdout)]
