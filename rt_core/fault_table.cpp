// SPDX-License-Identifier: Apache-2.0
#include "rt_core/fault_table.h"

namespace ghostcar::rt_core {
namespace {
constexpr Reaction ignore = Reaction::ignore;
constexpr Reaction hold = Reaction::hold;
constexpr Reaction safe = Reaction::safe;
}  // namespace

// A signal fault before the start only delays the start: nothing moves yet. While the car drives
// or is paused in mid-drive it is unsafe. After the end it no longer matters. A bus that fails has
// substitutes for what it brings, so the drive goes on, unless the session says otherwise.
// clang-format off
const std::array<FaultRow, 10> fault_table{{
    //                                                                     configure ready   countdown running paused finished results fault   aborted
    {fault_pedal_signal, "pedal-signal",
     "a pedal's signal cannot be trusted: check the sensor's plug and calibration", false, Outcome::invalid,
                                                                          {ignore,   hold,   hold,     safe,   safe,  ignore,  ignore, ignore, ignore}},
    {fault_lever_signal, "lever-signal",
     "the gear lever's switches contradict each other: check its switches", false, Outcome::invalid,
                                                                          {ignore,   hold,   hold,     safe,   safe,  ignore,  ignore, ignore, ignore}},
    {fault_overrun, "overrun",
     "too many ticks in a row ended late: run `ghostcar check`", false, Outcome::invalid,
                                                                          {ignore,   ignore, hold,     safe,   ignore, ignore, ignore, ignore, ignore}},
    {fault_not_finite, "not-finite",
     "the model left the real numbers: please report this session and vehicle file", true, Outcome::invalid,
                                                                          {ignore,   safe,   safe,     safe,   safe,  ignore,  ignore, ignore, ignore}},
    // The words are the controller's wire's: it knows more. Anybody else sees these.
    {fault_controller_ended, "controller-ended",
     "controller ended: see what it says and how it was started", false, Outcome::aborted,
                                                                          {ignore,   safe,   safe,     safe,   safe,  ignore,  ignore, ignore, ignore}},
    {fault_controller_silent, "controller-silent",
     "controller stopped answering: look for an endless loop", false, Outcome::aborted,
                                                                          {ignore,   safe,   safe,     safe,   safe,  ignore,  ignore, ignore, ignore}},
    {fault_controller_value, "controller-value",
     "controller sent what is no number: look for a division by zero", false, Outcome::violation,
                                                                          {ignore,   safe,   safe,     safe,   safe,  ignore,  ignore, ignore, ignore}},
    {fault_bus_timeout, "bus-timeout",
     "an expected CAN message stays away: is its sender on the bus?", false, Outcome::invalid,
                                                                          {ignore,   hold,   hold,     ignore, ignore, ignore, ignore, ignore, ignore}},
    {fault_bus_off, "bus-off",
     "a CAN controller is off its bus: check the wiring, the bit rate and `ip link`", false, Outcome::invalid,
                                                                          {ignore,   hold,   hold,     ignore, ignore, ignore, ignore, ignore, ignore}},
    {fault_bus_lost, "bus-lost",
     "the session cannot do without a CAN message that stays away: is its sender on the bus?", false, Outcome::invalid,
                                                                          {ignore,   safe,   safe,     safe,   safe,  ignore,  ignore, ignore, ignore}},
}};
// clang-format on

Reaction reaction_to(FaultBits faults, Phase phase) noexcept {
    Reaction strongest = Reaction::ignore;
    if (faults == 0) return strongest;
    for (const FaultRow& row : fault_table) {
        const Reaction reaction = row.reaction[static_cast<std::size_t>(phase)];
        if ((faults & row.bit) != 0 && reaction > strongest) strongest = reaction;
    }
    return strongest;
}

Outcome outcome_of(FaultBits faults) noexcept {
    Outcome worst = Outcome::none;
    for (const FaultRow& row : fault_table)
        if ((faults & row.bit) != 0 && row.outcome > worst) worst = row.outcome;
    return worst;
}

bool has_permanent(FaultBits faults) noexcept {
    for (const FaultRow& row : fault_table)
        if ((faults & row.bit) != 0 && row.permanent) return true;
    return false;
}

}  // namespace ghostcar::rt_core
