// SPDX-License-Identifier: Apache-2.0
// What the car ahead of a follow experiment does: a drive drawn from a seed. It is a function of
// (limits, seed, tick) alone, without memory, so the same seed is the same leader everywhere.
//
// The drive consists of legs of the same length. Each has a speed and a place beside the road's
// middle, drawn between the limits; speed goes evenly and the place smoothly from one leg's to the
// next. In some legs it brakes hard, holds the low speed for a while, and speeds up again.
#pragma once

#include <cstdint>

#include "model/math/noise.h"
#include "model/math/numeric.h"
#include "model/tick.h"

namespace ghostcar::model {

struct LeaderLimits {
    std::uint64_t seed = 1;
    double lowest_speed_mps = 0.0;
    double highest_speed_mps = 0.0;
    double largest_offset_m = 0.0;   // to either side of the road's middle
    double leg_s = 6.0;              // length of a leg
    double speeding_up_mps2 = 2.0;   // from the start and after hard braking
    double hard_brake_mps2 = 0.0;    // it never brakes harder
    double hard_brake_share = 0.0;   // of the legs
    double hard_brake_hold_s = 1.5;  // from the moment it brakes until it speeds up again
};

/// What the leader is up to in a tick.
struct LeaderWish {
    double speed_mps;
    double offset_m;
};

namespace detail {

/// A channel of noise for each thing that is drawn.
enum LeaderChannel : std::uint64_t {
    leader_speed = 0x1ead0,
    leader_offset,
    leader_brakes,
    leader_brake_moment,
    leader_brake_depth
};

constexpr double drawn(const LeaderLimits& limits, LeaderChannel channel, std::int64_t leg,
                       double low, double high) noexcept {
    return low +
           (high - low) * uniform_noise(limits.seed, channel, static_cast<std::uint64_t>(leg));
}

}  // namespace detail

/// Ticks are those since the start.
constexpr LeaderWish leader_wish(const LeaderLimits& limits, std::int64_t ticks) noexcept {
    const std::int64_t leg_ticks = to_integer(limits.leg_s / tick_s + 0.5, 1, 1'000'000);
    const std::int64_t leg = ticks / leg_ticks;
    const double into_leg_s = static_cast<double>(ticks % leg_ticks) * tick_s;
    const double share = into_leg_s / limits.leg_s;

    const auto speed_of = [&](std::int64_t which) noexcept {
        return detail::drawn(limits, detail::leader_speed, which, limits.lowest_speed_mps,
                             limits.highest_speed_mps);
    };
    const auto offset_of = [&](std::int64_t which) noexcept {
        return which == 0 ? 0.0
                          : detail::drawn(limits, detail::leader_offset, which,
                                          -limits.largest_offset_m, limits.largest_offset_m);
    };
    const double cruise_mps = blend(speed_of(leg), speed_of(leg + 1), share);
    const double smooth = share * share * (3.0 - 2.0 * share);
    LeaderWish wish{
        minimum(cruise_mps, limits.speeding_up_mps2 * static_cast<double>(ticks) * tick_s),
        blend(offset_of(leg), offset_of(leg + 1), smooth)};

    // The leg before this one counts, too: its braking may not have been made up for.
    for (std::int64_t which = leg > 0 ? leg - 1 : 0; which <= leg; ++which) {
        if (detail::drawn(limits, detail::leader_brakes, which, 0.0, 1.0) >=
            limits.hard_brake_share)
            continue;
        const double begin_s =
            detail::drawn(limits, detail::leader_brake_moment, which, 0.0, 0.5 * limits.leg_s);
        const double low_mps =
            detail::drawn(limits, detail::leader_brake_depth, which, 0.0, limits.lowest_speed_mps);
        const double since_s =
            static_cast<double>(leg - which) * limits.leg_s + into_leg_s - begin_s;
        if (since_s < 0.0) continue;
        const double made_up_s = maximum(0.0, since_s - limits.hard_brake_hold_s);
        wish.speed_mps = minimum(wish.speed_mps, low_mps + limits.speeding_up_mps2 * made_up_s);
    }
    return wish;
}

}  // namespace ghostcar::model
