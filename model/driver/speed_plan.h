// SPDX-License-Identifier: Apache-2.0
// How fast to drive: looks along the road ahead and finds the speed from which every bend can
// still be reached at the speed it allows.
#pragma once

#include "model/driver/line_follower.h"

namespace ghostcar::model {

class Track;

/// The acceleration that leads onto the plan; negative: brake.
[[nodiscard]] double planned_acceleration_mps2(const Track& track,
                                               const LineFollowerParameters& parameters,
                                               const LineFollowerView& view) noexcept;

}  // namespace ghostcar::model
