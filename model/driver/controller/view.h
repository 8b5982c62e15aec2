// SPDX-License-Identifier: Apache-2.0
// From State and Track to what a controller sees. The paper's units and signs begin here.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
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

    /// The same for another car; they share what is known of the road.
    [[nodiscard]] ViewMaker of_car(std::size_t driven) const;

    [[nodiscard]] std::size_t driven() const noexcept { return driven_; }

    void fill(std::span<const RoadCarState> cars, double time_s, GhostcarView& view) const noexcept;

private:
    /// The car that is shown as leaderXY, if any.
    [[nodiscard]] std::optional<std::size_t> shown(
        std::span<const RoadCarState> cars) const noexcept;

    const RoadWorld& world_;
    std::shared_ptr<const PreviewLine> line_;
    ViewGoal goal_;
    std::size_t driven_;
};

}  // namespace ghostcar::model
