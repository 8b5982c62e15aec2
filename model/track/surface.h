// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ghostcar::model {

/// What a wheel rolls on.
struct Surface {
    double friction = 1.0;            // factor on the tyre's grip; 1 is dry asphalt
    double rolling_resistance = 0.0;  // coefficient, in addition to the car's own
    double roughness_m = 0.0;         // amplitude of its unevenness
};

}  // namespace ghostcar::model
