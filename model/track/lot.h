// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::model {

enum class Side : std::int64_t { left = 0, right = 1 };

/// A parking lot beside the road: a rectangle of length × width around (x, y).
struct Lot {
    std::int64_t number = 0;
    double along_m = 0.0;  // station of its centre
    double x_m = 0.0;      // its centre
    double y_m = 0.0;
    double heading_rad = 0.0;  // of its axis, pointing from the road into the lot; in [-pi, pi]
    double length_m = 0.0;
    double width_m = 0.0;
    Side side = Side::left;
};

}  // namespace ghostcar::model
