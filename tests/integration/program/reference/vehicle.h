// SPDX-License-Identifier: Apache-2.0
// The three cars of the reference models, as published.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace reference {

constexpr double gravity = 9.81;
constexpr double foot_m = 0.3048;
constexpr double pound_n = 4.4482216152605;
constexpr double slug_kg = pound_n / foot_m;
constexpr double slug_ft2_kgm2 = pound_n * foot_m;
constexpr double pound_per_ft_npm = 0.45359237 * gravity / foot_m;
constexpr double pound_s_per_ft_nspm = pound_n / foot_m;

/// One axle of the multi-body model; the drift model knows no more of it than where it is.
struct Axle {
    double ahead_m;  // of the centre of gravity; < 0: behind
    double track_m;
    double spring_npm;  // of each wheel
    double damper_nspm;
    double extra_roll_nmprad;  // of the axle, beside the springs
    double camber_per_m;       // how a wheel tilts as its spring is pressed
    double unsprung_kgm2;
    double brake_share;
    double drive_share;
};

struct Vehicle {
    double mass_kg;
    double sprung_kg;
    double unsprung_kg;  // each axle
    double roll_kgm2;
    double pitch_kgm2;
    double yaw_kgm2;
    double sprung_height_m;
    double tyre_npm;      // upward
    double tyre_m_per_n;  // sideways
    double switch_mps;    // above it the power is constant
    double slowest_mps;   // no braking below …
    double fastest_mps;   // … and no driving above
    std::array<Axle, 2> axles;

    [[nodiscard]] double base_m() const { return axles[0].ahead_m - axles[1].ahead_m; }
    /// What of the weight an axle carries.
    [[nodiscard]] double weight_share(std::size_t axle) const {
        return std::abs(axles[1 - axle].ahead_m) / base_m();
    }
};

constexpr double wheel_radius_m = 0.344;
constexpr double wheel_kgm2 = 1.7;
constexpr double arm_npm = 12'000.0 * pound_per_ft_npm;  // sideways, between axle and body
constexpr double arm_nspm = 700.0 * pound_s_per_ft_nspm;
constexpr double largest_mps2 = 11.5;

/// As published, in the units of the NHTSA report.
inline const std::array<Vehicle, 3> vehicles{{
    {84.0 * slug_kg,
     75.0 * slug_kg,
     4.5 * slug_kg,
     180.0 * slug_ft2_kgm2,
     990.0 * slug_ft2_kgm2,
     1135.0 * slug_ft2_kgm2,
     1.95 * foot_m,
     13'000.0 * pound_per_ft_npm,
     1.5e-4 * foot_m / pound_n,
     4.755,
     -13.9,
     45.8,
     {{{2.9 * foot_m, 4.56 * foot_m, 1500.0 * pound_per_ft_npm, 100.0 * pound_s_per_ft_nspm,
        -9500.0 * slug_ft2_kgm2, -0.19 / foot_m, 24.0 * slug_ft2_kgm2, 0.76, 1.0},
       {-4.95 * foot_m, 4.67 * foot_m, 1500.0 * pound_per_ft_npm, 100.0 * pound_s_per_ft_nspm, 0.0,
        -0.064 / foot_m, 24.0 * slug_ft2_kgm2, 0.24, 0.0}}}},
    {74.91452 * slug_kg,
     66.17221 * slug_kg,
     4.371153 * slug_kg,
     152.871 * slug_ft2_kgm2,
     1154.888 * slug_ft2_kgm2,
     1321.416 * slug_ft2_kgm2,
     2.01355 * foot_m,
     10'842.89 * pound_per_ft_npm,
     2.397884e-4 * foot_m / pound_n,
     7.319,
     -13.6,
     50.8,
     {{{3.793293 * foot_m, 4.55 * foot_m, 1675.0 * pound_per_ft_npm, 122.3966 * pound_s_per_ft_nspm,
        -5100.155 * slug_ft2_kgm2, -0.12 / foot_m, 22.62345 * slug_ft2_kgm2, 0.66, 0.0},
       {-4.667707 * foot_m, 4.475 * foot_m, 1345.0 * pound_per_ft_npm,
        112.9981 * pound_s_per_ft_nspm, -1949.82 * slug_ft2_kgm2, -0.276 / foot_m,
        21.88377 * slug_ft2_kgm2, 0.34, 1.0}}}},
    {101.3367 * slug_kg,
     90.21635 * slug_kg,
     5.56015 * slug_kg,
     353.9445 * slug_ft2_kgm2,
     1625.825 * slug_ft2_kgm2,
     1824.078 * slug_ft2_kgm2,
     2.639405 * foot_m,
     14'565.6 * pound_per_ft_npm,
     1.7850283e-4 * foot_m / pound_n,
     7.824,
     -11.2,
     41.7,
     {{{3.775563 * foot_m, 5.165 * foot_m, 2300.0 * pound_per_ft_npm,
        164.8335 * pound_s_per_ft_nspm, -25'038.92 * slug_ft2_kgm2, -0.1 / foot_m,
        37.08234 * slug_ft2_kgm2, 0.64, 0.0},
       {-4.334437 * foot_m, 5.065 * foot_m, 2680.0 * pound_per_ft_npm,
        189.7866 * pound_s_per_ft_nspm, -5702.369 * slug_ft2_kgm2, -0.1 / foot_m,
        35.66033 * slug_ft2_kgm2, 0.36, 1.0}}}},
}};

/// What of a wanted acceleration the car's limits leave.
inline double limited_mps2(const Vehicle& car, double speed_mps, double wanted_mps2) {
    if ((speed_mps <= car.slowest_mps && wanted_mps2 <= 0.0) ||
        (speed_mps >= car.fastest_mps && wanted_mps2 >= 0.0))
        return 0.0;
    const double most_mps2 =
        speed_mps > car.switch_mps ? largest_mps2 * car.switch_mps / speed_mps : largest_mps2;
    return std::clamp(wanted_mps2, -largest_mps2, most_mps2);
}

inline double axle_torque_nm(const Vehicle& car, const Axle& axle, double mps2) {
    return car.mass_kg * wheel_radius_m * mps2 * (mps2 > 0.0 ? axle.drive_share : axle.brake_share);
}

struct Inputs {
    double steering_radps;
    double acceleration_mps2;
};

struct Motion {
    double x_m, y_m, steering_rad, yaw_rad, speed_mps, yaw_rate_radps, slip_angle_rad;
};

}  // namespace reference
