// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/vehicle/controls.h"
#include "model/vehicle/longitudinal_state.h"

namespace ghostcar::model {

/// The car that is driven, and what acts on it.
struct WorldState {
    Environment environment;
    Controls controls;  // what arbitration let through in this tick
    LongitudinalState car;
    std::uint64_t finish = 0;  // 1: whoever drives says that the task is done
};

}  // namespace ghostcar::model
