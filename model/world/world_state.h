// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/vehicle/controls.h"
#include "model/vehicle/longitudinal_state.h"

namespace ghostcar::model {

/// The car that is driven, and what acts on it.
struct WorldState {
    Environment environment;
    Controls controls;  // what arbitration let through in this tick
    LongitudinalState car;
};

}  // namespace ghostcar::model
