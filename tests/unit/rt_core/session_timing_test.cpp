// SPDX-License-Identifier: Apache-2.0
// How long the phases of a session last, to the tick.
#include <array>
#include <cstdint>

#include "rt_core/session_machine.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;

void setUp() {}
void tearDown() {}

namespace {

/// A session and the ticks it has spent in each phase.
class Run {
public:
    explicit Run(const SessionConfig& config) : machine_(config), session(machine_.initial()) {}

    void tick(CommandKind command = CommandKind::none, FaultBits faults = 0, bool standing = true) {
        Inputs inputs;
        inputs.command.kind = command;
        inputs.faults = faults;
        machine_.step(session, inputs, standing);
        ++seen_[static_cast<std::size_t>(session.phase)];
    }

    void ticks(int count) {
        for (int n = 0; n < count; ++n) tick();
    }

    [[nodiscard]] std::int64_t seen(Phase phase) const {
        return seen_[static_cast<std::size_t>(phase)];
    }

private:
    SessionMachine machine_;
    std::array<std::int64_t, phase_count> seen_{};

public:
    SessionState session;
};

void unattended_run_from_end_to_end() {
    struct Row {
        std::int64_t duration;
        std::int64_t countdown;
    };
    for (const Row& row : {Row{1, 0}, Row{7, 0}, Row{1, 1}, Row{7, 3}, Row{1000, 500}}) {
        Run run(SessionConfig{row.duration, row.countdown, true});
        std::int64_t total = 0;
        while (run.session.phase != Phase::results && total < 10'000) {
            run.tick();
            ++total;
        }
        TEST_ASSERT_EQUAL_INT64(0, run.seen(Phase::ready));
        TEST_ASSERT_EQUAL_INT64(row.countdown, run.seen(Phase::countdown));
        TEST_ASSERT_EQUAL_INT64(row.duration, run.seen(Phase::running));
        TEST_ASSERT_EQUAL_INT64(1, run.seen(Phase::finished));
        TEST_ASSERT_EQUAL_INT64(row.duration + row.countdown + 2, total);
        TEST_ASSERT_EQUAL_INT64(row.duration, run.session.running_ticks);
        TEST_ASSERT_TRUE(run.session.outcome == Outcome::finished);
    }
}

void without_autostart_a_session_waits_for_ever() {
    Run run(SessionConfig{5, 0, false});
    run.ticks(5000);
    TEST_ASSERT_EQUAL_INT64(5000, run.seen(Phase::ready));
    run.tick(CommandKind::start);
    TEST_ASSERT_TRUE(run.session.phase == Phase::running);
    TEST_ASSERT_EQUAL_INT64(1, run.session.running_ticks);
}

void an_attended_countdown_lasts_exactly_as_long() {
    Run run(SessionConfig{5, 4, false});
    run.tick(CommandKind::start);
    run.ticks(3);
    TEST_ASSERT_EQUAL_INT64(4, run.seen(Phase::countdown));
    TEST_ASSERT_TRUE(run.session.phase == Phase::countdown);
    run.tick();
    TEST_ASSERT_TRUE(run.session.phase == Phase::running);
}

void a_pause_takes_nothing_from_the_drive() {
    Run run(SessionConfig{10, 0, true});
    run.ticks(4);
    run.tick(CommandKind::pause);
    TEST_ASSERT_TRUE(run.session.phase == Phase::paused);
    run.ticks(999);
    TEST_ASSERT_EQUAL_INT64(4, run.session.running_ticks);
    run.tick(CommandKind::pause);
    TEST_ASSERT_EQUAL_INT64(5, run.session.running_ticks);
    run.ticks(5);
    TEST_ASSERT_TRUE(run.session.phase == Phase::running);
    run.tick();
    TEST_ASSERT_TRUE(run.session.phase == Phase::finished);
    TEST_ASSERT_EQUAL_INT64(10, run.seen(Phase::running));
    TEST_ASSERT_EQUAL_INT64(1000, run.seen(Phase::paused));
}

void a_pause_in_the_last_tick_still_ends_the_drive() {
    Run run(SessionConfig{3, 0, true});
    run.ticks(3);
    run.tick(CommandKind::pause);
    TEST_ASSERT_TRUE(run.session.phase == Phase::paused);
    run.tick(CommandKind::pause);
    TEST_ASSERT_TRUE(run.session.phase == Phase::finished);
    TEST_ASSERT_EQUAL_INT64(3, run.session.running_ticks);
}

void a_reset_starts_afresh() {
    Run run(SessionConfig{10, 2, true});
    run.ticks(6);
    TEST_ASSERT_EQUAL_INT64(4, run.session.running_ticks);
    run.tick(CommandKind::reset);
    TEST_ASSERT_TRUE(run.session.phase == Phase::ready);
    TEST_ASSERT_EQUAL_INT64(0, run.session.running_ticks);
    run.ticks(1 + 2 + 9);
    TEST_ASSERT_EQUAL_INT64(10, run.session.running_ticks);
    TEST_ASSERT_TRUE(run.session.phase == Phase::running);
    run.ticks(2);
    TEST_ASSERT_TRUE(run.session.phase == Phase::results);
    TEST_ASSERT_TRUE(run.session.outcome == Outcome::finished);
}

void an_unattended_fault_ends_after_standstill_and_hold() {
    Run run(SessionConfig{10'000, 0, true});
    run.ticks(5);
    run.tick(CommandKind::none, fault_pedal_signal, false);
    for (int n = 0; n < 2500; ++n) run.tick(CommandKind::none, 0, false);  // still braking
    TEST_ASSERT_TRUE(run.session.phase == Phase::fault);
    for (std::int64_t n = 0; n < fault_hold_ticks - 1; ++n) {
        run.tick();
        TEST_ASSERT_TRUE(run.session.phase == Phase::fault);
    }
    run.tick();
    TEST_ASSERT_TRUE(run.session.phase == Phase::results);
    TEST_ASSERT_TRUE(run.session.outcome == Outcome::invalid);
    TEST_ASSERT_EQUAL_UINT64(fault_pedal_signal, run.session.latched_faults);
}

void rolling_again_begins_the_hold_again() {
    Run run(SessionConfig{10'000, 0, true});
    run.tick();
    run.tick(CommandKind::none, fault_pedal_signal, false);
    run.ticks(static_cast<int>(fault_hold_ticks) - 1);
    run.tick(CommandKind::none, 0, false);
    run.ticks(static_cast<int>(fault_hold_ticks) - 1);
    TEST_ASSERT_TRUE(run.session.phase == Phase::fault);
    run.tick();
    TEST_ASSERT_TRUE(run.session.phase == Phase::results);
}

/// A slope steeper than the safe state's brake can hold: there is no standstill to wait for, and
/// nobody there to end the run.
void an_unattended_fault_without_a_standstill_ends_too() {
    for (const bool autostart : {true, false}) {
        Run run(SessionConfig{10'000, 0, autostart});
        run.tick(CommandKind::start);
        run.tick(CommandKind::none, fault_pedal_signal, false);
        for (std::int64_t n = 2; n < fault_longest_roll_ticks - 1; ++n)
            run.tick(CommandKind::none, 0, false);
        TEST_ASSERT_TRUE(run.session.phase == Phase::fault);
        run.tick(CommandKind::none, 0, false);
        TEST_ASSERT_TRUE((run.session.phase == Phase::results) == autostart);
        TEST_ASSERT_TRUE(run.session.outcome == Outcome::invalid);
    }
}

void an_attended_fault_waits_for_the_operator() {
    Run run(SessionConfig{10'000, 0, false});
    run.tick(CommandKind::start);
    run.tick(CommandKind::none, fault_lever_signal, false);
    run.ticks(20'000);
    TEST_ASSERT_TRUE(run.session.phase == Phase::fault);
    run.tick(CommandKind::reset);
    TEST_ASSERT_TRUE(run.session.phase == Phase::ready);
    TEST_ASSERT_EQUAL_UINT64(0, run.session.latched_faults);
    TEST_ASSERT_TRUE(run.session.outcome == Outcome::none);
}

void a_stop_shows_its_fault_values_for_a_moment() {
    for (const bool autostart : {false, true}) {
        Run run(SessionConfig{10'000, 0, autostart});
        run.tick(CommandKind::start);
        run.tick(CommandKind::stop, 0, false);
        while (run.session.phase == Phase::aborted) run.tick(CommandKind::none, 0, false);
        TEST_ASSERT_EQUAL_INT64(abort_hold_ticks, run.seen(Phase::aborted));
        TEST_ASSERT_TRUE(run.session.phase == Phase::results);
        TEST_ASSERT_TRUE(run.session.outcome == Outcome::aborted);
    }
}

void a_held_countdown_starts_again_from_the_beginning() {
    Run run(SessionConfig{5, 10, true});
    run.ticks(8);
    run.tick(CommandKind::none, fault_pedal_signal);
    TEST_ASSERT_TRUE(run.session.phase == Phase::ready);
    for (int n = 0; n < 50; ++n) run.tick(CommandKind::none, fault_pedal_signal);
    TEST_ASSERT_EQUAL_INT64(51, run.seen(Phase::ready));
    run.ticks(10);
    TEST_ASSERT_EQUAL_INT64(8 + 10, run.seen(Phase::countdown));
    TEST_ASSERT_TRUE(run.session.phase == Phase::countdown);
    run.tick();
    TEST_ASSERT_TRUE(run.session.phase == Phase::running);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(unattended_run_from_end_to_end);
    RUN_TEST(without_autostart_a_session_waits_for_ever);
    RUN_TEST(an_attended_countdown_lasts_exactly_as_long);
    RUN_TEST(a_pause_takes_nothing_from_the_drive);
    RUN_TEST(a_pause_in_the_last_tick_still_ends_the_drive);
    RUN_TEST(a_reset_starts_afresh);
    RUN_TEST(an_unattended_fault_ends_after_standstill_and_hold);
    RUN_TEST(rolling_again_begins_the_hold_again);
    RUN_TEST(an_unattended_fault_without_a_standstill_ends_too);
    RUN_TEST(an_attended_fault_waits_for_the_operator);
    RUN_TEST(a_stop_shows_its_fault_values_for_a_moment);
    RUN_TEST(a_held_countdown_starts_again_from_the_beginning);
    return UNITY_END();
}
