// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace ghostcar::can_bridge {

/// To the nearest whole number, halves to the even one: what IEEE 754 calls roundTiesToEven and
/// what the established DBC tools do. Built from floor, which is exact everywhere; std::rint and
/// std::round are libm's. Above 2⁵² every double is whole already.
[[nodiscard]] inline double round_half_even(double value) noexcept {
    const double below = std::floor(value);
    const double share = value - below;  // exact: both lie within a factor of two, or below is 0
    if (share < 0.5) return below;
    if (share > 0.5) return below + 1.0;
    const double half = below * 0.5;
    return std::floor(half) == half ? below : below + 1.0;
}

}  // namespace ghostcar::can_bridge
