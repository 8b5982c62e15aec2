// SPDX-License-Identifier: Apache-2.0
#include "rt_core/arbitrate.h"

namespace ghostcar::rt_core {

using model::magnitude;
using model::snap_to_zero;

void apply_parameter(const Command& command, model::Environment& environment) noexcept {
    if (command.kind != CommandKind::set_parameter) return;
    // Written so that a NaN fails the comparison.
    if (command.parameter == Parameter::grade && magnitude(command.value) <= largest_grade)
        environment.grade = snap_to_zero(command.value, detail::smallest_normal);
    if (command.parameter == Parameter::headwind_mps &&
        magnitude(command.value) <= largest_headwind_mps)
        environment.headwind_mps = snap_to_zero(command.value, detail::smallest_normal);
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
