// SPDX-License-Identifier: Apache-2.0
#include "model/vehicle/shape_curve.h"

#include "model/math/trigonometry.h"

namespace ghostcar::model {

ShapeCurve::ShapeCurve(Kind kind, double shape, double curvature) : points_(intervals + 2) {
    for (int i = 0; i < intervals; ++i) {
        const double share = static_cast<double>(i) / intervals;
        const double x = share / (1.0 - share);
        const double angle = shape * arc_tangent(x - curvature * (x - arc_tangent(x)));
        points_[static_cast<std::size_t>(i)] = kind == Kind::sine ? sine(angle) : cosine(angle);
    }
    // X → ∞ is never looked up exactly; the last interval stays level.
    points_[intervals] = points_[intervals - 1];
    points_[intervals + 1] = points_[intervals - 1];
}

}  // namespace ghostcar::model
