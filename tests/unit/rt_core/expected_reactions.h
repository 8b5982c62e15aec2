// SPDX-License-Identifier: Apache-2.0
// What each fault has to do in each phase, cell by cell, written down independently of the table
// in rt_core: a slip there must not be copied here.
#pragma once

#include <array>

#include "rt_core/fault_table.h"

namespace ghostcar::tests {

struct ExpectedReaction {
    rt_core::FaultBits fault;
    rt_core::Phase phase;
    rt_core::Reaction reaction;
};

using rt_core::Phase;
using rt_core::Reaction;

constexpr std::array<ExpectedReaction, 90> expected_reactions{{
    // A pedal's or the lever's signal: no start without it, no driving without it.
    {rt_core::fault_pedal_signal, Phase::configure, Reaction::ignore},
    {rt_core::fault_pedal_signal, Phase::ready, Reaction::hold},
    {rt_core::fault_pedal_signal, Phase::countdown, Reaction::hold},
    {rt_core::fault_pedal_signal, Phase::running, Reaction::safe},
    {rt_core::fault_pedal_signal, Phase::paused, Reaction::safe},
    {rt_core::fault_pedal_signal, Phase::finished, Reaction::ignore},
    {rt_core::fault_pedal_signal, Phase::results, Reaction::ignore},
    {rt_core::fault_pedal_signal, Phase::fault, Reaction::ignore},
    {rt_core::fault_pedal_signal, Phase::aborted, Reaction::ignore},
    {rt_core::fault_lever_signal, Phase::configure, Reaction::ignore},
    {rt_core::fault_lever_signal, Phase::ready, Reaction::hold},
    {rt_core::fault_lever_signal, Phase::countdown, Reaction::hold},
    {rt_core::fault_lever_signal, Phase::running, Reaction::safe},
    {rt_core::fault_lever_signal, Phase::paused, Reaction::safe},
    {rt_core::fault_lever_signal, Phase::finished, Reaction::ignore},
    {rt_core::fault_lever_signal, Phase::results, Reaction::ignore},
    {rt_core::fault_lever_signal, Phase::fault, Reaction::ignore},
    {rt_core::fault_lever_signal, Phase::aborted, Reaction::ignore},
    // Late ticks matter where time passes for the car or is about to.
    {rt_core::fault_overrun, Phase::configure, Reaction::ignore},
    {rt_core::fault_overrun, Phase::ready, Reaction::ignore},
    {rt_core::fault_overrun, Phase::countdown, Reaction::hold},
    {rt_core::fault_overrun, Phase::running, Reaction::safe},
    {rt_core::fault_overrun, Phase::paused, Reaction::ignore},
    {rt_core::fault_overrun, Phase::finished, Reaction::ignore},
    {rt_core::fault_overrun, Phase::results, Reaction::ignore},
    {rt_core::fault_overrun, Phase::fault, Reaction::ignore},
    {rt_core::fault_overrun, Phase::aborted, Reaction::ignore},
    // A model without numbers is unsafe as long as the session is not over.
    {rt_core::fault_not_finite, Phase::configure, Reaction::ignore},
    {rt_core::fault_not_finite, Phase::ready, Reaction::safe},
    {rt_core::fault_not_finite, Phase::countdown, Reaction::safe},
    {rt_core::fault_not_finite, Phase::running, Reaction::safe},
    {rt_core::fault_not_finite, Phase::paused, Reaction::safe},
    {rt_core::fault_not_finite, Phase::finished, Reaction::ignore},
    {rt_core::fault_not_finite, Phase::results, Reaction::ignore},
    {rt_core::fault_not_finite, Phase::fault, Reaction::ignore},
    {rt_core::fault_not_finite, Phase::aborted, Reaction::ignore},
    // A bus that fails: no start without it; while the car drives there are substitutes.
    {rt_core::fault_bus_timeout, Phase::configure, Reaction::ignore},
    {rt_core::fault_bus_timeout, Phase::ready, Reaction::hold},
    {rt_core::fault_bus_timeout, Phase::countdown, Reaction::hold},
    {rt_core::fault_bus_timeout, Phase::running, Reaction::ignore},
    {rt_core::fault_bus_timeout, Phase::paused, Reaction::ignore},
    {rt_core::fault_bus_timeout, Phase::finished, Reaction::ignore},
    {rt_core::fault_bus_timeout, Phase::results, Reaction::ignore},
    {rt_core::fault_bus_timeout, Phase::fault, Reaction::ignore},
    {rt_core::fault_bus_timeout, Phase::aborted, Reaction::ignore},
    {rt_core::fault_bus_off, Phase::configure, Reaction::ignore},
    {rt_core::fault_bus_off, Phase::ready, Reaction::hold},
    {rt_core::fault_bus_off, Phase::countdown, Reaction::hold},
    {rt_core::fault_bus_off, Phase::running, Reaction::ignore},
    {rt_core::fault_bus_off, Phase::paused, Reaction::ignore},
    {rt_core::fault_bus_off, Phase::finished, Reaction::ignore},
    {rt_core::fault_bus_off, Phase::results, Reaction::ignore},
    {rt_core::fault_bus_off, Phase::fault, Reaction::ignore},
    {rt_core::fault_bus_off, Phase::aborted, Reaction::ignore},
    // Unless the session cannot do without it.
    {rt_core::fault_bus_lost, Phase::configure, Reaction::ignore},
    {rt_core::fault_bus_lost, Phase::ready, Reaction::safe},
    {rt_core::fault_bus_lost, Phase::countdown, Reaction::safe},
    {rt_core::fault_bus_lost, Phase::running, Reaction::safe},
    {rt_core::fault_bus_lost, Phase::paused, Reaction::safe},
    {rt_core::fault_bus_lost, Phase::finished, Reaction::ignore},
    {rt_core::fault_bus_lost, Phase::results, Reaction::ignore},
    {rt_core::fault_bus_lost, Phase::fault, Reaction::ignore},
    {rt_core::fault_bus_lost, Phase::aborted, Reaction::ignore},
    // Nobody at the wheel is unsafe from the first tick to the end of the drive.
    {rt_core::fault_controller_ended, Phase::configure, Reaction::ignore},
    {rt_core::fault_controller_ended, Phase::ready, Reaction::safe},
    {rt_core::fault_controller_ended, Phase::countdown, Reaction::safe},
    {rt_core::fault_controller_ended, Phase::running, Reaction::safe},
    {rt_core::fault_controller_ended, Phase::paused, Reaction::safe},
    {rt_core::fault_controller_ended, Phase::finished, Reaction::ignore},
    {rt_core::fault_controller_ended, Phase::results, Reaction::ignore},
    {rt_core::fault_controller_ended, Phase::fault, Reaction::ignore},
    {rt_core::fault_controller_ended, Phase::aborted, Reaction::ignore},
    {rt_core::fault_controller_silent, Phase::configure, Reaction::ignore},
    {rt_core::fault_controller_silent, Phase::ready, Reaction::safe},
    {rt_core::fault_controller_silent, Phase::countdown, Reaction::safe},
    {rt_core::fault_controller_silent, Phase::running, Reaction::safe},
    {rt_core::fault_controller_silent, Phase::paused, Reaction::safe},
    {rt_core::fault_controller_silent, Phase::finished, Reaction::ignore},
    {rt_core::fault_controller_silent, Phase::results, Reaction::ignore},
    {rt_core::fault_controller_silent, Phase::fault, Reaction::ignore},
    {rt_core::fault_controller_silent, Phase::aborted, Reaction::ignore},
    {rt_core::fault_controller_value, Phase::configure, Reaction::ignore},
    {rt_core::fault_controller_value, Phase::ready, Reaction::safe},
    {rt_core::fault_controller_value, Phase::countdown, Reaction::safe},
    {rt_core::fault_controller_value, Phase::running, Reaction::safe},
    {rt_core::fault_controller_value, Phase::paused, Reaction::safe},
    {rt_core::fault_controller_value, Phase::finished, Reaction::ignore},
    {rt_core::fault_controller_value, Phase::results, Reaction::ignore},
    {rt_core::fault_controller_value, Phase::fault, Reaction::ignore},
    {rt_core::fault_controller_value, Phase::aborted, Reaction::ignore},
}};

/// The expectation for one fault; `ignore` when there is none, which the tests count.
constexpr Reaction expected_reaction(rt_core::FaultBits fault, Phase phase) {
    for (const ExpectedReaction& cell : expected_reactions)
        if (cell.fault == fault && cell.phase == phase) return cell.reaction;
    return Reaction::ignore;
}

}  // namespace ghostcar::tests
