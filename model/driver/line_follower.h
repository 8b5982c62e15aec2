// SPDX-License-Identifier: Apache-2.0
// The built-in driver: follows a line at a fixed offset from the road's middle, as fast as grip
// allows. It is simple on purpose, one page to read and to improve on; it remembers nothing, so a
// command follows from one look at car and road.
#pragma once

#include <cstdint>

#include "model/driver/drive_command.h"
#include "model/driver/gear_choice.h"
#include "model/track/road_place.h"

namespace ghostcar::model {

class Track;

/// What the driver sees of car, road and weather in one control period.
struct LineFollowerView {
    RoadPlace place;
    double heading_error_rad = 0.0;  // the car's yaw angle minus the road's heading, in [-π, π]
    double speed_mps = 0.0;          // forward
    double yaw_rate_radps = 0.0;
    double engine_speed_radps = 0.0;
    std::int64_t gear = 0;
    double target_offset_m = 0.0;  // where to drive, from the centre line, + is left
    double grip_factor = 1.0;      // the weather's: 1 dry, less in rain, snow and on ice
};

/// What the driver knows of the car. An estimate will do: none of it has to be exact.
struct LineFollowerParameters {
    double wheelbase_m = 2.65;
    double rear_axle_m = 1.5;         // behind the centre of gravity
    double steering_limit_rad = 0.6;  // of the road wheels, at steer = 1
    double grip = 0.9;                // friction coefficient of its tyres on a dry road
    double top_speed_mps = 55.0;      // faster than this it never wants to be
    double full_throttle_mps2 = 3.5;  // acceleration in a low gear …
    double power_wpkg = 70.0;         // … and limited by engine power per mass further up
    double full_brake_mps2 = 10.0;    // deceleration at brake = 1, were there grip enough
    double drag_pm = 0.0003;          // deceleration by the air, per speed²
    // How the tyres' softness shows, per lateral acceleration: extra steering a bend needs, and
    // the angle by which the tail hangs out.
    double understeer_rad_per_mps2 = 0.002;
    double tail_angle_rad_per_mps2 = 0.006;
    GearChange gears;  // none: the car shifts itself
};

[[nodiscard]] DriveCommand follow_line(const Track& track, const LineFollowerParameters& parameters,
                                       const LineFollowerView& view) noexcept;

}  // namespace ghostcar::model
