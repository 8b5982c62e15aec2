// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/math/pair.h"

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

    /// At two places; `x` must not be negative.
    [[nodiscard]] Pair at(Pair x) const noexcept {
        // X/(1 + X) ≤ 1, so an index is at most `intervals`, and one more point stands behind it.
        // An X of which that is not true (NaN, ∞/∞) is looked up at 0.
        const Pair position = clamp(x / (1.0 + x) * static_cast<double>(intervals), both(0.0),
                                    both(static_cast<double>(intervals)));
        const auto index = __builtin_convertvector(position, detail::PairOfInt);
        const double* left = points_.data() + index[0];
        const double* right = points_.data() + index[1];
        const Pair here{left[0], right[0]};
        const Pair next{left[1], right[1]};
        return here + (next - here) * (position - __builtin_convertvector(index, Pair));
    }

private:
    static constexpr int intervals = 1024;
    std::vector<double> points_;
};

}  // namespace ghostcar::model
