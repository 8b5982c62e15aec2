// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

namespace ghostcar::model {

/// Where a parked car is to stand and to head: for a car that goes in tail first the lot's heading
/// and half a turn.
struct LotGoal {
    double x_m = 0.0;
    double y_m = 0.0;
    double heading_rad = 0.0;
};

/// What an experiment shows a controller beside the road.
struct ViewGoal {
    std::optional<std::size_t> leader;  // the car to follow, by its number in the session
    bool nearest_ahead = false;         // or whichever car is next on the road
    std::optional<LotGoal> lot;
};

}  // namespace ghostcar::model
