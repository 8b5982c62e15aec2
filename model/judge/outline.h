// SPDX-License-Identifier: Apache-2.0
// A car's outline on the plane, as judges measure it.
#pragma once

#include "model/math/trigonometry.h"
#include "model/vehicle/planar_motion.h"
#include "model/world/collision/placed_box.h"

namespace ghostcar::model {

inline PlacedBox outline_of(const CollisionBox& box, const PlanarMotion& motion) noexcept {
    const SineCosine heading = sine_cosine(motion.yaw_rad);
    return placed(box, {motion.x_m, motion.y_m, heading.sine, heading.cosine, 0.0, 0.0, 0.0});
}

}  // namespace ghostcar::model
