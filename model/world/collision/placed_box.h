// SPDX-License-Identifier: Apache-2.0
// A collision box put down on the plane, and the side of it that looks some way.
#pragma once

#include "model/math/numeric.h"
#include "model/world/collision/body_motion.h"
#include "model/world/collision/collision_box.h"
#include "model/world/collision/plane_vector.h"

namespace ghostcar::model {

struct PlacedBox {
    PlaneVector centre;
    PlaneVector ahead;  // unit vectors along its length …
    PlaneVector left;   // … and its width
    double half_length_m;
    double half_width_m;
};

constexpr PlacedBox placed(const CollisionBox& box, const BodyMotion& motion) noexcept {
    const PlaneVector ahead{motion.cosine_yaw, motion.sine_yaw};
    return {PlaneVector{motion.x_m, motion.y_m} + ahead * box.centre_ahead_m, ahead,
            turned_left(ahead), box.half_length_m, box.half_width_m};
}

/// One side of a box: its corners are middle ± half.
struct BoxSide {
    PlaneVector middle;
    PlaneVector half;
};

/// The side that looks most in `direction` (a unit vector); its half then makes at least 45° with
/// it. Of two equal ones, front or rear: also in the mirror.
constexpr BoxSide side_toward(const PlacedBox& box, PlaneVector direction) noexcept {
    const double ahead = dot(box.ahead, direction);
    const double left = dot(box.left, direction);
    if (magnitude(ahead) >= magnitude(left)) {
        return {box.centre + box.ahead * (sign(ahead) * box.half_length_m),
                box.left * box.half_width_m};
    }
    return {box.centre + box.left * (sign(left) * box.half_width_m), box.ahead * box.half_length_m};
}

/// Two corners push, each by how deep it is: the deepest fully, one that lags behind it by
/// `crush_m` or more not at all, for a body gives way that much before it pushes with full force.
/// The lag depends on the angle alone, not on how far the last tick went: so halving the tick
/// leaves the point of contact, and with it the crash, as it was.
constexpr double crush_m = 0.05;

/// The depth-weighted mean of two values; exchanging the two changes no bit.
constexpr double mean_by_depth(double first, double first_depth_m, double second,
                               double second_depth_m) noexcept {
    const double floor_m = maximum(first_depth_m, second_depth_m) - crush_m;
    const double first_weight = maximum(0.0, first_depth_m - floor_m);
    const double second_weight = maximum(0.0, second_depth_m - floor_m);
    return (first * first_weight + second * second_weight) / (first_weight + second_weight);
}

}  // namespace ghostcar::model
