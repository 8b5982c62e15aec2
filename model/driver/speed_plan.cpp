// SPDX-License-Identifier: Apache-2.0
#include "model/driver/speed_plan.h"

#include <cmath>

#include "model/driver/road_ahead.h"
#include "model/math/numeric.h"
#include "model/track/track.h"

namespace ghostcar::model {
namespace {

// Of the grip there is, bends and braking may use this much; the rest is for steering and for what
// the driver does not know.
constexpr double cornering_share = 0.7;
constexpr double braking_share = 0.55;

// Points at which the road ahead is looked at, and the one the car is driven toward.
constexpr int preview_points = 24;
constexpr int aim_point = 2;

// An open road is to be left standing, this far before its end.
constexpr double end_margin_m = 5.0;
// Steep and slippery downhill roads can not be braked on; the plan still needs a number.
constexpr double least_braking_mps2 = 0.2;

/// What a place asks of the tyres and what it offers. Speed v presses the car down with g + v²·κv
/// (less over a crest, κv < 0), the bend takes v²·|κ| sideways, and banking carries a part:
///   v²·|κ| ≤ μ·(g + v²·κv) - g·(rise toward the inside)   ⇔   v²·need ≤ hold
struct Cornering {
    double need_pm;
    double hold_mps2;
};

Cornering cornering_at(const RoadPiece& piece, double target_offset_m,
                       double usable_grip) noexcept {
    const double bend_pm = magnitude(line_curvature_pm(piece, target_offset_m));
    const double inward_rise = sign(piece.curvature_pm) * piece.cross_fall;
    return {maximum(bend_pm - usable_grip * vertical_curvature_pm(piece), 0.0),
            gravity_mps2 * maximum(usable_grip - inward_rise, 0.1 * usable_grip)};
}

}  // namespace

/// From the far end backward: at each point the car may be as fast as the bend there allows, and
/// no faster than it can brake down from until the next point,
///   v² ≤ v²(next) + 2·(braking + g·grade)·step,
/// where a bend that uses the share u of the tyres leaves √(1 - u²) for braking: so the car brakes
/// before the bend rather than in it.
double planned_acceleration_mps2(const Track& track, const LineFollowerParameters& parameters,
                                 const LineFollowerView& view) noexcept {
    const double speed_mps = maximum(view.speed_mps, 0.0);
    const double grip = parameters.grip * view.grip_factor;
    const double top_m2ps2 = parameters.top_speed_mps * parameters.top_speed_mps;

    // As far as the car needs to stop, and a second and ten metres more.
    const double braking_mps2 = maximum(braking_share * grip * gravity_mps2, least_braking_mps2);
    const double preview_m = 10.0 + speed_mps * (1.0 + speed_mps / (2.0 * braking_mps2));
    const double step_m = preview_m / preview_points;

    // Stations go down step by step; on a circuit they may pass the start line once.
    const double farthest_m = view.place.along_m + preview_m;
    double along_m = track.closed() ? track.wrapped(farthest_m) : farthest_m;
    const double end_m = track.closed() ? track.length_m() : track.length_m() - end_margin_m;

    double plan_m2ps2 = top_m2ps2;
    for (int i = preview_points; i >= aim_point; --i) {
        const RoadPiece& piece = track.table().piece(along_m);
        const double here = grip * road_friction(track, piece);
        const Cornering corner = cornering_at(piece, view.target_offset_m, cornering_share * here);
        const double used = minimum(plan_m2ps2 * corner.need_pm / corner.hold_mps2, 1.0);
        const double slowing_mps2 = maximum(
            gravity_mps2 * (braking_share * here * std::sqrt(1.0 - used * used) + piece.grade),
            least_braking_mps2);
        plan_m2ps2 = minimum(plan_m2ps2 + 2.0 * slowing_mps2 * step_m, top_m2ps2);
        if (plan_m2ps2 * corner.need_pm > corner.hold_mps2) {
            plan_m2ps2 = corner.hold_mps2 / corner.need_pm;
        }
        if (along_m > end_m) plan_m2ps2 = 0.0;
        along_m -= step_m;
        if (along_m < 0.0) along_m += track.length_m();
    }
    // v² = v0² + 2·a·distance
    return (plan_m2ps2 - speed_mps * speed_mps) / (2.0 * aim_point * step_m);
}

}  // namespace ghostcar::model
