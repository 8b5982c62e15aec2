// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "model/track/road_place.h"
#include "model/vehicle/car_state.h"
#include "model/vehicle/controls.h"
#include "model/world/car_inputs.h"

namespace ghostcar::model {

/// One car among others on a road. Eight-byte members only: hashed word by word, car after car.
struct RoadCarState {
    CarState car;
    Controls controls;  // what it was driven with in this tick
    Controls next;      // its built-in driver's command, until it takes effect
    RoadPlace place;
    std::int64_t driver_ticks = 0;  // of its built-in driver
    std::int64_t laps = 0;          // crossings of the start line, backward ones taken off
    double damage = 0.0;
    CarOut out = CarOut::no;  // otherwise it only brakes
};

static_assert(std::is_trivially_copyable_v<RoadCarState>);
static_assert(sizeof(RoadCarState) % 8 == 0);

}  // namespace ghostcar::model
