# SPDX-License-Identifier: Apache-2.0
"""Cyclic frames leave in exactly their tick: the log of a run, in which times are ticks, has no jitter at all.

The control is the same log with one frame a tick late: the same look has to see that.
"""
import collections
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "program"))
from program import ProgramTest  # noqa: E402

# Messages of ghostcar.dbc by their cycle. Faults is also sent on a change, so it is not among them.
CYCLES_MS = {0x200: 10, 0x300: 10, 0x301: 10, 0x310: 10, 0x220: 20, 0x320: 20, 0x210: 100, 0x400: 100}
DRIVE_S = 45


def microseconds(line):
    second, microsecond = line.split()[0].strip("()").split(".")
    return int(second) * 1_000_000 + int(microsecond)


def steps_of(lines):
    """For each id the times from one frame to the next, in microseconds."""
    times = collections.defaultdict(list)
    for line in lines:
        times[int(line.split()[2].split("#")[0], 16)].append(microseconds(line))
    return {identifier: [after - before for before, after in zip(row, row[1:])] for identifier, row in times.items()}


def with_one_late(lines, text):
    """The middle one of the lines that contain `text` one millisecond later."""
    places = [place for place, line in enumerate(lines) if text in line]
    place = places[len(places) // 2]
    late_us = microseconds(lines[place]) + 1000
    words = lines[place].split()
    words[0] = f"({late_us // 1_000_000}.{late_us % 1_000_000:06d})"
    return [*lines[:place], " ".join(words), *lines[place + 1:]]


class Jitter(ProgramTest):
    def test_every_frame_has_its_tick(self):
        self.run_session("--pace", "fast", "--record", "off", "--set", "can.bus.0.channel=none",
                         "--set", 'can.log={formats=["candump"]}', session="can-restbus")
        lines = (self.folder / "run/can.log").read_text().splitlines()
        steps = steps_of(lines)
        for identifier, cycle_ms in CYCLES_MS.items():
            with self.subTest(id=f"{identifier:X}"):
                self.assertGreaterEqual(len(steps[identifier]), DRIVE_S * 1000 // cycle_ms - 1)
                self.assertEqual(set(steps[identifier]), {cycle_ms * 1000})
        self.assertEqual(set(steps_of(with_one_late(lines, " 200#"))[0x200]), {9000, 10000, 11000})


if __name__ == "__main__":
    unittest.main()
