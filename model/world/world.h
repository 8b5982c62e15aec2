// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/vehicle/longitudinal.h"
#include "model/world/world_state.h"

namespace ghostcar::model {

/// The car and what surrounds it, as one pure step from state and controls to the next state.
class World {
public:
    World(Longitudinal car, Environment environment);

    [[nodiscard]] WorldState initial() const noexcept;

    /// One tick. The environment is part of the state: whoever changes it there changes the road.
    void step(WorldState& state, const Controls& controls) const noexcept;

    [[nodiscard]] const Longitudinal& car() const noexcept { return car_; }

private:
    Longitudinal car_;
    Environment environment_;
};

}  // namespace ghostcar::model
