// SPDX-License-Identifier: Apache-2.0
// What a contact does to the bodies: an impulse at the point of contact, and a push out of the
// overlap.
#pragma once

#include "model/world/collision/body_motion.h"
#include "model/world/collision/collision_box.h"
#include "model/world/collision/contact.h"

namespace ghostcar::model {

/// How two bodies bounce and rub. Sheet metal gives back little, and less the harder it is hit:
///   e = restitution / (1 + v / restitution_fall_mps)     v: approach speed along the normal
/// and nothing at all in a touch slower than `soft_touch_mps`, where a car comes to rest.
struct ContactLaw {
    double restitution = 0.2;
    double restitution_fall_mps = 20.0;
    double soft_touch_mps = 0.1;
    double friction = 0.4;
};

/// What a contact has used up, and how fast the bodies met.
struct ContactLoss {
    double normal_energy_j = 0.0;    // by the blow along the normal
    double friction_energy_j = 0.0;  // by rubbing
    double approach_mps = 0.0;       // before the blow, along the normal; 0: no blow
    double sliding_mps = 0.0;        // before the blow, along the surface
};

/// One contact between two bodies, of which one may be fixed_in_place(). Never adds kinetic
/// energy; conserves momentum and angular momentum of the impulse exactly but for rounding; the
/// push out of the overlap moves bodies but leaves velocities alone, so it brings no energy either.
/// Resolve the contacts of a tick one after the other, in the order of the bodies' numbers.
ContactLoss resolve(const CollisionBox& box, BodyMotion& motion, const CollisionBox& other_box,
                    BodyMotion& other, const Contact& contact, const ContactLaw& law = {}) noexcept;

/// One contact with something that never moves: a barrier or a post.
ContactLoss resolve_with_fixed(const CollisionBox& box, BodyMotion& motion, const Contact& contact,
                               const ContactLaw& law = {}) noexcept;

}  // namespace ghostcar::model
