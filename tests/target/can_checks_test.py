# SPDX-License-Identifier: Apache-2.0
"""Controls of the CAN job's checks: a good run passes, and each kind of bad one fails exactly its own check."""

import copy
import io
import unittest

import can_checks
import can_readings
import checks

RPM = 2000.0
RESULT = {
    "outcome": "finished",
    "ticks": 10000,
    "diagnostics": {"iso_tp": "own", "requests": 6},
    "can": [{
        "state": "active", "sent": 9000, "own": 8998, "not_sent": 100, "stale": 50, "dropped": 0, "malformed": 0,
        "not_allowed": 0, "foreign_senders": 0, "error_frames": 4002, "bus_offs": 1, "largest_tec": 255,
        "messages": [{"status": "ok", "frames": 9500, "wrong_checksum": 9000}, {"status": "ok"}],
    }],
}
TIMING = {"realtime": True, "overruns": 0, "dropped_periods": 0, "page_faults": 0, "wake_us": {"max": 40.0},
          "tick_us": {"max": 60.0}}
LINK = "can state ERROR-ACTIVE\n bitrate 500000"
MEMORY = {"before": 30000, "after": 30000, "end": 30000}
ANSWERS = {
    "7E0 09 02": b"\x49\x02\x01" + can_checks.VIN,
    "7DF 01 0C": bytes.fromhex("410C1F40"),
    "7E0 01 0C": bytes.fromhex("410C1F40"),
    "7E0 22 F1 90": b"\x62\xF1\x90" + can_checks.VIN,
    "7E0 22 01 00 02 00 01 00 FF": b"\x7F\x22\x13",
    "7DF 01 05": None,
}


def engine_data(time_s, rpm=RPM):
    return can_readings.Frame(time_s, can_checks.ENGINE_DATA, bytes(2) + round(rpm * 4).to_bytes(2, "little") + bytes(4))


def engine_log(*silences):
    """Ten seconds of EngineData without those that fall into (from, to)."""
    times = [number * can_checks.CYCLE_S for number in range(1000)]
    return tuple(engine_data(time) for time in times if not any(start < time < end for start, end in silences))


def run_with(frames, result=None, timing=None, replay="identical\nexit code 0\n"):
    """A good run, with other values at the paths given: {"can.0.state": "down"}."""
    documents = [copy.deepcopy(RESULT), copy.deepcopy(TIMING)]
    for document, changes in zip(documents, (result or {}, timing or {})):
        for path, value in changes.items():
            *way, last = [int(word) if word.isdigit() else word for word in path.split(".")]
            place = document
            for word in way:
                place = place[word]
            place[last] = value
    return can_readings.Run("own", *documents, replay, frames)


BUS_OFF, DOWN = (5.0, 5.1), (7.0, 8.0)
MISBEHAVED = engine_log(BUS_OFF, DOWN)
ANSWER = can_readings.Frame(3.004, can_checks.RESPONSE, bytes.fromhex("04410C1F40CCCCCC"))
HELD = engine_log((5.0, 7.0)) + (ANSWER,)


def failures(check, *arguments):
    """Names of the failed checks, without the run's name."""
    stream = io.StringIO()
    check(checks.Checks(stream), *arguments)
    return [line.split(": ")[1] for line in stream.getvalue().splitlines() if line.startswith("FAIL")]


class RunChecks(unittest.TestCase):
    def test_a_good_run_passes(self):
        self.assertEqual(failures(can_checks.check_run, run_with(MISBEHAVED)), [])

    def test_each_bad_reading_fails_its_check(self):
        strange = "nothing was dropped, malformed or sent by others"
        well = "the bus and its messages are well at the end"
        bad = [
            ("the session finished", {"result": {"outcome": "invalid"}}),
            ("real time was granted", {"timing": {"realtime": False}}),
            ("no tick lost", {"timing": {"overruns": 1}}),
            ("no tick lost", {"timing": {"dropped_periods": 1}}),
            ("no page faults", {"timing": {"page_faults": 1}}),
            ("replays without a bus", {"replay": "differs in tick 7\nexit code 1\n"}),
            (well, {"result": {"can.0.state": "down"}}),
            (well, {"result": {"can.0.messages.1.status": "timed-out"}}),
            *((strange, {"result": {f"can.0.{key}": 1}})
              for key in ("dropped", "malformed", "not_allowed", "foreign_senders")),
        ]
        for name, changes in bad:
            with self.subTest(changes):
                self.assertEqual(failures(can_checks.check_run, run_with(MISBEHAVED, **changes)), [name])


class MisbehavingBusChecks(unittest.TestCase):
    def test_a_flood_must_be_one(self):
        self.assertEqual(failures(can_checks.check_flood, run_with(()), 2), [])
        thin = run_with((), {"can.0.messages.0.frames": 8999})
        self.assertEqual(failures(can_checks.check_flood, thin, 2), ["the flood was that of a full bus"])
        believed = run_with((), {"can.0.messages.0.wrong_checksum": 100})
        self.assertEqual(failures(can_checks.check_flood, believed, 2), ["it was rejected by its checksums"])

    def test_growth_is_found(self):
        self.assertEqual(failures(can_checks.check_memory, "vcan", MEMORY), [])
        for moment in can_checks.MEMORY_MOMENTS:
            self.assertEqual(failures(can_checks.check_memory, "vcan", MEMORY | {moment: 30004}), ["no growth"])
        self.assertEqual(failures(can_checks.check_memory, "vcan", {}), ["no growth"])

    def test_errors_must_be_heard(self):
        self.assertEqual(failures(can_checks.check_errors, run_with(())), [])
        for change in ({"can.0.error_frames": 4001}, {"can.0.bus_offs": 0}, {"can.0.bus_offs": 2},
                       {"can.0.largest_tec": 128}):
            with self.subTest(change):
                self.assertEqual(len(failures(can_checks.check_errors, run_with((), change))), 1)

    def test_outages_must_be_silent_and_nothing_else(self):
        self.assertEqual(failures(can_checks.check_outages, run_with(MISBEHAVED)), [])
        silent = ["silent while down and while off the bus, else never"]
        for silences in ((BUS_OFF,), (DOWN,), (BUS_OFF, DOWN, (2.0, 2.03)), ((5.0, 5.3), DOWN)):
            with self.subTest(silences):
                self.assertEqual(failures(can_checks.check_outages, run_with(engine_log(*silences))), silent)
        self.assertEqual(len(failures(can_checks.check_outages, run_with(()))), 2)

    def test_a_burst_is_found(self):
        late = engine_data(8.0 + can_checks.CYCLE_S / 2)
        burst = tuple(sorted(MISBEHAVED + (late,), key=lambda frame: frame.time_s))
        self.assertEqual(failures(can_checks.check_outages, run_with(burst)), ["no burst afterwards"])

    def test_the_engine_must_run_on(self):
        self.assertEqual(failures(can_checks.check_engine, run_with(MISBEHAVED)), [])
        for frames in ((), MISBEHAVED + (engine_data(10.0, 0.0),), MISBEHAVED + (engine_data(10.0, 1.06 * RPM),)):
            self.assertEqual(failures(can_checks.check_engine, run_with(frames)), ["the engine runs as before"])


class LinkFaultChecks(unittest.TestCase):
    OFF = engine_log((5.0, 6.0))
    DOWN_UP = "2: can0: <NOARP,ECHO> state DOWN\n2: can0: <NOARP,ECHO> state DOWN\n2: can0: <NOARP,UP,LOWER_UP,ECHO>\n"

    def fail(self, frames=OFF, link=DOWN_UP, **changes):
        run = run_with(frames, {"can.0.bus_offs": 4} | {f"can.0.{key}": value for key, value in changes.items()})
        return failures(can_checks.check_link_fault, run, link)

    def test_a_good_run_passes(self):
        self.assertEqual(self.fail(), [])

    def test_each_bad_reading_fails_its_check(self):
        silent = ["silent for a second, else never"]
        link = ["the link went down and came up"]
        self.assertEqual(self.fail(link_refusal="no"), ["the kernel let the fault set its link"])
        self.assertEqual(self.fail(link=""), link)
        self.assertEqual(self.fail(link="2: can0: <NOARP,ECHO> state DOWN\n"), link)
        self.assertEqual(self.fail(link="2: can0: <NOARP,UP,LOWER_UP,ECHO>\n"), link)
        self.assertEqual(self.fail(link=2 * self.DOWN_UP), link)
        for frames in (engine_log(), engine_log((5.0, 5.9)), engine_log((5.0, 7.0)), engine_log((5.0, 6.0), (8.0, 8.03))):
            self.assertEqual(self.fail(frames), silent)
        self.assertEqual(self.fail(self.OFF + (engine_data(9.995),)), ["no burst afterwards"])
        self.assertEqual(self.fail(bus_offs=1), ["off again after each restart"])


class WireChecks(unittest.TestCase):
    def test_a_good_wire_passes(self):
        self.assertEqual(failures(can_checks.check_wire, run_with(HELD), LINK), [])

    def test_each_bad_wire_fails_its_check(self):
        confirmed, burst = "every frame was confirmed by the controller", "it then got no more than one deadline's worth of old frames"
        old = tuple(engine_data(7.0 + 0.0002 * number) for number in range(1, 4))
        bad = [
            (confirmed, run_with(HELD, {"can.0.own": 8900}), LINK),
            (confirmed, run_with(HELD, {"can.0.own": 9001}), LINK),
            (confirmed, run_with(HELD, {"can.0.own": 0, "can.0.sent": 0}), LINK),
            ("the wire took nothing for 2 s", run_with(engine_log()), LINK),
            (burst, run_with(tuple(sorted(HELD + old, key=lambda frame: frame.time_s))), LINK),
            ("500 kbit/s, error-active", run_with(HELD), LINK.replace("ACTIVE", "PASSIVE")),
            ("500 kbit/s, error-active", run_with(HELD), LINK.replace("500000", "250000")),
        ]
        for name, run, link in bad:
            with self.subTest(name):
                self.assertEqual(failures(can_checks.check_wire, run, link), [name])


class DiagnosticChecks(unittest.TestCase):
    def test_good_answers_pass(self):
        self.assertEqual(failures(can_checks.check_diagnostics, run_with(HELD), ANSWERS), [])

    def test_each_bad_answer_fails_its_check(self):
        for question, answer in ANSWERS.items():
            for bad in (None if answer else b"\x41\x05\x00", b"", (answer or b"") + b"\x00"):
                with self.subTest(question, bad=bad):
                    found = failures(can_checks.check_diagnostics, run_with(HELD), ANSWERS | {question: bad})
                    self.assertEqual(len(found), 1)
                    self.assertTrue(found[0].startswith(question))

    def test_the_engine_speed_is_that_of_the_bus(self):
        other = tuple(frame if frame.identifier == can_checks.RESPONSE else engine_data(frame.time_s, 1.1 * RPM)
                      for frame in HELD)
        self.assertEqual(len(failures(can_checks.check_diagnostics, run_with(other), ANSWERS)), 2)
        never_seen = tuple(frame for frame in HELD if frame.identifier != can_checks.RESPONSE)
        self.assertEqual(len(failures(can_checks.check_diagnostics, run_with(never_seen), ANSWERS)), 2)

    def test_the_way_and_the_count_are_checked(self):
        way = run_with(HELD, {"diagnostics.iso_tp": "kernel"})
        self.assertEqual(failures(can_checks.check_diagnostics, way, ANSWERS), ["ISO-TP is the one asked for"])
        count = run_with(HELD, {"diagnostics.requests": 5})
        self.assertEqual(failures(can_checks.check_diagnostics, count, ANSWERS), ["every request was counted"])


if __name__ == "__main__":
    unittest.main()
