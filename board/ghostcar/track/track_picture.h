// SPDX-License-Identifier: Apache-2.0
// The picture of a track as an SVG file of its own: the plan, and below it the elevation.
#pragma once

#include <string>
#include <vector>

#include "model/track/track.h"

namespace ghostcar::board {

/// Where one car drove, in metres on the ground.
struct DrivenPath {
    struct Point {
        double x_m = 0.0;
        double y_m = 0.0;
    };
    std::vector<Point> points;
};

/// With the paths of cars drawn into it, the first one above the others.
[[nodiscard]] std::string track_picture(const model::Track& track,
                                        const std::vector<DrivenPath>& paths = {});

}  // namespace ghostcar::board
