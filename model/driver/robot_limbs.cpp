// SPDX-License-Identifier: Apache-2.0
#include "model/driver/robot_limbs.h"

#include "model/math/numeric.h"

namespace ghostcar::model {
namespace {

constexpr double tick_s = 0.001;

double approach(double from, double to, double step_down, double step_up) noexcept {
    // The leg goes down when the number goes up.
    return clamp(to, from - step_up, from + step_down);
}

}  // namespace

RobotLimbs::RobotLimbs(const Speeds& speeds) noexcept
    : accelerator_per_tick_(speeds.accelerator_per_s * tick_s),
      brake_per_tick_(speeds.brake_per_s * tick_s),
      clutch_down_per_tick_(speeds.clutch_down_per_s * tick_s),
      clutch_up_per_tick_(speeds.clutch_up_per_s * tick_s),
      lever_travel_ticks_(to_integer(speeds.lever_travel_s / tick_s + 0.5, 1, 60'000)) {}

RobotLimbs RobotLimbs::from_toml(TableReader& reader) {
    const auto speed = Range::between(0.01, 100.0);
    Speeds speeds{};
    speeds.accelerator_per_s = reader.number("accelerator_per_s", speed);
    speeds.brake_per_s = reader.number("brake_per_s", speed);
    speeds.clutch_down_per_s = reader.number("clutch_down_per_s", speed);
    speeds.clutch_up_per_s = reader.number("clutch_up_per_s", speed);
    speeds.lever_travel_s = reader.number("lever_travel_s", Range::between(0.001, 60.0));
    return RobotLimbs(speeds);
}

void RobotLimbs::move(LimbState& limbs, const LimbTargets& targets) const noexcept {
    RobotOutput& at = limbs.at;
    at.accelerator =
        approach(at.accelerator, targets.accelerator, accelerator_per_tick_, accelerator_per_tick_);
    at.brake = approach(at.brake, targets.brake, brake_per_tick_, brake_per_tick_);
    at.clutch = approach(at.clutch, targets.clutch, clutch_down_per_tick_,
                         minimum(clutch_up_per_tick_, targets.clutch_up_per_tick));
    if (targets.lever != limbs.hand_target) {  // sets out: the lever leaves its gate at once
        limbs.hand_target = targets.lever;
        limbs.hand_ticks = lever_travel_ticks_;
        at.lever = 0;
    }
    if (limbs.hand_ticks > 0) {
        --limbs.hand_ticks;
        if (limbs.hand_ticks == 0) at.lever = limbs.hand_target;
    }
}

}  // namespace ghostcar::model
