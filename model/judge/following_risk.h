// SPDX-License-Identifier: Apache-2.0
// How risky one car follows another: figures of the literature, for people to read beside a score.
#pragma once

#include <cstdint>

#include "model/math/numeric.h"

namespace ghostcar::model {

/// Behind another car in one control period.
struct FollowingMoment {
    double distance_m;  // centre to centre
    double gap_m;       // bumper to bumper
    double speed_mps;   // of the one behind …
    double ahead_mps;   // … and of the one ahead
};

/// Slower than this a headway is no time any more.
constexpr double headway_speed_mps = 1.0;
/// Times to collision below this count as exposed: TTC* of M. M. Minderhoud, P. H. L. Bovy, Accid.
/// Anal. Prev. 33 (2001) 89.
constexpr double exposed_ttc_s = 3.0;

/// The safe distance of S. Shalev-Shwartz, S. Shammah, A. Shashua, "On a Formal Model of Safe and
/// Scalable Self-driving Cars" (2017), lemma 2: whoever is behind may go on accelerating for the
/// response time, then brakes gently; whoever is ahead brakes as hard as a car can.
///   d = v·ρ + ½·a·ρ² + (v + ρ·a)²/(2·b_gentle) - v_ahead²/(2·b_hard), at least 0
struct ResponsibilitySafety {
    double response_s = 0.5;
    double acceleration_mps2 = 2.0;
    double gentle_brake_mps2 = 6.0;
    double hard_brake_mps2 = 8.0;

    [[nodiscard]] constexpr double safe_gap_m(double speed_mps, double ahead_mps) const noexcept {
        const double fastest_mps = speed_mps + response_s * acceleration_mps2;
        return maximum(0.0, speed_mps * response_s +
                                0.5 * acceleration_mps2 * response_s * response_s +
                                fastest_mps * fastest_mps / (2.0 * gentle_brake_mps2) -
                                ahead_mps * ahead_mps / (2.0 * hard_brake_mps2));
    }
};

/// What comes together over a drive. Eight-byte members only: part of State.
struct FollowingRisk {
    double headway_sum_s = 0.0;  // over the periods that have one
    std::int64_t headway_periods = 0;
    double least_headway_s = -1.0;  // -1: none yet
    double least_ttc_s = -1.0;
    std::int64_t exposed_periods = 0;  // TET: time to collision below the threshold …
    double exposed_sum_s = 0.0;        // TIT: … and by how much
    std::int64_t unsafe = 0;           // 1: nearer than the safe distance
    std::int64_t unsafe_periods = 0;
    std::int64_t unsafe_times = 0;  // how often that began
};

constexpr double least_so_far(double least, double value) noexcept {
    return least < 0.0 || value < least ? value : least;
}

constexpr void measure_following(FollowingRisk& risk, const FollowingMoment& now) noexcept {
    if (now.speed_mps > headway_speed_mps) {
        const double headway_s = now.distance_m / now.speed_mps;
        risk.headway_sum_s += headway_s;
        ++risk.headway_periods;
        risk.least_headway_s = least_so_far(risk.least_headway_s, headway_s);
    }
    const double closing_mps = now.speed_mps - now.ahead_mps;
    const double gap_m = maximum(now.gap_m, 0.0);
    // Written as a product, so that no tiny closing speed makes a number without bounds.
    if (closing_mps > 0.0 && gap_m < closing_mps * 1000.0) {
        const double ttc_s = gap_m / closing_mps;
        risk.least_ttc_s = least_so_far(risk.least_ttc_s, ttc_s);
        if (ttc_s < exposed_ttc_s) {
            ++risk.exposed_periods;
            risk.exposed_sum_s += exposed_ttc_s - ttc_s;
        }
    }
    const std::int64_t unsafe =
        gap_m < ResponsibilitySafety{}.safe_gap_m(maximum(now.speed_mps, 0.0),
                                                  maximum(now.ahead_mps, 0.0))
            ? 1
            : 0;
    risk.unsafe_periods += unsafe;
    risk.unsafe_times += unsafe > risk.unsafe ? 1 : 0;
    risk.unsafe = unsafe;
}

}  // namespace ghostcar::model
