// SPDX-License-Identifier: Apache-2.0
// The session's state machine, cell by cell: every command in every phase, every fault in every
// phase. How long phases last is in session_timing_test.cpp.
#include "rt_core/session_machine.h"

#include <array>
#include <cstdint>
#include <string>

#include "tests/unit/rt_core/expected_reactions.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;
using ghostcar::tests::expected_reactions;

void setUp() {}
void tearDown() {}

namespace {

constexpr std::array<CommandKind, 6> commands{CommandKind::none,  CommandKind::start,
                                              CommandKind::stop,  CommandKind::pause,
                                              CommandKind::reset, CommandKind::set_parameter};

/// Attended, in the middle of everything: a countdown of 50 ticks, a drive of 100.
constexpr SessionConfig attended{100, 50, false};

SessionState in_the_middle_of(Phase phase) {
    SessionState session;
    session.phase = phase;
    session.phase_ticks = 20;
    session.running_ticks = phase == Phase::ready || phase == Phase::countdown ? 0 : 33;
    if (phase == Phase::fault) {
        session.outcome = Outcome::invalid;
        session.latched_faults = fault_pedal_signal;
    }
    if (phase == Phase::aborted) session.outcome = Outcome::aborted;
    if (phase == Phase::finished || phase == Phase::results) session.outcome = Outcome::finished;
    return session;
}

Inputs asking(CommandKind kind) {
    Inputs inputs;
    inputs.command.kind = kind;
    return inputs;
}

std::string cell_name(Phase phase, std::int64_t column) {
    return "phase " + std::to_string(static_cast<std::int64_t>(phase)) + ", column " +
           std::to_string(column);
}

void every_command_in_every_phase() {
    using P = Phase;
    struct Row {
        Phase from;
        std::array<Phase, 6> to;  // none, start, stop, pause, reset, set_parameter
    };
    const Row rows[] = {
        {P::configure,
         {P::configure, P::configure, P::configure, P::configure, P::ready, P::configure}},
        {P::ready, {P::ready, P::countdown, P::aborted, P::ready, P::ready, P::ready}},
        {P::countdown,
         {P::countdown, P::countdown, P::aborted, P::countdown, P::ready, P::countdown}},
        {P::running, {P::running, P::running, P::aborted, P::paused, P::ready, P::running}},
        {P::paused, {P::paused, P::paused, P::aborted, P::running, P::ready, P::paused}},
        {P::finished, {P::results, P::results, P::results, P::results, P::ready, P::results}},
        {P::results, {P::results, P::results, P::results, P::results, P::results, P::results}},
        {P::fault, {P::fault, P::fault, P::results, P::fault, P::ready, P::fault}},
        {P::aborted, {P::aborted, P::aborted, P::aborted, P::aborted, P::ready, P::aborted}},
    };
    TEST_ASSERT_EQUAL_UINT64(phase_count, sizeof rows / sizeof rows[0]);
    const SessionMachine machine(attended);
    for (const Row& row : rows) {
        for (std::size_t column = 0; column < commands.size(); ++column) {
            SessionState session = in_the_middle_of(row.from);
            const SessionState before = session;
            const bool fresh = machine.step(session, asking(commands[column]), true);
            const std::string name = cell_name(row.from, static_cast<std::int64_t>(column));
            TEST_ASSERT_EQUAL_INT64_MESSAGE(static_cast<std::int64_t>(row.to[column]),
                                            static_cast<std::int64_t>(session.phase), name.c_str());
            const bool reset = commands[column] == CommandKind::reset && row.from != P::results;
            TEST_ASSERT_TRUE_MESSAGE(fresh == reset, name.c_str());
            // Phase ticks count on within a phase and start again with a new one.
            const bool stays = session.phase == row.from && !reset;
            TEST_ASSERT_EQUAL_INT64_MESSAGE(stays ? before.phase_ticks + 1 : 0, session.phase_ticks,
                                            name.c_str());
            // Only driving counts as driving, and only a reset forgets it.
            const std::int64_t driven = reset ? 0 : before.running_ticks;
            TEST_ASSERT_EQUAL_INT64_MESSAGE(driven + (session.phase == P::running ? 1 : 0),
                                            session.running_ticks, name.c_str());
            Outcome outcome = reset ? Outcome::none : before.outcome;
            if (session.phase == P::aborted) outcome = Outcome::aborted;
            TEST_ASSERT_EQUAL_INT64_MESSAGE(static_cast<std::int64_t>(outcome),
                                            static_cast<std::int64_t>(session.outcome),
                                            name.c_str());
            TEST_ASSERT_EQUAL_UINT64_MESSAGE(reset ? 0 : before.latched_faults,
                                             session.latched_faults, name.c_str());
        }
    }
}

void a_command_that_does_not_exist_does_nothing() {
    const SessionMachine machine(attended);
    // To the session a command about a fault of a bus is one that does not exist.
    for (const std::int64_t number : {-1, 6, 7, 8, 1000}) {
        for (std::size_t index = 0; index < phase_count; ++index) {
            SessionState odd = in_the_middle_of(static_cast<Phase>(index));
            SessionState none = odd;
            TEST_ASSERT_FALSE(machine.step(odd, asking(static_cast<CommandKind>(number)), true));
            TEST_ASSERT_FALSE(machine.step(none, asking(CommandKind::none), true));
            TEST_ASSERT_EQUAL_MEMORY(&none, &odd, sizeof odd);
        }
    }
}

/// Each fault in each phase, with no command: the reaction of the table, carried out.
void every_fault_in_every_phase() {
    const SessionMachine machine(attended);
    for (const auto& cell : expected_reactions) {
        SessionState session = in_the_middle_of(cell.phase);
        SessionState undisturbed = session;
        Inputs inputs;
        inputs.faults = cell.fault;
        machine.step(session, inputs, true);
        machine.step(undisturbed, Inputs{}, true);
        const std::string name = cell_name(cell.phase, static_cast<std::int64_t>(cell.fault));
        TEST_ASSERT_EQUAL_UINT64_MESSAGE(cell.fault, session.active_faults, name.c_str());
        if (cell.reaction == Reaction::safe) {
            TEST_ASSERT_TRUE_MESSAGE(session.phase == Phase::fault, name.c_str());
            TEST_ASSERT_TRUE_MESSAGE(session.outcome == outcome_of(cell.fault), name.c_str());
            TEST_ASSERT_EQUAL_UINT64_MESSAGE(cell.fault, session.latched_faults, name.c_str());
            TEST_ASSERT_EQUAL_INT64_MESSAGE(0, session.phase_ticks, name.c_str());
            continue;
        }
        TEST_ASSERT_EQUAL_UINT64_MESSAGE(undisturbed.latched_faults, session.latched_faults,
                                         name.c_str());
        TEST_ASSERT_TRUE_MESSAGE(session.outcome == undisturbed.outcome, name.c_str());
        const Phase expected = cell.reaction == Reaction::hold ? Phase::ready : undisturbed.phase;
        TEST_ASSERT_TRUE_MESSAGE(session.phase == expected, name.c_str());
    }
}

void a_fault_is_active_only_while_it_is_there() {
    const SessionMachine machine(attended);
    SessionState session = in_the_middle_of(Phase::running);
    Inputs inputs;
    inputs.faults = fault_lever_signal;
    machine.step(session, inputs, false);
    machine.step(session, Inputs{}, false);
    TEST_ASSERT_EQUAL_UINT64(0, session.active_faults);
    TEST_ASSERT_EQUAL_UINT64(fault_lever_signal, session.latched_faults);
    TEST_ASSERT_TRUE(session.phase == Phase::fault);
}

/// What comes after the safe state was entered does not change why it was entered.
void only_the_cause_is_latched() {
    const SessionMachine machine(attended);
    SessionState session = in_the_middle_of(Phase::running);
    Inputs inputs;
    inputs.faults = fault_pedal_signal | fault_overrun;
    machine.step(session, inputs, false);
    inputs.faults = fault_lever_signal;
    machine.step(session, inputs, false);
    TEST_ASSERT_EQUAL_UINT64(fault_pedal_signal | fault_overrun, session.latched_faults);
    TEST_ASSERT_EQUAL_UINT64(fault_lever_signal, session.active_faults);
}

void a_permanent_fault_refuses_reset_but_not_stop() {
    const SessionMachine machine(attended);
    SessionState session = in_the_middle_of(Phase::running);
    machine.raise(session, fault_not_finite);
    TEST_ASSERT_TRUE(session.phase == Phase::fault);
    for (int attempt = 0; attempt < 3; ++attempt) {
        TEST_ASSERT_FALSE(machine.step(session, asking(CommandKind::reset), true));
        TEST_ASSERT_TRUE(session.phase == Phase::fault);
        TEST_ASSERT_EQUAL_UINT64(fault_not_finite, session.latched_faults);
        TEST_ASSERT_TRUE(session.outcome == Outcome::invalid);
    }
    machine.step(session, asking(CommandKind::stop), true);
    TEST_ASSERT_TRUE(session.phase == Phase::results);
    TEST_ASSERT_TRUE(session.outcome == Outcome::invalid);
}

/// Drivers and controllers begin again when they see `ready`: also where there is no countdown.
void a_reset_shows_one_tick_of_ready() {
    for (const std::int64_t countdown : {0, 1, 50}) {
        const SessionMachine machine({1000, countdown, true});
        SessionState session;
        while (session.phase != Phase::running) machine.step(session, Inputs{}, true);
        TEST_ASSERT_TRUE(machine.step(session, asking(CommandKind::reset), true));
        TEST_ASSERT_TRUE(session.phase == Phase::ready);
        TEST_ASSERT_EQUAL_INT64(0, session.running_ticks);
        machine.step(session, Inputs{}, true);
        TEST_ASSERT_TRUE(session.phase == (countdown == 0 ? Phase::running : Phase::countdown));
    }
}

/// A reset while the cause is still there must not let the car drive, not for one tick.
void a_reset_with_the_fault_still_there_waits_in_ready() {
    for (const FaultBits fault : {fault_pedal_signal, fault_lever_signal}) {
        for (const Phase phase : {Phase::fault, Phase::running, Phase::paused, Phase::finished}) {
            const SessionMachine machine(SessionConfig{100, 0, true});
            SessionState session = in_the_middle_of(phase);
            Inputs inputs = asking(CommandKind::reset);
            inputs.faults = fault;
            TEST_ASSERT_TRUE(machine.step(session, inputs, true));
            TEST_ASSERT_TRUE(session.phase == Phase::ready);
            inputs.command.kind = CommandKind::none;
            machine.step(session, inputs, true);
            TEST_ASSERT_TRUE(session.phase == Phase::ready);
            machine.step(session, Inputs{}, true);
            TEST_ASSERT_TRUE(session.phase == Phase::running);
        }
    }
}

void a_start_waits_for_a_good_signal() {
    const SessionMachine machine(attended);
    SessionState session = machine.initial();
    Inputs inputs = asking(CommandKind::start);
    inputs.faults = fault_pedal_signal;
    machine.step(session, inputs, true);
    TEST_ASSERT_TRUE(session.phase == Phase::ready);
    inputs.faults = 0;
    machine.step(session, inputs, true);
    TEST_ASSERT_TRUE(session.phase == Phase::countdown);
}

void the_world_moves_only_where_it_should() {
    for (std::size_t index = 0; index < phase_count; ++index) {
        const auto phase = static_cast<Phase>(index);
        const bool safe = phase == Phase::fault || phase == Phase::aborted;
        TEST_ASSERT_TRUE(in_safe_state(phase) == safe);
        TEST_ASSERT_TRUE(world_moves(phase) == (safe || phase == Phase::running));
    }
}

/// What goes on without a word is what the whole machine would have made of it, and the rest is not
/// decided by it.
void going_on_is_what_the_whole_machine_does() {
    const SessionMachine machine(attended);
    int went_on = 0;
    for (std::int64_t phase = 0; phase < static_cast<std::int64_t>(phase_count); ++phase)
        for (const CommandKind command : commands)
            for (const FaultBits faults : {FaultBits{0}, fault_pedal_signal, fault_bus_timeout})
                for (const std::int64_t running_ticks : {0, 33, 99, 100, 101}) {
                    SessionState quick = in_the_middle_of(static_cast<Phase>(phase));
                    quick.running_ticks = running_ticks;
                    quick.active_faults = fault_lever_signal;
                    const SessionState before = quick;
                    SessionState whole = quick;
                    Inputs inputs = asking(command);
                    inputs.faults = faults;
                    const bool goes_on = machine.goes_on(quick, inputs);
                    TEST_ASSERT_FALSE(goes_on && machine.step(whole, inputs, false));
                    const SessionState& expected = goes_on ? whole : before;
                    TEST_ASSERT_EQUAL_MEMORY(&expected, &quick, sizeof quick);
                    went_on += goes_on ? 1 : 0;
                }
    TEST_ASSERT_EQUAL_INT(3, went_on);  // running, no fault, no command, time left
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(every_command_in_every_phase);
    RUN_TEST(a_command_that_does_not_exist_does_nothing);
    RUN_TEST(every_fault_in_every_phase);
    RUN_TEST(a_fault_is_active_only_while_it_is_there);
    RUN_TEST(only_the_cause_is_latched);
    RUN_TEST(a_permanent_fault_refuses_reset_but_not_stop);
    RUN_TEST(a_reset_shows_one_tick_of_ready);
    RUN_TEST(a_reset_with_the_fault_still_there_waits_in_ready);
    RUN_TEST(a_start_waits_for_a_good_signal);
    RUN_TEST(going_on_is_what_the_whole_machine_does);
    RUN_TEST(the_world_moves_only_where_it_should);
    return UNITY_END();
}
