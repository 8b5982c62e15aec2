// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/fault/trigger.h"

namespace ghostcar::can_bridge::fault {
namespace {

using rt_core::Phase;

bool is_time(const Trigger& trigger, const rt_core::State& state) noexcept {
    if (!trigger.first_tick || state.session.phase < Phase::countdown) return false;
    const std::int64_t next = state.session.running_ticks;  // of driving, counted from 0
    return next >= *trigger.first_tick &&
           (!trigger.duration_ticks || next < *trigger.first_tick + *trigger.duration_ticks);
}

bool is_condition(const Trigger& trigger, TriggerState& trigger_state,
                  const rt_core::State& state) noexcept {
    if (!trigger.when) return false;
    const bool holds = state.session.phase >= Phase::running && trigger.when->holds(state);
    const bool begins = holds && !trigger_state.held;
    trigger_state.held = holds;
    if (!trigger.duration_ticks) return holds;
    if (begins && trigger_state.ticks_left == 0) trigger_state.ticks_left = *trigger.duration_ticks;
    if (trigger_state.ticks_left == 0) return false;
    --trigger_state.ticks_left;
    return true;
}

}  // namespace

bool step(const Trigger& trigger, TriggerState& trigger_state,
          const rt_core::State& state) noexcept {
    // Both are looked at in every tick: a condition's duration goes on under a command.
    const bool by_time = is_time(trigger, state);
    const bool by_condition = is_condition(trigger, trigger_state, state);
    switch (trigger_state.word) {
        case TriggerWord::set:
            return true;
        case TriggerWord::clear:
            return false;
        default:
            return by_time || by_condition;
    }
}

}  // namespace ghostcar::can_bridge::fault
