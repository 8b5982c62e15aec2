// SPDX-License-Identifier: Apache-2.0
#include "model/world/world.h"

#include <utility>

namespace ghostcar::model {

World::World(Longitudinal car, Environment environment)
    : model_(std::move(car)), environment_(environment) {}

World::World(Longitudinal car, Environment environment, std::shared_ptr<const DriveCycle> cycle,
             std::int64_t lead_ticks)
    : model_(std::move(car)), environment_(environment), lead_ticks_(lead_ticks) {
    if (cycle->has_grades()) grades_ = std::move(cycle);
}

World::World(RoadWorld road) : model_(std::move(road)), environment_{} {}

WorldState World::initial() const noexcept {
    WorldState state{environment_, Controls{}, {}};
    if (const Longitudinal* car = longitudinal()) state.car = car->initial();
    return state;
}

std::vector<RoadCarState> World::initial_cars() const {
    return road() == nullptr ? std::vector<RoadCarState>{} : road()->initial();
}

}  // namespace ghostcar::model
