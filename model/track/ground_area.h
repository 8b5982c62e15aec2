// SPDX-License-Identifier: Apache-2.0
// A convex piece of ground with four corners: a stretch of road, a parking lot.
#pragma once

#include <array>

namespace ghostcar::model {

struct GroundPoint {
    double x_m = 0.0;
    double y_m = 0.0;
};

/// Corners in order around it.
using GroundArea = std::array<GroundPoint, 4>;

/// True when the two have more in common than a border of `margin_m`: there is no line along a side
/// of either that separates them (separating axis theorem).
[[nodiscard]] bool overlap(const GroundArea& first, const GroundArea& second,
                           double margin_m) noexcept;

}  // namespace ghostcar::model
