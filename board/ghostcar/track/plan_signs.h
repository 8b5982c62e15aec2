// SPDX-License-Identifier: Apache-2.0
// What explains a plan: start line and direction, stations, lots with their numbers, the scale.
#pragma once

#include <string>

#include "board/ghostcar/track/plan_line.h"

namespace ghostcar::board {

class PlanSigns {
public:
    PlanSigns(const model::Track& track, const PlanScale& scale) : track_(track), scale_(scale) {}

    [[nodiscard]] std::string start() const;
    [[nodiscard]] std::string stations() const;
    [[nodiscard]] std::string lots() const;

    /// What the colours mean, from `right` to the left.
    [[nodiscard]] std::string legend(SvgPosition right) const;

private:
    /// A place beside the road, so many pixels outside its barrier; negative: on the right.
    [[nodiscard]] SvgPosition outside(const model::RoadPoint& road, double px) const;

    const model::Track& track_;
    const PlanScale& scale_;
};

/// A bar of a round length with its words, its left end at `at`.
[[nodiscard]] std::string scale_bar(SvgPosition at, double px_per_m, double width_px);

}  // namespace ghostcar::board
