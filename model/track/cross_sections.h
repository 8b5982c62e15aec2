// SPDX-License-Identifier: Apache-2.0
// [elevation], [cross_fall], [width] and [barriers] of a track file: the road's shape at each
// station of its plan.
#pragma once

#include <optional>

#include "model/config/table_reader.h"
#include "model/track/plan_layout.h"
#include "model/track/profile.h"
#include "model/track/surface_file.h"

namespace ghostcar::model {

class CrossSections {
public:
    /// Throws ConfigError.
    static CrossSections read(TableReader& reader, double length_m, bool closed);

    /// Adds elevation, cross-fall, widths, barriers, kerbs and surfaces to the pieces of the plan,
    /// and checks that they go together with its bends. Throws ConfigError.
    void apply(LaidOutPlan& layout, const PlanFile& plan, const SurfaceLayout& surfaces) const;

private:
    CrossSections(Profile elevation, Profile cross_fall, Profile left_width, Profile right_width);
    void require_room(const RoadPiece& piece, double length_m, const TableReader& segment) const;

    Profile elevation_m_;
    Profile cross_fall_;
    Profile left_width_m_;
    Profile right_width_m_;
    std::optional<Profile> left_barrier_m_;
    std::optional<Profile> right_barrier_m_;
    std::optional<TableReader> barriers_;  // for complaints
};

}  // namespace ghostcar::model
