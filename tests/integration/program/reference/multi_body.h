// SPDX-License-Identifier: Apache-2.0
// The multi-body model.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "tests/integration/program/reference/tyre.h"
#include "tests/integration/program/reference/vehicle.h"

namespace reference {

/// A sprung body and two axles that roll, heave and move sideways by themselves, four wheels.
struct MultiBody {
    enum : std::size_t {
        x,
        y,
        steering,
        forward,
        yaw,
        yaw_rate,
        roll,
        roll_rate,
        pitch,
        pitch_rate,
        side,
        heave,
        heave_rate,
        axle,
        spin = axle + 10,
        joint = spin + 4,
        count = joint + 2
    };
    // Of each of the two axles, behind `axle`.
    enum : std::size_t {
        axle_roll,
        axle_roll_rate,
        axle_side,
        axle_heave,
        axle_heave_rate,
        per_axle
    };
    using State = std::array<double, count>;

    const Vehicle& car;

    [[nodiscard]] State initial(double speed_mps, double angle_rad) const {
        State s{};
        s[steering] = angle_rad;
        s[forward] = speed_mps;
        for (std::size_t i = 0; i < 2; ++i)
            s[axle + per_axle * i + axle_heave] =
                (car.sprung_kg * car.weight_share(i) + car.unsprung_kg) * gravity /
                (2.0 * car.tyre_npm);
        for (std::size_t i = 0; i < 4; ++i) s[spin + i] = speed_mps / wheel_radius_m;
        return s;
    }

    /// What one axle does to the body.
    struct OnBody {
        double along_n = 0.0;
        double across_n = 0.0;
        double turning_nm = 0.0;
        double arm_n = 0.0;     // sideways, from the axle
        double spring_n = 0.0;  // upward, both wheels
        double rolling_nm = 0.0;
    };

    [[nodiscard]] State rate(const State& s, const Inputs& inputs) const {
        const double mps2 = limited_mps2(car, s[forward], inputs.acceleration_mps2);
        State result{};
        const OnBody front = move_axle(s, 0, mps2, result);
        const OnBody rear = move_axle(s, 1, mps2, result);
        const double arms_n = front.arm_n + rear.arm_n;
        const double springs_n = front.spring_n + rear.spring_n;
        const double along_n = front.along_n + rear.along_n;
        const double speed_mps = std::hypot(s[forward], s[side]);
        const double course_rad = s[yaw] + std::atan(s[side] / s[forward]);
        result[x] = speed_mps * std::cos(course_rad);
        result[y] = speed_mps * std::sin(course_rad);
        result[steering] = inputs.steering_radps;
        result[forward] = along_n / car.mass_kg + s[yaw_rate] * s[side];
        result[yaw] = s[yaw_rate];
        result[yaw_rate] = (front.turning_nm + rear.turning_nm) / car.yaw_kgm2;
        result[roll] = s[roll_rate];
        result[roll_rate] = (front.rolling_nm + rear.rolling_nm) / car.roll_kgm2;
        result[pitch] = s[pitch_rate];
        result[pitch_rate] =
            (car.axles[0].ahead_m * front.spring_n + car.axles[1].ahead_m * rear.spring_n +
             along_n * (car.sprung_height_m - s[heave])) /
            car.pitch_kgm2;
        result[side] =
            (arms_n * std::cos(s[roll]) + springs_n * std::sin(s[roll])) / car.sprung_kg -
            s[yaw_rate] * s[forward];
        result[heave] = s[heave_rate];
        result[heave_rate] =
            gravity - (springs_n * std::cos(s[roll]) - arms_n * std::sin(s[roll])) / car.sprung_kg;
        return result;
    }

    OnBody move_axle(const State& s, std::size_t i, double mps2, State& result) const {
        const Axle& p = car.axles[i];
        const std::size_t at = axle + per_axle * i;
        const double half_m = 0.5 * p.track_m;
        const double lean = s[at + axle_roll];
        const double lean_rate = s[at + axle_roll_rate];
        const double sunk_m = s[at + axle_heave];
        const double lean_apart = s[roll] - lean;
        const double lean_rate_apart = s[roll_rate] - lean_rate;
        const double body_over_axle_m = car.sprung_height_m - wheel_radius_m + sunk_m - s[heave];
        const double side_mps = s[side] + p.ahead_m * s[yaw_rate];
        const double tread_mps = side_mps - lean_rate * (wheel_radius_m - sunk_m);
        const double wheel_rad = i == 0 ? s[steering] : 0.0;
        const double cosine = std::cos(wheel_rad);
        const double sine = std::sin(wheel_rad);
        OnBody body;
        double across_n = 0.0;
        double tyres_n = 0.0;
        double tilting_nm = 0.0;
        for (std::size_t wheel = 0; wheel < 2; ++wheel) {
            const double left = wheel == 0 ? 1.0 : -1.0;
            const double load_n = (sunk_m + wheel_radius_m * (std::cos(lean) - 1.0) -
                                   left * half_m * std::sin(lean)) *
                                  car.tyre_npm;
            const double over_mps = s[forward] + left * half_m * s[yaw_rate];
            const double rolling_mps = over_mps * cosine + side_mps * sine;
            const double pressed_m = body_over_axle_m / std::cos(s[roll]) - car.sprung_height_m +
                                     wheel_radius_m + p.ahead_m * s[pitch] +
                                     left * half_m * lean_apart;
            const double pressed_mps = s[at + axle_heave_rate] - s[heave_rate] +
                                       p.ahead_m * s[pitch_rate] + left * half_m * lean_rate_apart;
            const double spring_n = 0.5 * car.sprung_kg * gravity * car.weight_share(i) -
                                    p.spring_npm * pressed_m - p.damper_nspm * pressed_mps +
                                    left * lean_apart * p.extra_roll_nmprad / p.track_m;
            const std::size_t number = spin + 2 * i + wheel;
            const tyre::Force force =
                tyre::force(1.0 - wheel_radius_m * s[number] / rolling_mps,
                            std::atan(tread_mps / over_mps) - wheel_rad,
                            s[roll] + left * p.camber_per_m * pressed_m, load_n);
            const double along_body_n = force.along_n * cosine - force.across_n * sine;
            const double across_body_n = force.across_n * cosine + force.along_n * sine;
            body.along_n += along_body_n;
            across_n += across_body_n;
            body.turning_nm += p.ahead_m * across_body_n + left * half_m * along_body_n;
            body.spring_n += spring_n;
            body.rolling_nm += left * half_m * spring_n;
            tyres_n += load_n;
            // A wheel's load acts where its tread is, which its side force moves.
            tilting_nm +=
                load_n * (wheel_radius_m * std::sin(lean) + left * half_m * std::cos(lean) -
                          car.tyre_m_per_n * force.across_n) -
                left * half_m * spring_n;
            result[number] =
                (0.5 * axle_torque_nm(car, p, mps2) - wheel_radius_m * force.along_n) / wheel_kgm2;
        }
        // The body stands on the axle by an arm that is stiff sideways; its foot is on the ground.
        const double stretched_m = body_over_axle_m * std::sin(s[roll]) -
                                   s[joint + i] * std::cos(s[roll]) +
                                   wheel_radius_m * std::sin(lean_apart);
        const double apart_mps = side_mps - s[at + axle_side];
        const double stretched_mps =
            (body_over_axle_m * std::cos(s[roll]) + s[joint + i] * std::sin(s[roll])) *
                s[roll_rate] +
            (s[at + axle_heave_rate] - s[heave_rate]) * std::sin(s[roll]) -
            apart_mps * std::cos(s[roll]) + wheel_radius_m * std::cos(lean_apart) * lean_rate_apart;
        body.arm_n = stretched_m * arm_npm + stretched_mps * arm_nspm;
        body.rolling_nm -=
            body.arm_n / std::cos(s[roll]) * (body_over_axle_m + wheel_radius_m * std::cos(lean));
        result[joint + i] = apart_mps;
        result[at + axle_roll] = lean_rate;
        result[at + axle_roll_rate] =
            (tilting_nm + body.arm_n * wheel_radius_m - across_n * (wheel_radius_m - sunk_m)) /
            p.unsprung_kgm2;
        result[at + axle_side] =
            (across_n - body.arm_n * std::cos(s[roll]) - body.spring_n * std::sin(s[roll])) /
                car.unsprung_kg -
            s[yaw_rate] * s[forward];
        result[at + axle_heave] = s[at + axle_heave_rate];
        result[at + axle_heave_rate] = gravity - (tyres_n + body.arm_n * std::sin(s[roll]) -
                                                  body.spring_n * std::cos(s[roll])) /
                                                     car.unsprung_kg;
        return body;
    }

    [[nodiscard]] static Motion motion(const State& s) {
        return {s[x],
                s[y],
                s[steering],
                s[yaw],
                std::hypot(s[forward], s[side]),
                s[yaw_rate],
                std::atan2(s[side], s[forward])};
    }
};

}  // namespace reference
