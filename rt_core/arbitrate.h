// SPDX-License-Identifier: Apache-2.0
// Who drives: the wires, or the safe state. And what an operator may change while the car drives.
// Inline is what every tick asks.
#pragma once

#include <limits>
#include <span>

#include "model/math/numeric.h"
#include "model/world/road_car_state.h"
#include "rt_core/inputs.h"
#include "rt_core/session_machine.h"
#include "rt_core/state.h"

namespace ghostcar::rt_core {

/// Brake pedal of the safe state: firm, but no emergency stop; held at standstill.
constexpr double safe_brake = 0.3;

/// Limits of the parameters that may change at run time.
constexpr double largest_grade = 0.5;  // 50 %, steeper than any public road
constexpr double largest_headwind_mps = 60.0;

namespace detail {

/// No subnormal number may enter State: flush-to-zero differs between x86 and ARM.
constexpr double smallest_normal = std::numeric_limits<double>::min();

inline double pedal(double measured) noexcept {
    return model::snap_to_zero(model::clamp(measured, 0.0, 1.0), smallest_normal);
}

/// Not a number: the wheel stays where it was.
inline double steering(double measured, double held) noexcept {
    if (!(model::magnitude(measured) >= 0.0)) return held;
    return model::snap_to_zero(model::clamp(measured, -1.0, 1.0), smallest_normal);
}

}  // namespace detail

/// What the car obeys in this tick: the measured controls within their ranges (a NaN becomes 0),
/// or, in the safe state, throttle 0, brake 0.3, clutch open, lever and steering where they are.
[[nodiscard]] inline model::Controls arbitrate(Phase phase, const model::WorldState& world,
                                               const model::Controls& measured) noexcept {
    model::Controls controls;
    if (in_safe_state(phase)) {
        controls.accelerator = 0.0;
        controls.brake = safe_brake;
        controls.clutch = 1.0;
        controls.gear = world.controls.gear;
        controls.key = world.controls.key;
        controls.steer = world.controls.steer;
        return controls;
    }
    controls.accelerator = detail::pedal(measured.accelerator);
    controls.brake = detail::pedal(measured.brake);
    controls.clutch = detail::pedal(measured.clutch);
    controls.gear = measured.gear;
    controls.key = measured.key;
    controls.steer = detail::steering(measured.steer, world.controls.steer);
    return controls;
}

/// Applies a set-parameter command; a value out of range is ignored.
void apply_parameter(const Command& command, model::Environment& environment) noexcept;

/// False when a step of the model has left the real numbers.
[[nodiscard]] inline bool is_finite(const model::WorldState& world) noexcept {
    // The sum is finite only if all of them are; x - x is 0 for every finite x and NaN otherwise.
    const model::LongitudinalState& car = world.car;
    const double sum =
        ((car.distance_m + car.speed_mps) + (car.engine_speed_radps + car.engine_torque_nm)) +
        ((car.governor_torque_nm + car.charge_torque_nm) +
         (car.clutch_torque_nm + car.brake_force_n)) +
        car.acceleration_mps2;
    return sum - sum == 0.0;
}
[[nodiscard]] bool is_finite(std::span<const model::RoadCarState> cars) noexcept;

}  // namespace ghostcar::rt_core
