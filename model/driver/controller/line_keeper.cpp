// SPDX-License-Identifier: Apache-2.0
#include "model/driver/controller/line_keeper.h"

#include <cmath>
#include <cstddef>

#include "model/math/numeric.h"
#include "model/math/trigonometry.h"

namespace ghostcar::model {
namespace {

constexpr double wheelbase_m = 2.65;      // of a middling car: an estimate will do
constexpr double full_steer_rad = 0.6;    // of the road wheels
constexpr double comfortable_mps2 = 3.5;  // sideways, in a bend
constexpr double braking_mps2 = 3.0;      // planned; the brake can do three times as much
constexpr double full_brake_mps2 = 9.0;
constexpr double top_speed_mps = 40.0;
constexpr double look_ahead_s = 0.6;
constexpr double least_look_ahead_m = 6.0;
constexpr std::size_t span_m = 6;  // a bend is measured over so many metres, three times

/// Curvature of the circle through three points of the line: 4·area / (product of the sides).
double curvature_pm(const GhostcarView& view, std::size_t k) noexcept {
    const float* const a = view.midline[k];
    const float* const b = view.midline[k + span_m];
    const float* const c = view.midline[k + 2 * span_m];
    const double ab_x = double{b[0]} - double{a[0]};
    const double ab_y = double{b[1]} - double{a[1]};
    const double ac_x = double{c[0]} - double{a[0]};
    const double ac_y = double{c[1]} - double{a[1]};
    const double bc_x = ac_x - ab_x;
    const double bc_y = ac_y - ab_y;
    const double sides = std::sqrt((ab_x * ab_x + ab_y * ab_y) * (ac_x * ac_x + ac_y * ac_y) *
                                   (bc_x * bc_x + bc_y * bc_y));
    return 2.0 * magnitude(ab_x * ac_y - ab_y * ac_x) / maximum(sides, 1e-3);
}

/// The fastest speed from which every bend within sight can still be taken: v² = a/κ there, and
/// v² + 2·b·distance here.
double safe_speed_mps(const GhostcarView& view) noexcept {
    double safe_m2ps2 = top_speed_mps * top_speed_mps;
    for (std::size_t k = 0; k + 2 * span_m < GHOSTCAR_MIDLINE_POINTS; k += span_m) {
        const double bend_m2ps2 = comfortable_mps2 / maximum(curvature_pm(view, k), 1e-4);
        safe_m2ps2 = minimum(safe_m2ps2, bend_m2ps2 + 2.0 * braking_mps2 * static_cast<double>(k));
    }
    return std::sqrt(safe_m2ps2);
}

}  // namespace

void LineKeeper::drive(const GhostcarView& view, GhostcarCommand& command) noexcept {
    const double speed_mps = view.speed * mps_per_kph;
    const auto ahead = static_cast<std::size_t>(
        clamp(look_ahead_s * speed_mps, least_look_ahead_m, GHOSTCAR_MIDLINE_POINTS - 1.0));
    const double x_m = double{view.midline[ahead][0]};
    const double y_m = double{view.midline[ahead][1]};
    // The arc that leads there has curvature 2·y/d².
    const double arc_pm = 2.0 * y_m / maximum(x_m * x_m + y_m * y_m, 1.0);
    command.cmdSteer = clamp(-arc_tangent(wheelbase_m * arc_pm) / full_steer_rad, -1.0, 1.0);

    const double missing_mps = safe_speed_mps(view) - speed_mps;
    command.cmdAcc = clamp(0.3 * missing_mps, 0.0, 1.0);
    command.cmdBrake = clamp(-missing_mps * braking_mps2 / full_brake_mps2, 0.0, 1.0);
    command.cmdGear = 1;  // the car shifts itself
}

}  // namespace ghostcar::model
