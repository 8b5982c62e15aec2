// SPDX-License-Identifier: Apache-2.0
// A track seen from above: road, verges, kerbs, barriers, lots, start line, stations, scale.
#pragma once

#include <string>

#include "board/ghostcar/track/plan_line.h"

namespace ghostcar::board {

struct TrackPlan {
    std::string drawing;
    double height_px = 0.0;
    PlanScale scale;  // to draw something into it
};

/// The plan with its upper left corner at `corner`, at most so large.
[[nodiscard]] TrackPlan track_plan(const model::Track& track, SvgPosition corner, double width_px,
                                   double most_height_px);

}  // namespace ghostcar::board
