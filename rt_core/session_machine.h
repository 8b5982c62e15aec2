// SPDX-License-Identifier: Apache-2.0
// The session's state machine: ready → countdown → running ⇄ paused → finished → results, with
// fault and aborted from anywhere. A pure function of (SessionState, Inputs, is the car standing).
#pragma once

#include "model/judge/ruling.h"
#include "rt_core/fault_table.h"
#include "rt_core/inputs.h"
#include "rt_core/session_config.h"
#include "rt_core/state.h"

namespace ghostcar::rt_core {

/// How long an unattended run stays in the safe state after standstill before it ends, and how
/// long a stopped run shows its fault values to the wires: long enough for a robot to notice.
constexpr std::int64_t fault_hold_ticks = 1000;
/// … and how long it waits for that standstill: on a slope that is steeper than the safe state's
/// brake can hold it never comes, and nobody is there to end the run.
constexpr std::int64_t fault_longest_roll_ticks = 300'000;
constexpr std::int64_t abort_hold_ticks = 100;

class SessionMachine {
public:
    explicit SessionMachine(const SessionConfig& config) noexcept : config_(config) {}

    [[nodiscard]] SessionState initial() const noexcept { return {}; }

    /// Nearly always a drive goes on and nobody has anything to say: then this is all of step().
    [[nodiscard]] bool goes_on(SessionState& session, const Inputs& inputs) const noexcept {
        if (session.phase != Phase::running || inputs.faults != 0 ||
            inputs.command.kind != CommandKind::none ||
            session.running_ticks >= config_.duration_ticks)
            return false;
        ++session.phase_ticks;
        ++session.running_ticks;
        session.active_faults = 0;
        return true;
    }
    /// Returns true when the world and the judge have to start afresh (a reset).
    bool step(SessionState& session, const Inputs& inputs, bool standing) const noexcept;

    /// The judge's word ends the drive: `finished` or `violation`.
    void obey(SessionState& session, model::Ruling ruling) const noexcept {
        if (ruling == model::Ruling::go_on) return;
        session.outcome =
            ruling == model::Ruling::finished ? Outcome::finished : Outcome::violation;
        enter(session, Phase::finished);
    }

    /// Raises a fault that the tick itself has found (a result, not an input).
    void raise(SessionState& session, FaultBits faults) const noexcept;

private:
    static void enter(SessionState& session, Phase phase) noexcept;
    static bool obey(SessionState& session, CommandKind command, FaultBits faults) noexcept;
    void advance(SessionState& session, FaultBits faults, bool standing) const noexcept;

    SessionConfig config_;
};

/// Does time pass for the car in this phase?
[[nodiscard]] constexpr bool world_moves(Phase phase) noexcept {
    return phase == Phase::running || phase == Phase::fault || phase == Phase::aborted;
}

/// Is the car out of the driver's hands?
[[nodiscard]] constexpr bool in_safe_state(Phase phase) noexcept {
    return phase == Phase::fault || phase == Phase::aborted;
}

}  // namespace ghostcar::rt_core
