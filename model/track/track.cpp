// SPDX-License-Identifier: Apache-2.0
#include "model/track/track.h"

#include <cmath>

namespace ghostcar::model {
namespace {

// A car at 100 m/s moves 0.1 m a tick, and a few times as much along the centre line where it is
// inside a tight bend.
constexpr double farthest_step_m = 4.0;
// The first order is wrong by millimetres. These bounds keep the series where they are good, also
// for points that are nowhere near the road.
constexpr double farthest_correction_m = 0.1;
constexpr double farthest_from_middle_m = 0.3;

struct Heading {
    double cosine;
    double sine;
};

Heading world_heading(const RoadPiece& piece, double cosine, double sine) noexcept {
    return {piece.cosine_heading * cosine - piece.sine_heading * sine,
            piece.sine_heading * cosine + piece.cosine_heading * sine};
}

/// All of the road at u but the plan, which is given.
inline RoadPoint road_point(const RoadPiece& piece, double u, double x_m, double y_m,
                            const Heading& heading) noexcept {
    const double twist_u = piece.elevation_twist_pm2 * u;
    return {
        .x_m = x_m,
        .y_m = y_m,
        .cosine_heading = heading.cosine,
        .sine_heading = heading.sine,
        .elevation_m =
            piece.elevation_m + u * (piece.grade + u * (piece.elevation_bend_pm + twist_u)),
        .grade = piece.grade + u * (2.0 * piece.elevation_bend_pm + 3.0 * twist_u),
        .vertical_curvature_pm = 2.0 * piece.elevation_bend_pm + 6.0 * twist_u,
        .surfaces = piece.surfaces,
        .curvature_pm = piece.curvature_pm + piece.curvature_slope_pm2 * u,
        .cross_fall = piece.cross_fall + piece.cross_fall_slope_pm * u,
        .left_width_m = piece.left_width_m + piece.left_width_slope * u,
        .right_width_m = piece.right_width_m + piece.right_width_slope * u,
        .left_barrier_m = piece.left_barrier_m + piece.left_barrier_slope * u,
        .right_barrier_m = piece.right_barrier_m + piece.right_barrier_slope * u,
        .left_kerb_m = piece.left_kerb_m,
        .right_kerb_m = piece.right_kerb_m,
    };
}

}  // namespace

double Track::wrapped(double along_m) const noexcept {
    if (!closed_) return clamp(along_m, 0.0, length_m_);
    const double rest_m = along_m - length_m_ * std::floor(along_m / length_m_);
    // Rounding may leave the end of the lap, and what is no number has no lap at all.
    return rest_m >= 0.0 && rest_m < length_m_ ? rest_m : 0.0;
}

RoadPoint Track::at(double along_m) const noexcept {
    const double place_m = wrapped(along_m);
    const RoadPiece& piece = table_.piece(place_m);
    const double u = place_m - piece.middle_m;
    const LocalCurve curve = local_curve(piece, u);
    return road_point(
        piece, u, piece.x_m + (curve.t_m * piece.cosine_heading - curve.n_m * piece.sine_heading),
        piece.y_m + (curve.t_m * piece.sine_heading + curve.n_m * piece.cosine_heading),
        world_heading(piece, curve.cosine, curve.sine));
}

RoadPoint Track::locate(double x_m, double y_m, RoadPlace& place) const noexcept {
    // First order, from the piece where it was; mostly it still is in that piece. If not, the step
    // leads to the right piece, or so near to its border that the series of both agree.
    const RoadPiece* piece = &table_.piece(place.along_m);
    LocalPoint point = to_local(*piece, x_m, y_m);
    double u0 = nearest_to_first_order(*piece, point);
    if (!(magnitude(u0) <= static_cast<double>(piece->half_length_m))) {
        const double step_m = clamp(u0, -farthest_step_m, farthest_step_m);
        piece = &table_.piece(once_wrapped(piece->middle_m + step_m));
        point = to_local(*piece, x_m, y_m);
        u0 = clamp(nearest_to_first_order(*piece, point), -farthest_from_middle_m,
                   farthest_from_middle_m);
    }

    // Newton's step squares the error: f(u) = (point - road(u)) · tangent(u), f'(u) = -(1 - k n).
    const LocalCurve curve = local_curve(*piece, u0);
    const double t_m = point.t_m - curve.t_m;
    const double n_m = point.n_m - curve.n_m;
    const double ahead_m = t_m * curve.cosine + n_m * curve.sine;
    const double left_m = n_m * curve.cosine - t_m * curve.sine;
    const double curvature_pm = piece->curvature_pm + piece->curvature_slope_pm2 * u0;
    const double scale = maximum(1.0 - curvature_pm * left_m, smallest_scale);
    const double du = ahead_m / scale;
    const double along_m = piece->middle_m + (u0 + du);
    if (!(magnitude(du) <= farthest_correction_m && along_m >= 0.0 && along_m < length_m_))
        return locate_at(x_m, y_m,
                         wrapped(piece->middle_m + u0 +
                                 clamp(du, -farthest_correction_m, farthest_correction_m)),
                         place);

    // The step is some millimetres at most: the curve turns a little, the point's distance from it
    // hardly changes, and the point is straight beside it.
    const double turn_rad = curvature_pm * du;
    const Heading heading = world_heading(*piece, curve.cosine - turn_rad * curve.sine,
                                          curve.sine + turn_rad * curve.cosine);
    place.along_m = along_m;
    place.offset_m = left_m - 0.5 * turn_rad * ahead_m;
    return road_point(*piece, u0 + du, x_m + place.offset_m * heading.sine,
                      y_m - place.offset_m * heading.cosine, heading);
}

RoadPoint Track::locate_at(double x_m, double y_m, double along_m,
                           RoadPlace& place) const noexcept {
    const RoadPoint road = at(along_m);
    place.along_m = along_m;
    place.offset_m = (y_m - road.y_m) * road.cosine_heading - (x_m - road.x_m) * road.sine_heading;
    return road;
}

RoadPlace Track::nearest_place(double x_m, double y_m) const noexcept {
    double best_m2 = no_barrier_m * no_barrier_m;
    RoadPlace place;
    for (const RoadPiece& piece : table_.pieces()) {
        const double dx = x_m - piece.x_m;
        const double dy = y_m - piece.y_m;
        const double distance_m2 = dx * dx + dy * dy;
        if (distance_m2 < best_m2) {
            best_m2 = distance_m2;
            place.along_m = piece.middle_m;
        }
    }
    (void)locate(x_m, y_m, place);
    return place;
}

}  // namespace ghostcar::model
