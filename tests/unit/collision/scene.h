// SPDX-License-Identifier: Apache-2.0
// Cars to crash in tests, and what the tests ask of them. Angles may come from libm here: only the
// product has to do without.
#pragma once

#include <cmath>

#include "model/world/collision/body_motion.h"
#include "model/world/collision/collision_box.h"
#include "model/world/collision/contact.h"
#include "model/world/collision/resolve.h"

namespace ghostcar::tests {

inline model::CollisionBox car_box() {
    return {2.2, 0.9, 0.1, 1500.0, 2400.0};
}

inline model::BodyMotion motion_at(double x_m, double y_m, double yaw_rad, double speed_x_mps = 0.0,
                                   double speed_y_mps = 0.0, double yaw_rate_radps = 0.0) {
    return {x_m,         y_m,         std::sin(yaw_rad), std::cos(yaw_rad),
            speed_x_mps, speed_y_mps, yaw_rate_radps};
}

inline double energy_j(const model::CollisionBox& box, const model::BodyMotion& motion) {
    return 0.5 * box.mass_kg *
               (motion.velocity_x_mps * motion.velocity_x_mps +
                motion.velocity_y_mps * motion.velocity_y_mps) +
           0.5 * box.yaw_inertia_kgm2 * motion.yaw_rate_radps * motion.yaw_rate_radps;
}

/// The scene as a mirror along the x axis shows it.
inline model::BodyMotion mirrored(model::BodyMotion motion) {
    motion.y_m = -motion.y_m;
    motion.sine_yaw = -motion.sine_yaw;
    motion.velocity_y_mps = -motion.velocity_y_mps;
    motion.yaw_rate_radps = -motion.yaw_rate_radps;
    return motion;
}

// "==" on doubles that are not NaN: the same bits, but for the sign of zero, which no mirror can
// keep (0 - 0 is +0 on both sides of it).
inline bool same(const model::BodyMotion& a, const model::BodyMotion& b) {
    return a.x_m == b.x_m && a.y_m == b.y_m && a.sine_yaw == b.sine_yaw &&
           a.cosine_yaw == b.cosine_yaw && a.velocity_x_mps == b.velocity_x_mps &&
           a.velocity_y_mps == b.velocity_y_mps && a.yaw_rate_radps == b.yaw_rate_radps;
}

inline bool same(const model::ContactLoss& a, const model::ContactLoss& b) {
    return a.normal_energy_j == b.normal_energy_j && a.friction_energy_j == b.friction_energy_j &&
           a.approach_mps == b.approach_mps && a.sliding_mps == b.sliding_mps;
}

/// One step of a body on which nothing acts. It carries its angle beside the motion.
struct MovingBody {
    model::CollisionBox box;
    double yaw_rad;
    model::BodyMotion motion;

    MovingBody(const model::CollisionBox& its_box, double x_m, double y_m, double its_yaw_rad,
               double speed_x_mps = 0.0, double speed_y_mps = 0.0, double yaw_rate_radps = 0.0)
        : box(its_box),
          yaw_rad(its_yaw_rad),
          motion(motion_at(x_m, y_m, its_yaw_rad, speed_x_mps, speed_y_mps, yaw_rate_radps)) {}

    void move(double step_s) {
        motion.x_m += motion.velocity_x_mps * step_s;
        motion.y_m += motion.velocity_y_mps * step_s;
        yaw_rad += motion.yaw_rate_radps * step_s;
        motion.sine_yaw = std::sin(yaw_rad);
        motion.cosine_yaw = std::cos(yaw_rad);
    }
};

}  // namespace ghostcar::tests
