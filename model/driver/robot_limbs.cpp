// SPDX-License-Identifier: Apache-2.0
#include "model/driver/robot_limbs.h"

#include <cmath>

#include "model/math/numeric.h"
#include "model/tick.h"

namespace ghostcar::model {
namespace {

double approach(double from, double to, double step_down, double step_up) noexcept {
    // The leg goes down when the number goes up.
    return clamp(to, from - step_up, from + step_down);
}

}  // namespace

RobotLimbs::RobotLimbs(const Speeds& speeds, const Limits& limits) noexcept
    : accelerator_per_tick_(speeds.accelerator_per_s * tick_s),
      brake_per_tick_(speeds.brake_per_s * tick_s),
      clutch_down_per_tick_(speeds.clutch_down_per_s * tick_s),
      clutch_up_per_tick_(speeds.clutch_up_per_s * tick_s),
      lever_travel_ticks_(to_integer(speeds.lever_travel_s / tick_s + 0.5, 1, 60'000)),
      acceleration_per_tick2_(limits.acceleration_per_s2 * tick_s * tick_s),
      delay_ticks_(static_cast<std::size_t>(
          to_integer(static_cast<double>(limits.delay_ticks), 0, longest_limb_delay - 1))),
      resolution_(limits.resolution),
      steps_per_travel_(limits.resolution > 0.0 ? 1.0 / limits.resolution : 0.0),
      has_limits_(limits.acceleration_per_s2 > 0.0 || delay_ticks_ > 0 || limits.resolution > 0.0) {
}

RobotLimbs RobotLimbs::from_toml(TableReader& reader) {
    const auto speed = Range::between(0.01, 100.0);
    Speeds speeds{};
    speeds.accelerator_per_s = reader.number("accelerator_per_s", speed);
    speeds.brake_per_s = reader.number("brake_per_s", speed);
    speeds.clutch_down_per_s = reader.number("clutch_down_per_s", speed);
    speeds.clutch_up_per_s = reader.number("clutch_up_per_s", speed);
    speeds.lever_travel_s = reader.number("lever_travel_s", Range::between(0.001, 60.0));
    Limits limits;
    limits.acceleration_per_s2 =
        reader.number_or("acceleration_per_s2", 0.0, Range::between(1.0, 10'000.0));
    limits.delay_ticks =
        reader.integer_or("delay_ms", 0, 0, static_cast<std::int64_t>(longest_limb_delay) - 1);
    limits.resolution = reader.number_or("resolution", 0.0, Range::between(0.0, 0.1));
    return {speeds, limits};
}

void RobotLimbs::move(LimbState& limbs, const LimbTargets& targets) const noexcept {
    if (has_limits_) {
        limbs.newest = limbs.newest + 1 < longest_limb_delay ? limbs.newest + 1 : 0;
        limbs.under_way[limbs.newest] = targets;
        const std::size_t due = limbs.newest >= delay_ticks_
                                    ? limbs.newest - delay_ticks_
                                    : limbs.newest + longest_limb_delay - delay_ticks_;
        move_legs(limbs, limbs.under_way[due]);
        move_hand(limbs, limbs.under_way[due].lever);
        return;
    }
    RobotOutput& at = limbs.at;
    at.accelerator =
        approach(at.accelerator, targets.accelerator, accelerator_per_tick_, accelerator_per_tick_);
    at.brake = approach(at.brake, targets.brake, brake_per_tick_, brake_per_tick_);
    at.clutch = approach(at.clutch, targets.clutch, clutch_down_per_tick_,
                         minimum(clutch_up_per_tick_, targets.clutch_up_per_tick));
    move_hand(limbs, targets.lever);
}

/// The nearest step of a leg; both ends of the travel can be reached.
double RobotLimbs::in_steps(double position) const noexcept {
    if (resolution_ <= 0.0 || position <= 0.0 || position >= 1.0) return position;
    return minimum(1.0, std::floor(position * steps_per_travel_ + 0.5) * resolution_);
}

void RobotLimbs::move_legs(LimbState& limbs, const LimbTargets& targets) const noexcept {
    RobotOutput& at = limbs.at;
    move_leg(limbs.legs[0], at.accelerator, targets.accelerator, accelerator_per_tick_,
             accelerator_per_tick_);
    move_leg(limbs.legs[1], at.brake, targets.brake, brake_per_tick_, brake_per_tick_);
    move_leg(limbs.legs[2], at.clutch, targets.clutch, clutch_down_per_tick_,
             minimum(clutch_up_per_tick_, targets.clutch_up_per_tick));
}

void RobotLimbs::move_leg(LegMotion& leg, double& at, double target, double down,
                          double up) const noexcept {
    if (leg.position == target && leg.speed == 0.0) return;  // most legs rest most of the time
    target = clamp(target, 0.0, 1.0);
    if (acceleration_per_tick2_ > 0.0) {
        leg.step(target, down, up, acceleration_per_tick2_);
    } else {
        leg.position = approach(leg.position, target, down, up);
    }
    at = in_steps(leg.position);
}

void RobotLimbs::move_hand(LimbState& limbs, std::int64_t lever) const noexcept {
    if (lever != limbs.hand_target) {  // sets out: the lever leaves its gate at once
        limbs.hand_target = lever;
        limbs.hand_ticks = lever_travel_ticks_;
        limbs.at.lever = 0;
    }
    if (limbs.hand_ticks > 0) {
        --limbs.hand_ticks;
        if (limbs.hand_ticks == 0) limbs.at.lever = limbs.hand_target;
    }
}

}  // namespace ghostcar::model
