// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/vehicle/longitudinal_state.h"
#include "model/vehicle/planar_motion.h"
#include "model/vehicle/tyre.h"

namespace ghostcar::model {

/// Wheels are always counted in this order.
enum Wheel : std::size_t { front_left = 0, front_right = 1, rear_left = 2, rear_right = 3 };
constexpr std::size_t wheel_count = 4;

template <typename Value>
using PerWheel = std::array<Value, wheel_count>;

struct WheelState {
    double spin_radps = 0.0;
    TyreDeflection deflection;
    double load_n = 0.0;
    double brake_share = 1.0;  // what the anti-lock brake lets through
};

/// Between the gearbox and the wheels.
struct DrivelineState {
    double shaft_radps = 0.0;  // gearbox side of the half shafts, at wheel speed
    double twist_rad = 0.0;    // gearbox side ahead of the wheels, lash included
    double disc_radps = 0.0;   // clutch disc and gearbox input
};

/// A gearbox that shifts itself.
struct AutomaticState {
    std::int64_t gear = 0;         // the gear it wants
    std::int64_t shift_ticks = 0;  // left of the shift in progress
};

/// Everything the full car carries from one tick to the next. Eight-byte members only: State is
/// hashed word by word.
struct CarState {
    PlanarMotion motion;
    double proper_forward_mps2 = 0.0;  // what an accelerometer feels, gravity's part included
    double proper_left_mps2 = 0.0;
    double roll_rad = 0.0;  // + leans to the right
    double roll_rate_radps = 0.0;
    double pitch_rad = 0.0;  // + nose down
    double pitch_rate_radps = 0.0;
    double road_wheel_angle_rad = 0.0;
    double brake_torque_nm = 0.0;  // after its lag, all wheels together
    std::uint64_t resting = 0;     // 1: friction holds the car, nothing moves
    PerWheel<WheelState> wheels;
    DrivelineState driveline;
    AutomaticState automatic;
    LongitudinalState drive;  // engine, clutch, gearbox, speed and distance: as of the paper's car
};

}  // namespace ghostcar::model
