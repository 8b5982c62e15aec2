# SPDX-License-Identifier: Apache-2.0
"""What a run left behind, read into plain values: the demo's result.json and timing.json, cyclictest's report."""

import dataclasses
import hashlib
import json
import re


class ReadingError(Exception):
    """A file is missing or does not say what it should: one line for the user."""


@dataclasses.dataclass(frozen=True)
class Ending:
    outcome: str
    exit_code: int

    def __str__(self):
        return f"{self.outcome} (exit code {self.exit_code})"


@dataclasses.dataclass(frozen=True)
class Desk:
    """The desk's run of the same session: what every turn must reproduce."""

    state_hash: str
    ticks: int
    ending: Ending


@dataclasses.dataclass(frozen=True)
class Turn:
    """One run of the demo in the guest, and the cyclictest before it (None for the control)."""

    state_hash: str
    ending: Ending
    realtime: bool
    overruns: int
    page_faults: int
    wake_max_us: float
    wake_p99_us: float
    tick_max_us: float
    wake_hash: str
    kernel: str
    cyclictest_max_us: float = None


@dataclasses.dataclass(frozen=True)
class Case:
    """The turns of one case; of each figure the worst."""

    name: str
    turns: tuple

    def with_turns_of(self, other):
        return Case(self.name, self.turns + other.turns)

    def worst(self, figure):
        return max(getattr(turn, figure) for turn in self.turns)

    wake_max_us = property(lambda self: self.worst("wake_max_us"))
    wake_p99_us = property(lambda self: self.worst("wake_p99_us"))
    tick_max_us = property(lambda self: self.worst("tick_max_us"))
    cyclictest_max_us = property(lambda self: self.worst("cyclictest_max_us"))
    overruns = property(lambda self: self.worst("overruns"))
    page_faults = property(lambda self: self.worst("page_faults"))

    @property
    def state_hash(self):
        return " ".join(sorted({turn.state_hash for turn in self.turns}))

    @property
    def wake_hash(self):
        """One hash over all turns, in order."""
        return hashlib.sha256(" ".join(turn.wake_hash for turn in self.turns).encode()).hexdigest()[:16]

    def as_json(self):
        keys = ("wake_max_us", "wake_p99_us", "tick_max_us", "cyclictest_max_us",
                "overruns", "page_faults", "wake_hash", "state_hash")
        return {key: getattr(self, key) for key in keys} | {"turns": [dataclasses.asdict(turn) for turn in self.turns]}


def read_text(path):
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ReadingError(f"{path}: {error.strerror}: see console.log beside it") from error


def read_json(path, *keys):
    try:
        values = json.loads(read_text(path))
        for key in keys:
            values = values[key]
        return values
    except (ValueError, KeyError, TypeError) as error:
        raise ReadingError(f"{path}: no {'.'.join(keys) or 'JSON'} in it: is the program of this version?") from error


def cyclictest_max_us(path):
    # With -h and one thread: "# Max Latencies: 00033"; values beyond the histogram count here too.
    found = re.search(r"^# Max Latencies: (\d+)$", read_text(path), re.MULTILINE)
    if not found:
        raise ReadingError(f"{path}: no '# Max Latencies' in cyclictest's report: see console.log beside it")
    return float(found[1])


def read_ending(result_path, exit_code):
    return Ending(read_json(result_path, "outcome"), int(exit_code))


def read_desk(folder, exit_code):
    result = folder / "result.json"
    return Desk(read_json(result, "state_hash"), read_json(result, "ticks"), read_ending(result, exit_code))


def read_turn(folder, name, with_cyclictest=True):
    result, timing = folder / f"{name}-result.json", folder / f"{name}-timing.json"
    return Turn(
        state_hash=read_json(result, "state_hash"),
        ending=read_ending(result, read_text(folder / f"{name}-exit_code")),
        realtime=read_json(timing, "realtime"),
        overruns=read_json(timing, "overruns"),
        page_faults=read_json(timing, "page_faults"),
        wake_max_us=read_json(timing, "wake_us", "max"),
        wake_p99_us=read_json(timing, "wake_us", "p99"),
        tick_max_us=read_json(timing, "tick_us", "max"),
        wake_hash=read_json(timing, "wake_hash"),
        kernel=read_json(timing, "kernel"),
        cyclictest_max_us=cyclictest_max_us(folder / f"{name}-cyclictest") if with_cyclictest else None,
    )


def read_case(folder, name, turns):
    return Case(name, tuple(read_turn(folder, f"{name}-{turn}") for turn in range(1, turns + 1)))
