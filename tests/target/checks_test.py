# SPDX-License-Identifier: Apache-2.0
"""Controls of the checks themselves: good readings pass, and each kind of bad reading fails exactly its own check."""

import dataclasses
import io
import unittest

import checks
import readings

ENDING = readings.Ending("finished", 0)
DESK = readings.Desk(state_hash="aa", ticks=5000, ending=ENDING)
TURN = readings.Turn(state_hash="aa", ending=ENDING, realtime=True, overruns=0, page_faults=0, wake_max_us=40.0,
                     wake_p99_us=31.0, tick_max_us=20.0, wake_hash="01", kernel="6.1-rt", cyclictest_max_us=40.0)


def changed(**figures):
    return dataclasses.replace(TURN, **figures)


def failures(check, *arguments):
    """Names of the failed checks, without the case's name."""
    stream = io.StringIO()
    check(checks.Checks(stream), *arguments)
    return [line.split(": ")[1] for line in stream.getvalue().splitlines() if line.startswith("FAIL")]


def case_failures(*turns):
    return failures(checks.check_case, readings.Case("idle", turns), DESK)


class CaseChecks(unittest.TestCase):
    def test_good_readings_pass(self):
        self.assertEqual(case_failures(TURN, TURN), [])

    def test_each_bad_reading_fails_its_check(self):
        bad = {
            "real time was granted": changed(realtime=False),
            "the desk's outcome and exit code": changed(ending=readings.Ending("invalid", 1)),
            "the desk's state hash": changed(state_hash="ab"),
            "no overruns": changed(overruns=1),
            "no page faults": changed(page_faults=1),
            "wake-up maximum at most 1.25 x cyclictest's": changed(wake_max_us=50.1),
            "tick maximum at most 150 us of virtual time": changed(tick_max_us=150.1),
        }
        for name, turn in bad.items():
            with self.subTest(name):
                self.assertEqual(case_failures(turn, TURN), [name])
                self.assertEqual(case_failures(TURN, turn), [name])

    def test_limits_themselves_pass(self):
        self.assertEqual(case_failures(changed(wake_max_us=50.0, tick_max_us=150.0)), [])

    def test_maxima_are_compared_over_the_turns(self):
        self.assertEqual(case_failures(changed(wake_max_us=60.0), changed(cyclictest_max_us=60.0)), [])

    def test_a_second_look_counts_with_the_first(self):
        unlucky, bad = changed(wake_max_us=60.0), changed(wake_max_us=80.0)
        first, typical = readings.Case("idle", (unlucky,)), readings.Case("idle", (changed(cyclictest_max_us=55.0),))
        self.assertFalse(checks.wakes_like_cyclictest(first))
        self.assertTrue(checks.wakes_like_cyclictest(first.with_turns_of(typical)))
        self.assertFalse(checks.wakes_like_cyclictest(readings.Case("idle", (bad,)).with_turns_of(typical)))

    def test_a_yardstick_of_zero_proves_nothing(self):
        self.assertEqual(len(case_failures(changed(cyclictest_max_us=0.0))), 1)


class BootChecks(unittest.TestCase):
    one = readings.Case("idle", (TURN, TURN))
    other = readings.Case("idle", (TURN, changed(wake_hash="02")))

    def test_wake_ups_are_compared_in_every_turn(self):
        self.assertEqual(failures(checks.check_same_wake_ups, [self.one, self.one]), [])
        self.assertEqual(len(failures(checks.check_same_wake_ups, [self.one, self.other])), 1)

    def test_a_disturbed_boot_may_be_repeated(self):
        third = readings.Case("idle", (changed(wake_hash="03"),))
        self.assertEqual(failures(checks.check_same_wake_ups, [self.one, self.other, self.one]), [])
        self.assertEqual(len(failures(checks.check_same_wake_ups, [self.one, self.other, third])), 1)

    def test_a_constant_hash_is_found(self):
        self.assertEqual(failures(checks.check_wake_hash_tells_apart, self.one, self.other), [])
        self.assertEqual(len(failures(checks.check_wake_hash_tells_apart, self.one, self.one)), 1)

    def test_control_must_look_bad(self):
        bad = changed(realtime=False, wake_max_us=4000.0)
        self.assertEqual(failures(checks.check_control, bad, self.one, DESK), [])
        for turn in (changed(realtime=False, wake_max_us=200.0), dataclasses.replace(bad, realtime=True),
                     dataclasses.replace(bad, state_hash="ab")):
            with self.subTest(turn):
                self.assertEqual(len(failures(checks.check_control, turn, self.one, DESK)), 1)


if __name__ == "__main__":
    unittest.main()
