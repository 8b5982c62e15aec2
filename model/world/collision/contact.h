// SPDX-License-Identifier: Apache-2.0
// Where two things touch. The first body named is "this", the second "other".
//
// A scene and its mirror image (y → -y) give contacts that are mirror images to the last bit;
// exchanging the two bodies turns the normal round and changes nothing else.
#pragma once

#include "model/world/collision/body_motion.h"
#include "model/world/collision/collision_box.h"

namespace ghostcar::model {

/// One point stands for the whole area of contact.
struct Contact {
    double x_m = 0.0;
    double y_m = 0.0;
    double normal_x = 0.0;  // unit length, from other to this
    double normal_y = 0.0;
    double depth_m = 0.0;  // how far the two overlap along the normal
    bool touching = false;
};

/// A straight barrier with solid ground behind it: a half-plane. However far a fast car gets in
/// one tick (60 m/s: 6 cm), it is still on the wrong side and is put back: none gets through.
struct WallLine {
    double x_m;  // any point of the barrier's face
    double y_m;
    double normal_x;  // unit length, toward the road
    double normal_y;
};

/// A round post. Its centre lies inside a car that runs over it for many ticks (a car is longer
/// than 6 cm), so none is missed.
struct Post {
    double x_m;
    double y_m;
    double radius_m;
};

/// A dozen instructions that spare the rest for cars far apart.
[[nodiscard]] inline bool may_touch(const CollisionBox& box, const BodyMotion& motion,
                                    const CollisionBox& other_box,
                                    const BodyMotion& other) noexcept {
    const double dx = motion.x_m - other.x_m;
    const double dy = motion.y_m - other.y_m;
    const double reach = box.reach_m + other_box.reach_m;
    return dx * dx + dy * dy < reach * reach;
}

/// For boxes that may touch: the separating-axis test and the area of contact.
[[nodiscard]] Contact contact_of_near_boxes(const CollisionBox& box, const BodyMotion& motion,
                                            const CollisionBox& other_box,
                                            const BodyMotion& other) noexcept;

[[nodiscard]] inline Contact contact_between(const CollisionBox& box, const BodyMotion& motion,
                                             const CollisionBox& other_box,
                                             const BodyMotion& other) noexcept {
    if (!may_touch(box, motion, other_box, other)) return {};
    return contact_of_near_boxes(box, motion, other_box, other);
}

/// Only the two corners that face the barrier can be the deepest.
[[nodiscard]] Contact contact_with_line(const CollisionBox& box, const BodyMotion& motion,
                                        const WallLine& wall) noexcept;

[[nodiscard]] Contact contact_with_post(const CollisionBox& box, const BodyMotion& motion,
                                        const Post& post) noexcept;

}  // namespace ghostcar::model
