// SPDX-License-Identifier: Apache-2.0
// The plan of a road is a chain of curves whose curvature changes linearly with the station: lines
// (zero), arcs (constant) and clothoids. The heading along one is a parabola,
//   psi(s) = psi0 + k0 s + k' s²/2,
// and the position its integral, x(s) = ∫ cos psi ds and y(s) = ∫ sin psi ds.
#pragma once

namespace ghostcar::model {

struct PlanCurve {
    double length_m = 0.0;
    double start_curvature_pm = 0.0;  // positive: turns left
    double end_curvature_pm = 0.0;

    [[nodiscard]] double curvature_slope_pm2() const noexcept {
        return (end_curvature_pm - start_curvature_pm) / length_m;
    }
    [[nodiscard]] double curvature_pm(double along_m) const noexcept {
        return start_curvature_pm + curvature_slope_pm2() * along_m;
    }
    /// Change of heading from its start.
    [[nodiscard]] double turn_rad(double along_m) const noexcept {
        return along_m * (start_curvature_pm + 0.5 * curvature_slope_pm2() * along_m);
    }
};

struct PlanPose {
    double x_m = 0.0;
    double y_m = 0.0;
    double heading_rad = 0.0;
};

/// From the pose at station `from_m` of a curve that begins with `start_heading_rad` to the pose
/// at `to_m`. Exact to rounding where the heading changes by less than 1 rad between them.
[[nodiscard]] PlanPose advanced(const PlanPose& pose, const PlanCurve& curve,
                                double start_heading_rad, double from_m, double to_m) noexcept;

}  // namespace ghostcar::model
