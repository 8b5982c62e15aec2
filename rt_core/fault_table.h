// SPDX-License-Identifier: Apache-2.0
// Which fault does what in which phase: the whole policy in one table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rt_core/state.h"

namespace ghostcar::rt_core {

constexpr FaultBits fault_pedal_signal =
    1U << 0;  // a pedal's voltage is out of range, or its tracks disagree
constexpr FaultBits fault_lever_signal = 1U << 1;  // the lever's switches contradict each other
constexpr FaultBits fault_overrun = 1U << 2;       // too many ticks in a row ended late
constexpr FaultBits fault_not_finite = 1U << 3;    // the model left the real numbers
constexpr FaultBits fault_bus_timeout = 1U << 4;   // an expected CAN message stays away
constexpr FaultBits fault_bus_off = 1U << 5;       // a CAN controller has left its bus, or is down
constexpr FaultBits fault_bus_lost = 1U << 6;      // the same, where the session cannot go on
constexpr FaultBits fault_controller_ended = 1U << 8;   // nobody is left to drive
constexpr FaultBits fault_controller_silent = 1U << 9;  // whoever drives does not answer
constexpr FaultBits fault_controller_value = 1U << 10;  // … or answers what is no number

/// Ordered by strength: the strongest reaction of all active faults wins.
enum class Reaction : std::int64_t {
    ignore = 0,  // shown as active, nothing else
    hold = 1,    // a start has to wait: countdown falls back to ready, ready stays
    safe = 2,    // safe state, latched until reset
};

constexpr std::size_t phase_count = 9;

struct FaultRow {
    FaultBits bit;
    std::string_view name;
    std::string_view message;  // for result and panel: what happened and what to do
    bool permanent;            // true: a reset is refused, the program has to be restarted
    Outcome outcome;           // of a run that ends by it
    std::array<Reaction, phase_count> reaction;  // indexed by Phase
};

extern const std::array<FaultRow, 10> fault_table;

/// The strongest reaction to `faults` in `phase`.
[[nodiscard]] Reaction reaction_to(FaultBits faults, Phase phase) noexcept;

/// The outcome of a run that ends by `faults`: the worst of theirs.
[[nodiscard]] Outcome outcome_of(FaultBits faults) noexcept;

/// True when one of `faults` does not go away with a reset.
[[nodiscard]] bool has_permanent(FaultBits faults) noexcept;

}  // namespace ghostcar::rt_core
