// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "model/vehicle/controls.h"

namespace ghostcar::model {

/// Why a car no longer drives: it brakes gently to a standstill and stays there.
enum class CarOut : std::uint64_t {
    no = 0,
    damage = 1,             // too much of it
    controller_ended = 2,   // nobody is left to drive it
    controller_silent = 3,  // whoever drives it does not answer
    controller_value = 4,   // … or answers what is no number
};

/// What enters a tick for one car that has a controller of its own. Eight-byte members only.
struct CarInputs {
    Controls controls;
    CarOut failure = CarOut::no;  // of its controller; from then on the car is out
};

static_assert(std::is_trivially_copyable_v<CarInputs>);
static_assert(sizeof(CarInputs) == 7 * 8, "no padding: Inputs are hashed word by word");

}  // namespace ghostcar::model
