// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace ghostcar::model {

/// The shape that every Magic Formula curve is made of, with P(X) = X − E·(X − atan X):
///   sine    sin(C·atan P(X))   a force over slip: rises with slope C, peaks, falls
///   cosine  cos(C·atan P(X))   a weight over the other slip: 1 at 0, falls
/// for X ≥ 0. It depends on X alone, so it is worked out once, evenly over t = X/(1 + X) in [0, 1],
/// and looked up by one division: four tyres cost what one evaluation would.
class ShapeCurve {
public:
    enum class Kind { sine, cosine };

    /// Linear between the points: off by less than 3e-6 of the peak for the shipped tyres (E up to
    /// 0.65), by 2e-5 for E = 0.9 (tests/unit/vehicle/tyre_test.cpp).
    ShapeCurve(Kind kind, double shape, double curvature);

    /// `x` must not be negative.
    [[nodiscard]] double at(double x) const noexcept {
        const double position = x / (1.0 + x) * intervals;
        // X/(1 + X) ≤ 1, so the index is at most `intervals`; one more point stands behind it.
        const auto index = static_cast<std::size_t>(static_cast<int>(position));
        const double* point = points_.data() + index;
        return point[0] + (point[1] - point[0]) * (position - static_cast<double>(index));
    }

private:
    static constexpr int intervals = 1024;
    std::vector<double> points_;
};

}  // namespace ghostcar::model
