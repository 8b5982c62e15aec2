// SPDX-License-Identifier: Apache-2.0
// Who drives: the wires, or the safe state. And what an operator may change while the car drives.
#pragma once

#include <span>

#include "model/world/road_car_state.h"
#include "rt_core/inputs.h"
#include "rt_core/state.h"

namespace ghostcar::rt_core {

/// Brake pedal of the safe state: firm, but no emergency stop; held at standstill.
constexpr double safe_brake = 0.3;

/// Limits of the parameters that may change at run time.
constexpr double largest_grade = 0.5;  // 50 %, steeper than any public road
constexpr double largest_headwind_mps = 60.0;

/// What the car obeys in this tick: the measured controls within their ranges (a NaN becomes 0),
/// or, in the safe state, throttle 0, brake 0.3, clutch open, lever and steering where they are.
[[nodiscard]] model::Controls arbitrate(Phase phase, const model::WorldState& world,
                                        const model::Controls& measured) noexcept;

/// Applies a set-parameter command; a value out of range is ignored.
void apply_parameter(const Command& command, model::Environment& environment) noexcept;

/// False when a step of the model has left the real numbers.
[[nodiscard]] bool is_finite(const model::WorldState& world) noexcept;
[[nodiscard]] bool is_finite(std::span<const model::RoadCarState> cars) noexcept;

}  // namespace ghostcar::rt_core
