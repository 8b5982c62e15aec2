# SPDX-License-Identifier: Apache-2.0
"""What the job "can" left behind, read into plain values."""

import dataclasses
import re

import readings


@dataclasses.dataclass(frozen=True)
class Frame:
    """A line of candump's log."""

    time_s: float
    identifier: int
    data: bytes


@dataclasses.dataclass(frozen=True)
class Run:
    """One session on a bus: its files, and what candump heard."""

    name: str
    result: dict
    timing: dict
    replay: str
    frames: tuple

    @property
    def bus(self):
        return self.result["can"][0]

    def times_s(self, identifier):
        return [frame.time_s for frame in self.frames if frame.identifier == identifier]


def read_frames(path):
    lines = re.findall(r"^\((\d+\.\d+)\) \w+ ([0-9A-F]{3})#([0-9A-F]*)$", readings.read_text(path), re.MULTILINE)
    return tuple(Frame(float(time), int(identifier, 16), bytes.fromhex(data)) for time, identifier, data in lines)


def read_run(folder, name):
    return Run(name, readings.read_json(folder / f"{name}-result.json"), readings.read_json(folder / f"{name}-timing.json"),
               readings.read_text(folder / f"{name}-replay"), read_frames(folder / f"{name}-bus.log"))


def read_memory(folder):
    """Resident kB at the three moments the job looked."""
    text = readings.read_text(folder / "vcan-memory")
    return {moment: int(size) for moment, size in re.findall(r"^(\w+) VmRSS:\s+(\d+)", text, re.MULTILINE)}


def read_answers(folder, name):
    """{"7E0 09 02": bytes of the answer, or None for silence}"""
    answers = {}
    for line in readings.read_text(folder / f"{name}-answers").splitlines():
        question, _, answer = line.partition(": ")
        answers[question] = None if answer == "silence" else bytes.fromhex(answer)
    return answers
