// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ghostcar::model {

/// Where something is on the road. Part of State: it is the hint of the next look-up, and with it
/// a car stays on its own level where the road crosses over itself.
struct RoadPlace {
    double along_m = 0.0;   // station on the centre line, in [0, length) on a circuit
    double offset_m = 0.0;  // from the centre line, positive to the left
};

}  // namespace ghostcar::model
