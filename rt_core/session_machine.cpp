// SPDX-License-Identifier: Apache-2.0
#include "rt_core/session_machine.h"

namespace ghostcar::rt_core {
namespace {

/// In the safe state the car is braked to a standstill first, so only ticks at rest count up. While
/// it rolls the count goes down, from -2: a 0 is the fault's own tick.
void count_rest(SessionState& session, bool standing) noexcept {
    if (!standing)
        session.phase_ticks = (session.phase_ticks < 0 ? session.phase_ticks : 0) - 2;
    else if (session.phase_ticks < 0)
        session.phase_ticks = 1;
}

}  // namespace

void SessionMachine::enter(SessionState& session, Phase phase) noexcept {
    session.phase = phase;
    session.phase_ticks = 0;
}

void SessionMachine::raise(SessionState& session, FaultBits faults) const noexcept {
    session.active_faults |= faults;
    if (reaction_to(faults, session.phase) != Reaction::safe) return;
    session.latched_faults |= faults;
    session.outcome = outcome_of(faults);
    enter(session, Phase::fault);
}

bool SessionMachine::step(SessionState& session, const Inputs& inputs,
                          bool standing) const noexcept {
    ++session.phase_ticks;
    session.active_faults = 0;
    if (inputs.faults != 0) raise(session, inputs.faults);
    const bool fresh = inputs.command.kind != CommandKind::none &&
                       obey(session, inputs.command.kind, inputs.faults);
    // A reset shows itself as one tick of `ready`, also where nothing would hold the session
    // there: drivers and controllers begin again by that.
    if (!fresh) advance(session, inputs.faults, standing);
    return fresh;
}

bool SessionMachine::obey(SessionState& session, CommandKind command, FaultBits faults) noexcept {
    const Phase phase = session.phase;
    switch (command) {
        case CommandKind::start:
            if (phase == Phase::ready && reaction_to(faults, phase) == Reaction::ignore)
                enter(session, Phase::countdown);
            return false;
        case CommandKind::pause:
            if (phase == Phase::running) enter(session, Phase::paused);
            if (phase == Phase::paused) enter(session, Phase::running);
            return false;
        case CommandKind::stop:
            if (phase == Phase::fault) {  // the outcome stays `invalid`
                enter(session, Phase::results);
            } else if (phase == Phase::ready || phase == Phase::countdown ||
                       phase == Phase::running || phase == Phase::paused) {
                session.outcome = Outcome::aborted;
                enter(session, Phase::aborted);
            }
            return false;
        case CommandKind::reset:
            if (phase == Phase::results || has_permanent(session.latched_faults)) return false;
            session.outcome = Outcome::none;
            session.latched_faults = 0;
            session.running_ticks = 0;
            enter(session, Phase::ready);
            return true;
        case CommandKind::none:
        case CommandKind::set_parameter:
        case CommandKind::set_fault:
        case CommandKind::clear_fault:
            return false;
    }
    return false;
}

void SessionMachine::advance(SessionState& session, FaultBits faults,
                             bool standing) const noexcept {
    // Asked anew in every phase on the way: what is harmless in one may forbid the next.
    const Reaction reaction = reaction_to(faults, session.phase);
    switch (session.phase) {
        case Phase::ready:
            if (config_.autostart && reaction == Reaction::ignore) {
                enter(session, Phase::countdown);
                advance(session, faults, standing);  // a countdown of 0 s starts at once
            }
            return;
        case Phase::countdown:
            if (reaction == Reaction::hold) {
                enter(session, Phase::ready);
            } else if (session.phase_ticks >= config_.countdown_ticks) {
                enter(session, Phase::running);
                advance(session, faults, standing);
            }
            return;
        case Phase::running:
            if (session.running_ticks >= config_.duration_ticks) {
                session.outcome = Outcome::finished;
                enter(session, Phase::finished);
            } else {
                ++session.running_ticks;
            }
            return;
        case Phase::finished:
            if (session.phase_ticks > 0) enter(session, Phase::results);
            return;
        case Phase::fault:
            count_rest(session, standing);
            // Attended sessions stay in the safe state until the operator resets or stops.
            if (config_.autostart && (session.phase_ticks >= fault_hold_ticks ||
                                      session.phase_ticks <= -fault_longest_roll_ticks))
                enter(session, Phase::results);
            return;
        case Phase::aborted:
            if (session.phase_ticks >= abort_hold_ticks) enter(session, Phase::results);
            return;
        case Phase::configure:
        case Phase::paused:
        case Phase::results:
            return;
    }
}

}  // namespace ghostcar::rt_core
