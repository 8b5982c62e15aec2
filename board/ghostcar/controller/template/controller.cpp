// SPDX-License-Identifier: Apache-2.0
// Steers toward a point of the road's middle ahead, and is as fast as the bends within sight allow.
#include <ghostcar_controller.h>

#include <algorithm>
#include <cmath>

namespace {

constexpr double wheelbase = 2.65;   // m
constexpr double full_steer = 0.6;   // rad, of the road wheels
constexpr double comfortable = 3.5;  // m/s^2 sideways, in a bend
constexpr double braking = 3.0;      // m/s^2, planned
constexpr double full_brake = 9.0;   // m/s^2, what the brake can do
constexpr double top_speed = 40.0;   // m/s

// How bent the road is, k metres ahead: 1/radius of the circle through three points of it.
double curvature(const GhostcarView& view, int k) {
    const float* a = view.midline[k];
    const float* b = view.midline[k + 6];
    const float* c = view.midline[k + 12];
    const double ab_x = b[0] - a[0], ab_y = b[1] - a[1];
    const double ac_x = c[0] - a[0], ac_y = c[1] - a[1];
    const double sides =
        std::hypot(ab_x, ab_y) * std::hypot(ac_x, ac_y) * std::hypot(ac_x - ab_x, ac_y - ab_y);
    return 2.0 * std::fabs(ab_x * ac_y - ab_y * ac_x) / std::max(sides, 1e-3);
}

// The fastest speed from which every bend within sight can still be taken.
double safe_speed(const GhostcarView& view) {
    double square = top_speed * top_speed;
    for (int k = 0; k + 12 < GHOSTCAR_MIDLINE_POINTS; k += 6)
        square =
            std::min(square, comfortable / std::max(curvature(view, k), 1e-4) + 2.0 * braking * k);
    return std::sqrt(square);
}

void drive(const GhostcarView* view, GhostcarCommand* command) {
    const double speed = view->speed / 3.6;  // km/h to m/s

    // The arc that leads to the point ahead has curvature 2 y / d^2 (pure pursuit).
    const int ahead = static_cast<int>(std::clamp(0.6 * speed, 6.0, 199.0));
    const double x = view->midline[ahead][0];
    const double y = view->midline[ahead][1];  // + is left
    const double arc = 2.0 * y / std::max(x * x + y * y, 1.0);
    command->cmdSteer = -std::atan(wheelbase * arc) / full_steer;  // -1 is left

    const double missing = safe_speed(*view) - speed;
    command->cmdAcc = std::clamp(0.3 * missing, 0.0, 1.0);
    command->cmdBrake = std::clamp(-missing * braking / full_brake, 0.0, 1.0);
    command->cmdGear = 1;  // the cars of the experiments shift by themselves
}

}  // namespace

GHOSTCAR_CONTROLLER(drive)
