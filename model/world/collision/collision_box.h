// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "model/math/numeric.h"

namespace ghostcar::model {

/// What of a car can be bumped into: a rectangle on the road, with mass.
struct CollisionBox {
    double half_length_m;
    double half_width_m;
    double centre_ahead_m;  // the rectangle's centre, ahead of the centre of gravity
    double mass_kg;
    double yaw_inertia_kgm2;

    // Follow from the members above, so that a contact divides nothing. Leave them out when
    // writing a box down.
    double inverse_mass_pkg = 1.0 / mass_kg;
    double inverse_yaw_inertia_pkgm2 = 1.0 / yaw_inertia_kgm2;
    /// No corner is further from the centre of gravity.
    double reach_m = std::sqrt((half_length_m + magnitude(centre_ahead_m)) *
                                   (half_length_m + magnitude(centre_ahead_m)) +
                               half_width_m * half_width_m);
};

/// The same rectangle, bolted to the ground: no impulse moves it.
constexpr CollisionBox fixed_in_place(CollisionBox box) noexcept {
    box.inverse_mass_pkg = 0.0;
    box.inverse_yaw_inertia_pkgm2 = 0.0;
    return box;
}

}  // namespace ghostcar::model
