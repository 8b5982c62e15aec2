// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "model/vehicle/controls.h"

namespace ghostcar::rt_core {

/// What an operator may ask for. At most one command is latched per tick; others wait their turn.
enum class CommandKind : std::int64_t {
    none = 0,
    start = 1,
    stop = 2,   // orderly end of the run: outcome `aborted`
    pause = 3,  // pauses; a second one goes on
    reset = 4,  // back to ready with a fresh car
    set_parameter = 5,
    set_fault = 6,    // a fault of the session begins; `value` is its place in the file, from 0
    clear_fault = 7,  // it ends, whatever began it
};

/// Parameters that may change while the loop runs.
enum class Parameter : std::int64_t { none = 0, grade = 1, headwind_mps = 2 };

/// Faults as bits; `fault_table.h` says what each one does in which phase.
using FaultBits = std::uint64_t;

struct Command {
    CommandKind kind = CommandKind::none;
    Parameter parameter = Parameter::none;
    double value = 0.0;
};

/// Everything that enters one tick, latched once at its start. What follows is a pure function of
/// (State, Inputs): recorded Inputs replay to the same State. Eight-byte members only.
struct Inputs {
    model::Controls controls;  // as measured at the wires, converted to pedal positions and gear
    Command command;
    // Seen by wires (signal out of range), the loop (overruns) or staged on a wire; from bit 32 on
    // the faults that the session stages on its buses.
    FaultBits faults = 0;
    std::uint64_t finish = 0;      // 1: whoever drives says that the task is done (bFinish)
    std::uint64_t bus_status = 0;  // of messages and buses: can_bridge/session/bus_status.h
};

static_assert(std::is_trivially_copyable_v<Inputs>);
static_assert(sizeof(Inputs) == 12 * 8, "no padding: Inputs are hashed word by word");

}  // namespace ghostcar::rt_core
