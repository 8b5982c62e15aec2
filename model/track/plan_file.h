// SPDX-License-Identifier: Apache-2.0
// The [[segment]] tables of a track file, turned into the curves of the plan.
#pragma once

#include <cstddef>
#include <vector>

#include "model/config/table_reader.h"
#include "model/track/plan_curve.h"

namespace ghostcar::model {

struct PlanFile {
    std::vector<PlanCurve> curves;
    std::vector<std::size_t> segment_of_curve;  // a bend is three curves
    std::vector<TableReader> segments;          // for complaints
};

/// Shorter ones would be lost in the table of pieces.
constexpr double shortest_curve_m = 1.0;

/// Throws ConfigError.
[[nodiscard]] PlanFile read_plan(TableReader& reader);

}  // namespace ghostcar::model
