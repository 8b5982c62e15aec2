// SPDX-License-Identifier: Apache-2.0
// A car for tests of drivers: two wheels in line, tyres that saturate and share their grip between
// along and across, steering that turns only so fast. It stands on the road it is given: hills,
// crests, banking and surfaces act on it. Angles may come from libm here.
#pragma once

#include <cmath>
#include <cstdint>

#include "model/driver/drive_command.h"
#include "model/driver/line_follower.h"
#include "model/math/numeric.h"
#include "model/track/track.h"

namespace ghostcar::tests {

struct Bicycle {
    double mass_kg = 1400.0;
    double yaw_inertia_kgm2 = 2100.0;
    double front_axle_m = 1.1;
    double rear_axle_m = 1.55;
    double gravity_height_m = 0.5;
    double tyre_grip = 1.0;
    double front_stiffness = 16.0;  // slope of force over load at small slip angles, 1/rad
    double rear_stiffness = 18.0;
    double steering_limit_rad = 0.6;
    double steering_rate_radps = 0.5;  // of the road wheels: 460 °/s at the steering wheel
    double half_width_m = 0.9;
    double half_length_m = 2.2;

    double x_m = 0.0;
    double y_m = 0.0;
    double yaw_rad = 0.0;
    double forward_mps = 0.0;
    double leftward_mps = 0.0;
    double yaw_rate_radps = 0.0;
    double steering_rad = 0.0;
    double acceleration_mps2 = 0.0;
    model::RoadPlace place;
    model::RoadPoint road;

    /// Puts the car on the road, looking along it.
    void stand_on(const model::Track& track, double along_m, double offset_m) {
        road = track.at(along_m);
        x_m = road.x_m - offset_m * road.sine_heading;
        y_m = road.y_m + offset_m * road.cosine_heading;
        yaw_rad = std::atan2(road.sine_heading, road.cosine_heading);
        place = {track.wrapped(along_m), offset_m};
    }

    [[nodiscard]] double heading_error_rad() const {
        const double sine =
            std::sin(yaw_rad) * road.cosine_heading - std::cos(yaw_rad) * road.sine_heading;
        const double cosine =
            std::cos(yaw_rad) * road.cosine_heading + std::sin(yaw_rad) * road.sine_heading;
        return std::atan2(sine, cosine);
    }

    [[nodiscard]] model::LineFollowerView view(double target_offset_m, double grip_factor) const {
        model::LineFollowerView result;
        result.place = place;
        result.heading_error_rad = heading_error_rad();
        result.speed_mps = forward_mps;
        result.yaw_rate_radps = yaw_rate_radps;
        result.target_offset_m = target_offset_m;
        result.grip_factor = grip_factor;
        return result;
    }

    /// How far any corner is from the centre line, about.
    [[nodiscard]] double outermost_m() const {
        const double error = std::fabs(heading_error_rad());
        return std::fabs(place.offset_m) + half_width_m * std::cos(error) +
               half_length_m * std::sin(error);
    }

    void step(const model::Track& track, const model::DriveCommand& command, double grip_factor,
              double step_s) {
        const double wanted_rad = command.steer * steering_limit_rad;
        const double turn_rad = steering_rate_radps * step_s;
        steering_rad += model::clamp(wanted_rad - steering_rad, -turn_rad, turn_rad);

        const double press_mps2 = model::maximum(
            model::gravity_mps2 + forward_mps * forward_mps * road.vertical_curvature_pm, 0.5);
        const double wheelbase_m = front_axle_m + rear_axle_m;
        const double shifted_n = mass_kg * acceleration_mps2 * gravity_height_m / wheelbase_m;
        const double front_load_n =
            model::maximum(mass_kg * press_mps2 * rear_axle_m / wheelbase_m - shifted_n, 100.0);
        const double rear_load_n =
            model::maximum(mass_kg * press_mps2 * front_axle_m / wheelbase_m + shifted_n, 100.0);
        const double grip = tyre_grip * grip_factor * track.surface(road, place.offset_m).friction;

        const double drive_n =
            command.accelerator *
            model::minimum(3.5 * mass_kg, 70.0 * mass_kg / model::maximum(forward_mps, 1.0));
        const double brake_n = forward_mps > 0.0 ? command.brake * 10.0 * mass_kg : 0.0;  // 65 : 35
        const Forces front =
            tyre(drive_n - 0.65 * brake_n, front_load_n, grip, front_stiffness,
                 steering_rad - slip_rad(leftward_mps + front_axle_m * yaw_rate_radps));
        const Forces rear = tyre(-0.35 * brake_n, rear_load_n, grip, rear_stiffness,
                                 -slip_rad(leftward_mps - rear_axle_m * yaw_rate_radps));

        const double cosine = std::cos(steering_rad);
        const double sine = std::sin(steering_rad);
        const double along_n = front.along_n * cosine - front.across_n * sine + rear.along_n;
        const double front_across_n = front.along_n * sine + front.across_n * cosine;
        const double drag_n = 0.42 * forward_mps * std::fabs(forward_mps);
        acceleration_mps2 = (along_n - drag_n) / mass_kg - model::gravity_mps2 * road.grade;
        double forward_next_mps =
            forward_mps + (acceleration_mps2 + leftward_mps * yaw_rate_radps) * step_s;
        if (command.brake > 0.0 && forward_mps <= 0.01 && forward_next_mps < 0.0) {
            forward_next_mps = 0.0;  // the brake holds
        }
        leftward_mps += ((front_across_n + rear.across_n) / mass_kg -
                         model::gravity_mps2 * road.cross_fall - forward_mps * yaw_rate_radps) *
                        step_s;
        yaw_rate_radps += (front_axle_m * front_across_n - rear_axle_m * rear.across_n) /
                          yaw_inertia_kgm2 * step_s;
        forward_mps = forward_next_mps;

        yaw_rad += yaw_rate_radps * step_s;
        x_m += (forward_mps * std::cos(yaw_rad) - leftward_mps * std::sin(yaw_rad)) * step_s;
        y_m += (forward_mps * std::sin(yaw_rad) + leftward_mps * std::cos(yaw_rad)) * step_s;
        road = track.locate(x_m, y_m, place);
    }

private:
    struct Forces {
        double along_n;
        double across_n;
    };

    [[nodiscard]] double slip_rad(double across_mps) const {
        return std::atan2(across_mps, model::maximum(forward_mps, 1.0));
    }

    /// The Magic Formula's sine of an arc tangent, then the friction ellipse.
    static Forces tyre(double wanted_n, double load_n, double grip, double stiffness,
                       double slip_angle_rad) {
        constexpr double shape = 1.4;
        const double limit_n = grip * load_n;
        const double along_n = model::clamp(wanted_n, -limit_n, limit_n);
        const double steepness = stiffness / (shape * grip);
        const double left_over = std::sqrt(1.0 - along_n * along_n / (limit_n * limit_n));
        return {along_n,
                limit_n * left_over * std::sin(shape * std::atan(steepness * slip_angle_rad))};
    }
};

}  // namespace ghostcar::tests
