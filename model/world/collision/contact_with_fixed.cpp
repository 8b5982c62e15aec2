// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model/world/collision/contact.h"
#include "model/world/collision/placed_box.h"

namespace ghostcar::model {

Contact contact_with_line(const CollisionBox& box, const BodyMotion& motion,
                          const WallLine& wall) noexcept {
    const PlaneVector normal{wall.normal_x, wall.normal_y};
    const PlaneVector from_wall{motion.x_m - wall.x_m, motion.y_m - wall.y_m};
    if (!(dot(from_wall, normal) < box.reach_m)) return {};

    const BoxSide side = side_toward(placed(box, motion), -normal);
    const PlaneVector face{wall.x_m, wall.y_m};
    const PlaneVector first = side.middle + side.half;
    const PlaneVector second = side.middle - side.half;
    const double first_m = -dot(first - face, normal);
    const double second_m = -dot(second - face, normal);
    const double depth_m = maximum(first_m, second_m);
    if (!(depth_m > 0.0)) return {};
    return {mean_by_depth(first.x, first_m, second.x, second_m),
            mean_by_depth(first.y, first_m, second.y, second_m),
            normal.x,
            normal.y,
            depth_m,
            true};
}

Contact contact_with_post(const CollisionBox& box, const BodyMotion& motion,
                          const Post& post) noexcept {
    const PlaneVector from_gravity{post.x_m - motion.x_m, post.y_m - motion.y_m};
    const double reach = box.reach_m + post.radius_m;
    if (!(dot(from_gravity, from_gravity) < reach * reach)) return {};

    // In the box's own axes, x ahead and y left of its centre.
    const PlacedBox mine = placed(box, motion);
    const PlaneVector from_centre = PlaneVector{post.x_m, post.y_m} - mine.centre;
    const PlaneVector own{dot(from_centre, mine.ahead), dot(from_centre, mine.left)};
    const PlaneVector nearest{clamp(own.x, -mine.half_length_m, mine.half_length_m),
                              clamp(own.y, -mine.half_width_m, mine.half_width_m)};
    const PlaneVector from_post = nearest - own;
    const double distance_m = std::sqrt(dot(from_post, from_post));
    if (!(distance_m < post.radius_m)) return {};

    PlaneVector normal{};
    double depth_m = 0.0;
    if (distance_m > 0.0) {
        normal = from_post * (1.0 / distance_m);
        depth_m = post.radius_m - distance_m;
    } else {
        // The post's centre is inside the box: out by the nearest side. Left or right only if it
        // is off the centre line; on it neither is nearer.
        const double to_end_m = mine.half_length_m - magnitude(own.x);
        const double to_side_m = mine.half_width_m - magnitude(own.y);
        if (to_side_m < to_end_m && own.y != 0.0) {
            normal = {0.0, -sign(own.y)};
            depth_m = post.radius_m + to_side_m;
        } else {
            normal = {own.x < 0.0 ? 1.0 : -1.0, 0.0};
            depth_m = post.radius_m + to_end_m;
        }
    }
    const PlaneVector point = mine.centre + mine.ahead * nearest.x + mine.left * nearest.y;
    const PlaneVector world = mine.ahead * normal.x + mine.left * normal.y;
    return {point.x, point.y, world.x, world.y, depth_m, true};
}

}  // namespace ghostcar::model
