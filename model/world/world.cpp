// SPDX-License-Identifier: Apache-2.0
#include "model/world/world.h"

#include <utility>

namespace ghostcar::model {

World::World(Longitudinal car, Environment environment)
    : car_(std::move(car)), environment_(environment) {}

WorldState World::initial() const noexcept {
    return {environment_, Controls{}, car_.initial()};
}

void World::step(WorldState& state, const Controls& controls) const noexcept {
    state.controls = controls;
    car_.step(state.car, controls, state.environment);
}

}  // namespace ghostcar::model
