// SPDX-License-Identifier: Apache-2.0
// The single-track drift model.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "tests/integration/program/reference/tyre.h"
#include "tests/integration/program/reference/vehicle.h"

namespace reference {

/// One track, two axles with fixed loads, two wheels that spin.
struct Drift {
    enum : std::size_t { x, y, steering, speed, yaw, yaw_rate, slip_angle, spin, count = spin + 2 };
    using State = std::array<double, count>;

    const Vehicle& car;

    [[nodiscard]] State initial(double speed_mps, double angle_rad) const {
        return {0.0,
                0.0,
                angle_rad,
                speed_mps,
                0.0,
                0.0,
                0.0,
                speed_mps * std::cos(angle_rad) / wheel_radius_m,
                speed_mps / wheel_radius_m};
    }

    [[nodiscard]] State rate(const State& s, const Inputs& inputs) const {
        const double mps2 = limited_mps2(car, s[speed], inputs.acceleration_mps2);
        const double along_mps = s[speed] * std::cos(s[slip_angle]);
        const double across_mps = s[speed] * std::sin(s[slip_angle]);
        State result{};
        double along_n = 0.0;  // in the direction of travel, and across it
        double across_n = 0.0;
        double turning_nm = 0.0;
        for (std::size_t i = 0; i < 2; ++i) {
            const Axle& axle = car.axles[i];
            const double wheel_rad = i == 0 ? s[steering] : 0.0;
            const double axle_across_mps = across_mps + axle.ahead_m * s[yaw_rate];
            const double rolling_mps =
                along_mps * std::cos(wheel_rad) + axle_across_mps * std::sin(wheel_rad);
            const tyre::Force force =
                tyre::force(1.0 - wheel_radius_m * s[spin + i] / rolling_mps,
                            std::atan(axle_across_mps / along_mps) - wheel_rad, 0.0,
                            car.mass_kg * gravity * car.weight_share(i));
            const double turned_rad = wheel_rad - s[slip_angle];
            along_n += force.along_n * std::cos(turned_rad) - force.across_n * std::sin(turned_rad);
            across_n +=
                force.along_n * std::sin(turned_rad) + force.across_n * std::cos(turned_rad);
            turning_nm += axle.ahead_m * (force.across_n * std::cos(wheel_rad) +
                                          force.along_n * std::sin(wheel_rad));
            result[spin + i] =
                (axle_torque_nm(car, axle, mps2) - wheel_radius_m * force.along_n) / wheel_kgm2;
        }
        result[x] = s[speed] * std::cos(s[yaw] + s[slip_angle]);
        result[y] = s[speed] * std::sin(s[yaw] + s[slip_angle]);
        result[steering] = inputs.steering_radps;
        result[speed] = along_n / car.mass_kg;
        result[yaw] = s[yaw_rate];
        result[yaw_rate] = turning_nm / car.yaw_kgm2;
        result[slip_angle] = across_n / (car.mass_kg * s[speed]) - s[yaw_rate];
        return result;
    }

    [[nodiscard]] static Motion motion(const State& s) {
        return {s[x], s[y], s[steering], s[yaw], s[speed], s[yaw_rate], s[slip_angle]};
    }
};

}  // namespace reference
