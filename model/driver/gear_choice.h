// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/math/numeric.h"

namespace ghostcar::model {

/// When to change gear. shift_up / shift_down must be more than the widest step between two gears,
/// or the driver would change back at once.
struct GearChange {
    static constexpr std::size_t most_gears = 12;

    std::int64_t highest_gear = 0;  // at most most_gears; 0: the car shifts itself
    double shift_up_radps = 0.0;
    double shift_down_radps = 0.0;
    // Engine speed per road speed, in gear 1, 2, …
    std::array<double, most_gears> engine_radps_per_mps{};
};

/// The gear to be in. Decided by road speed, which a change of gear leaves as it is: so a change
/// under way is not taken for a reason to change again. The engine's own speed has to agree before
/// a higher gear: on a slipping clutch it does not.
constexpr std::int64_t chosen_gear(const GearChange& gears, std::int64_t gear, double speed_mps,
                                   double engine_speed_radps) noexcept {
    if (gears.highest_gear <= 0) return 0;
    const auto engine_in = [&](std::int64_t which) noexcept {
        return speed_mps * gears.engine_radps_per_mps[static_cast<std::size_t>(which - 1)];
    };
    if (gear < 1 || gear > gears.highest_gear) {  // neutral, reverse, or between two gears
        std::int64_t lowest = 1;
        while (lowest < gears.highest_gear && engine_in(lowest) > gears.shift_up_radps) ++lowest;
        return lowest;
    }
    constexpr double nearly = 0.95;
    if (gear < gears.highest_gear && engine_speed_radps > gears.shift_up_radps &&
        engine_in(gear) > nearly * gears.shift_up_radps) {
        return gear + 1;
    }
    return gear > 1 && engine_in(gear) < gears.shift_down_radps ? gear - 1 : gear;
}

}  // namespace ghostcar::model
