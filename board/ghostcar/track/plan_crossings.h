// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/track/track.h"

namespace ghostcar::board {

/// Two stations at the same place, one above the other.
struct Crossing {
    double upper_m = 0.0;
    double lower_m = 0.0;
};

[[nodiscard]] std::vector<Crossing> crossings_of(const model::Track& track);

}  // namespace ghostcar::board
