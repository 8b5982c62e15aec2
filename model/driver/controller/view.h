// SPDX-License-Identifier: Apache-2.0
// From State and Track to what a controller sees. The paper's units and signs begin here.
#pragma once

#include <cstddef>
#include <span>

#include "model/driver/controller/ghostcar_controller.h"
#include "model/driver/controller/preview_line.h"
#include "model/driver/controller/view_goal.h"
#include "model/world/road_world.h"

namespace ghostcar::model {

class ViewMaker {
public:
    /// The world must outlive it. `driven` is the controller's car, by its number in the session.
    explicit ViewMaker(const RoadWorld& world, const ViewGoal& goal = {}, std::size_t driven = 0);

    [[nodiscard]] std::size_t driven() const noexcept { return driven_; }

    void fill(std::span<const RoadCarState> cars, double time_s, GhostcarView& view) const noexcept;

private:
    const RoadWorld& world_;
    PreviewLine line_;
    ViewGoal goal_;
    std::size_t driven_;
};

}  // namespace ghostcar::model
