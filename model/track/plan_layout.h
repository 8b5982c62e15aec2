// SPDX-License-Identifier: Apache-2.0
// The plan laid out on the ground, piece by piece, and the check that a circuit closes.
#pragma once

#include <cstddef>
#include <vector>

#include "model/track/plan_file.h"
#include "model/track/road_table.h"

namespace ghostcar::model {

struct LaidOutPlan {
    std::vector<RoadPiece> pieces;  // with their plan only
    std::vector<double> borders_m;  // begin of each piece, and the road's length
    std::vector<std::size_t> curve_of_piece;
    [[nodiscard]] double length_m() const noexcept { return borders_m.back(); }
};

/// Lays the curves end to end. A circuit must end where it begins, to 1 mm and 1e-6 rad; what is
/// left of the gap is spread over the lap. Throws ConfigError that says by how much it misses.
[[nodiscard]] LaidOutPlan lay_out(const PlanFile& plan, const PlanPose& start, bool closed);

}  // namespace ghostcar::model
