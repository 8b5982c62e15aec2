// SPDX-License-Identifier: Apache-2.0
#include "rt_core/arbitrate.h"

#include <limits>

#include "model/math/numeric.h"
#include "rt_core/session_machine.h"

namespace ghostcar::rt_core {

using model::clamp;
using model::magnitude;
using model::snap_to_zero;

namespace {

/// No subnormal number may enter State: flush-to-zero differs between x86 and ARM.
constexpr double smallest_normal = std::numeric_limits<double>::min();

double pedal(double measured) noexcept {
    return snap_to_zero(clamp(measured, 0.0, 1.0), smallest_normal);
}

/// Not a number: the wheel stays where it was.
double steering(double measured, double held) noexcept {
    if (!(magnitude(measured) >= 0.0)) return held;
    return snap_to_zero(clamp(measured, -1.0, 1.0), smallest_normal);
}

}  // namespace

model::Controls arbitrate(Phase phase, const model::WorldState& world,
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
    controls.accelerator = pedal(measured.accelerator);
    controls.brake = pedal(measured.brake);
    controls.clutch = pedal(measured.clutch);
    controls.gear = measured.gear;
    controls.key = measured.key;
    controls.steer = steering(measured.steer, world.controls.steer);
    return controls;
}

void apply_parameter(const Command& command, model::Environment& environment) noexcept {
    if (command.kind != CommandKind::set_parameter) return;
    // Written so that a NaN fails the comparison.
    if (command.parameter == Parameter::grade && magnitude(command.value) <= largest_grade)
        environment.grade = snap_to_zero(command.value, smallest_normal);
    if (command.parameter == Parameter::headwind_mps &&
        magnitude(command.value) <= largest_headwind_mps)
        environment.headwind_mps = snap_to_zero(command.value, smallest_normal);
}

bool is_finite(const model::WorldState& world) noexcept {
    // The sum is finite only if all of them are; x - x is 0 for every finite x and NaN otherwise.
    const model::LongitudinalState& car = world.car;
    const double sum =
        ((car.distance_m + car.speed_mps) + (car.engine_speed_radps + car.engine_torque_nm)) +
        ((car.governor_torque_nm + car.charge_torque_nm) +
         (car.clutch_torque_nm + car.brake_force_n)) +
        car.acceleration_mps2;
    return sum - sum == 0.0;
}

bool is_finite(std::span<const model::RoadCarState> cars) noexcept {
    double sum = 0.0;
    for (const model::RoadCarState& state : cars) {
        const model::CarState& car = state.car;
        const model::PlanarMotion& motion = car.motion;
        sum += (((motion.x_m + motion.y_m) + (motion.yaw_rad + motion.forward_mps)) +
                (motion.left_mps + motion.yaw_rate_radps)) +
               ((car.roll_rad + car.pitch_rad) + (car.driveline.shaft_radps + state.damage));
        for (const model::WheelState& wheel : car.wheels)
            sum += (wheel.spin_radps + wheel.load_n) +
                   (wheel.deflection.longitudinal_m + wheel.deflection.lateral_m);
    }
    return sum - sum == 0.0;
}

}  // namespace ghostcar::rt_core
