// SPDX-License-Identifier: Apache-2.0
// What the shipped controllers know of the car they drive, and how they press its pedals. A
// controller is told nothing of its car; these are the figures of a middling one (the shipped
// Focus), and near enough for the others.
#pragma once

#include "model/driver/controller/ghostcar_controller.h"
#include "model/math/numeric.h"
#include "model/math/trigonometry.h"

namespace ghostcar::model {

constexpr double car_wheelbase_m = 2.64;
constexpr double car_rear_axle_m = 1.29;  // behind the car's centre
constexpr double car_full_steer_rad = 0.62;
constexpr double car_steering_radps = 0.8;  // of the road wheels, at most
constexpr double car_full_brake_mps2 = 9.8;
constexpr double car_full_throttle_mps2 = 3.5;
constexpr double car_power_wpkg = 55.0;

/// Steers along an arc, + to the left.
inline void steer_along(double curvature_pm, GhostcarCommand& command) noexcept {
    command.cmdSteer =
        clamp(-arc_tangent(car_wheelbase_m * curvature_pm) / car_full_steer_rad, -1.0, 1.0);
}

/// Presses the pedal that gives an acceleration, in the direction the car goes.
inline void press_for(double acceleration_mps2, double speed_mps,
                      GhostcarCommand& command) noexcept {
    constexpr double coasting_mps2 = -0.15;  // so much the car slows down by itself
    constexpr double dead_pedal = 0.05;      // the brake's first part does nothing
    const double able_mps2 =
        minimum(car_full_throttle_mps2, car_power_wpkg / maximum(magnitude(speed_mps), 1.0));
    if (acceleration_mps2 > coasting_mps2) {
        command.cmdAcc = clamp((acceleration_mps2 - coasting_mps2) / able_mps2, 0.0, 1.0);
    } else {
        command.cmdBrake =
            clamp(dead_pedal + (coasting_mps2 - acceleration_mps2) / car_full_brake_mps2, 0.0, 1.0);
    }
}

/// The arc that leads to a point in the car's frame (pure pursuit): curvature 2·y/d².
inline double arc_to(double x_m, double y_m) noexcept {
    return 2.0 * y_m / maximum(x_m * x_m + y_m * y_m, 1.0);
}

}  // namespace ghostcar::model
