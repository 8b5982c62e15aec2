// SPDX-License-Identifier: Apache-2.0
// When a fault is there. The State of one tick and the command in it decide about the next tick, so
// that everything a fault does is a function of what was recorded.
#pragma once

#include <cstdint>
#include <optional>

#include "can_bridge/fault/condition.h"
#include "rt_core/state.h"

namespace ghostcar::can_bridge::fault {

struct Trigger {
    /// By time: the first tick of driving, from 0.
    std::optional<std::int64_t> first_tick;
    /// By condition: while it holds.
    std::optional<Condition> when;
    /// With a time or a condition: for so long, whether the condition still holds or not.
    std::optional<std::int64_t> duration_ticks;
};

/// What an operator, a tester or a stimulus file said last.
enum class TriggerWord : std::uint8_t {
    none,  // time and condition decide
    set,   // there, whatever time and condition say
    clear  // away, whatever they say
};

struct TriggerState {
    TriggerWord word = TriggerWord::none;
    bool held = false;            // the condition, a tick ago
    std::int64_t ticks_left = 0;  // of a duration that a condition began
};

/// After each tick; true: the fault is there in the next one.
[[nodiscard]] bool step(const Trigger& trigger, TriggerState& trigger_state,
                        const rt_core::State& state) noexcept;

}  // namespace ghostcar::can_bridge::fault
