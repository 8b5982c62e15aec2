# SPDX-License-Identifier: Apache-2.0
"""The checks of the target tests: pure functions of what was read, so that checks_test.py can feed them bad ones."""

import sys

WAKE_RATIO_MAX = 1.25  # of cyclictest's maximum in the same case; a bare loop reaches 1.0
TICK_MAX_US = 150.0  # virtual time
CONTROL_RATIO_MIN = 5.0  # how much worse SCHED_OTHER must look, or the method could not tell good from bad


class Checks:
    """Counts and prints named checks, each with the value measured."""

    def __init__(self, stream=sys.stdout):
        self.stream, self.passed, self.failed = stream, 0, 0

    def check(self, name, passed, measured):
        if passed:
            self.passed += 1
        else:
            self.failed += 1
        print(f"{'ok  ' if passed else 'FAIL'}  {name}: {measured}", file=self.stream, flush=True)

    def summary(self):
        return f"target: {self.passed} passed, {self.failed} failed"


def ratio(value, reference):
    return value / reference if reference > 0 else float("inf")


def wake_ratio(case):
    return ratio(case.wake_max_us, case.cyclictest_max_us)


def wakes_like_cyclictest(case):
    return wake_ratio(case) <= WAKE_RATIO_MAX


def check_case(checks, case, desk):
    """One case (idle, loaded) of one boot against the desk's run of the same length."""
    name = case.name
    granted = [turn.realtime for turn in case.turns]
    checks.check(f"{name}: real time was granted", all(granted), granted)
    checks.check(f"{name}: the desk's outcome and exit code", all(t.ending == desk.ending for t in case.turns),
                 f"{', '.join(str(t.ending) for t in case.turns)}, desk {desk.ending}")
    checks.check(f"{name}: the desk's state hash", all(t.state_hash == desk.state_hash for t in case.turns),
                 f"{case.state_hash}, desk {desk.state_hash}, {desk.ticks} ticks")
    checks.check(f"{name}: no overruns", case.overruns == 0, case.overruns)
    checks.check(f"{name}: no page faults", case.page_faults == 0, case.page_faults)
    checks.check(f"{name}: wake-up maximum at most {WAKE_RATIO_MAX} x cyclictest's", wakes_like_cyclictest(case),
                 f"{case.wake_max_us:g} us / {case.cyclictest_max_us:g} us = {wake_ratio(case):.2f}"
                 f" (turns {[t.wake_max_us for t in case.turns]} / {[t.cyclictest_max_us for t in case.turns]})")
    checks.check(f"{name}: tick maximum at most {TICK_MAX_US:g} us of virtual time", case.tick_max_us <= TICK_MAX_US,
                 f"{case.tick_max_us:g} us")


def same_wake_ups(cases):
    """Whether any two boots agree on every wake-up to the nanosecond: that cannot be luck, while a busy host can
    disturb a boot (see prefer_main_loop in board/qemu-arm64/boot)."""
    hashes = [case.wake_hash for case in cases]
    return len(set(hashes)) < len(hashes)


def check_same_wake_ups(checks, cases):
    """The same case in boots of the same bytes."""
    checks.check(f"{cases[0].name}: two boots wake up identically", same_wake_ups(cases),
                 ", ".join(case.wake_hash for case in cases))


def check_wake_hash_tells_apart(checks, idle, loaded):
    """Control of the above: a hash that never changes would prove nothing."""
    checks.check("control: the wake-up hash tells idle from loaded", idle.wake_hash != loaded.wake_hash,
                 f"{idle.wake_hash}, {loaded.wake_hash}")


def check_control(checks, control, loaded, desk):
    """The same loop as SCHED_OTHER under the same load: visibly bad timing, and still the same result."""
    worse = ratio(control.wake_max_us, loaded.wake_max_us)
    checks.check(f"control: SCHED_OTHER wakes more than {CONTROL_RATIO_MIN:g} x later", worse > CONTROL_RATIO_MIN,
                 f"{control.wake_max_us:g} us / {loaded.wake_max_us:g} us = {worse:.1f}")
    checks.check("control: SCHED_OTHER is not called real time", not control.realtime, control.realtime)
    checks.check("control: late wake-ups leave the desk's state hash", control.state_hash == desk.state_hash,
                 f"{control.state_hash}, desk {desk.state_hash}")
