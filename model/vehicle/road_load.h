// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "model/math/numeric.h"
#include "model/vehicle/controls.h"

namespace ghostcar::model {

/// What the road and the air take. Both ways to give it come down to three numbers:
///   coast-down  F = f0 + f1·v + f2·v²
///   paper       Ff = m·g·f, Fw = CD·A·v²/21.15 (v in km/h, A = front track × height),
///               cars f = 0.0165·[1 + 0.01·(v − 50)], trucks f = 0.0076 + 0.000056·v (km/h)
struct RoadLoadParameters {
    double rolling_n;               // at v → 0: Coulomb friction, holds the car at standstill
    double rolling_per_speed_nspm;  // grows with |v|, N per m/s
    double air_ns2pm2;              // on the square of the air speed, N per (m/s)²
};

/// rolling  −sign(v)·(rolling + per_speed·|v|)·cos θ, never pushing
/// air      −c·(v + headwind)·|v + headwind|
/// grade    −m·g·sin θ, with tan θ = grade: sin θ = i/√(1 + i²), cos θ = 1/√(1 + i²)
class RoadLoad {
public:
    RoadLoad(const RoadLoadParameters& parameters, double mass_kg) noexcept
        : parameters_(parameters), weight_n_(mass_kg * gravity_mps2) {}

    /// What stays the same during one tick.
    struct Tick {
        double grade_n;  // + pulls the car back
        double cosine;
        double headwind_mps;
    };

    /// Beyond these an environment makes no sense; they also keep NaN out of State.
    static constexpr double steepest_grade = 1.0;
    static constexpr double strongest_wind_mps = 100.0;

    [[nodiscard]] Tick tick(const Environment& environment) const noexcept {
        const double grade = clamp(environment.grade, -steepest_grade, steepest_grade);
        const double cosine = grade == 0.0 ? 1.0 : 1.0 / std::sqrt(1.0 + grade * grade);
        return {weight_n_ * grade * cosine, cosine,
                clamp(environment.headwind_mps, -strongest_wind_mps, strongest_wind_mps)};
    }

    [[nodiscard]] double rolling_n(const Tick& tick, double speed_mps) const noexcept {
        return maximum(0.0, parameters_.rolling_n +
                                parameters_.rolling_per_speed_nspm * magnitude(speed_mps)) *
               tick.cosine;
    }

    /// Air and grade together: forces that act at standstill too. + pulls the car back.
    [[nodiscard]] double pull_back_n(const Tick& tick, double speed_mps) const noexcept {
        const double air_mps = speed_mps + tick.headwind_mps;
        return parameters_.air_ns2pm2 * (air_mps * magnitude(air_mps)) + tick.grade_n;
    }

private:
    RoadLoadParameters parameters_;
    double weight_n_;
};

}  // namespace ghostcar::model
