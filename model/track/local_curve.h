// SPDX-License-Identifier: Apache-2.0
// The centre line within one piece, in the frame of the piece's middle (t along the tangent there,
// n to its left), as a series in the distance u from the middle. For a clothoid with
// psi = k u + k' u²/2:
//   t(u) = ∫ cos psi du = u - k² u³/6 - …
//   n(u) = ∫ sin psi du = k u²/2 + k' u³/6 - …
// A piece is at most 0.5 m long, so |u| <= 0.25 m; the next terms, k k' u⁴/8 and k³ u⁴/24, are
// below 1e-7 m in a hairpin of 12 m radius.
#pragma once

#include "model/math/numeric.h"
#include "model/track/road_table.h"

namespace ghostcar::model {

/// A point of the plan in the frame of a piece's middle.
struct LocalPoint {
    double t_m = 0.0;
    double n_m = 0.0;
};

/// The centre line at one u: its point, and its direction relative to the piece's middle.
struct LocalCurve {
    double t_m = 0.0;
    double n_m = 0.0;
    double cosine = 1.0;
    double sine = 0.0;
};

inline LocalPoint to_local(const RoadPiece& piece, double x_m, double y_m) noexcept {
    const double dx = x_m - piece.x_m;
    const double dy = y_m - piece.y_m;
    return {dx * piece.cosine_heading + dy * piece.sine_heading,
            dy * piece.cosine_heading - dx * piece.sine_heading};
}

inline LocalCurve local_curve(const RoadPiece& piece, double u) noexcept {
    const double psi = u * (piece.curvature_pm + u * (0.5 * piece.curvature_slope_pm2));
    const double psi2_6 = psi * psi * (1.0 / 6.0);
    const double slope_u2 = piece.curvature_slope_pm2 * (u * u);
    return {u - u * psi2_6, u * (0.5 * psi - slope_u2 * (1.0 / 12.0)), 1.0 - 3.0 * psi2_6,
            psi - psi * psi2_6};
}

/// The scale between a step beside the road and its station, 1 - k n, is kept away from 0: beyond
/// the centre of a bend "the nearest point of the road" has no meaning, but must have a value.
constexpr double smallest_scale = 0.1;

/// The nearest point of the piece to first order: the point's t, and on it the bend's scale.
inline double nearest_to_first_order(const RoadPiece& piece, const LocalPoint& point) noexcept {
    return point.t_m / maximum(1.0 - piece.curvature_pm * point.n_m, smallest_scale);
}

}  // namespace ghostcar::model
