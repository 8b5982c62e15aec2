// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "model/math/numeric.h"
#include "model/math/trigonometry.h"

namespace ghostcar::model {

struct SteeringParameters {
    double ratio;              // steering wheel over road wheels
    double largest_angle_rad;  // of the road wheels, mean of both
    double fastest_radps;      // of the road wheels
    double ackermann_share;    // 0: both wheels alike; 1: both point at one centre of the turn
};

/// Where a front wheel points.
struct WheelDirection {
    double sine;
    double cosine;
};

/// Front-wheel steering. With Ackermann geometry the axes of all wheels meet in one point:
///   tan δ_left,right = tan δ / (1 ∓ share·tan δ·track/(2·wheelbase))
class Steering {
public:
    Steering(const SteeringParameters& parameters, double front_track_m, double wheelbase_m,
             double step_s) noexcept
        : parameters_(parameters),
          largest_change_rad_(parameters.fastest_radps * step_s),
          half_track_per_base_(parameters.ackermann_share * 0.5 * front_track_m / wheelbase_m) {}

    /// Moves toward the command (−1…1, + left) no faster than the column turns.
    void turn(double& angle_rad, double command) const noexcept {
        const double wanted = clamp(command, -1.0, 1.0) * parameters_.largest_angle_rad;
        angle_rad += clamp(wanted - angle_rad, -largest_change_rad_, largest_change_rad_);
    }

    struct FrontWheels {
        WheelDirection left;
        WheelDirection right;
    };

    [[nodiscard]] FrontWheels directions(double angle_rad) const noexcept {
        const double slope = tangent(angle_rad);
        const double inner = slope * half_track_per_base_;
        return {direction(slope / (1.0 - inner)), direction(slope / (1.0 + inner))};
    }

    /// The direction whose tangent is `slope`.
    [[nodiscard]] static WheelDirection direction(double slope) noexcept {
        const double cosine = 1.0 / std::sqrt(1.0 + slope * slope);
        return {slope * cosine, cosine};
    }

    [[nodiscard]] const SteeringParameters& parameters() const noexcept { return parameters_; }

private:
    SteeringParameters parameters_;
    double largest_change_rad_;
    double half_track_per_base_;
};

}  // namespace ghostcar::model
