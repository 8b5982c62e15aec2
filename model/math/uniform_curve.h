// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "model/math/line.h"
#include "model/math/uniform_grid.h"

namespace ghostcar::model {

/// y(x), piecewise linear through the given points and constant beyond both ends.
class UniformCurve {
public:
    /// Throws std::invalid_argument when the axis is not strictly increasing, a value is not
    /// finite or the lengths differ.
    UniformCurve(const std::vector<double>& axis, const std::vector<double>& values)
        : grid_(axis), values_(grid_.resample(axis, values)) {}

    [[nodiscard]] double at(double x) const noexcept {
        const UniformGrid::Place place = grid_.place(x);
        return blend(values_[place.index], values_[place.index + 1], place.share);
    }

    [[nodiscard]] Line line(double x) const noexcept {
        const UniformGrid::Place place = grid_.place(x);
        const double here = values_[place.index];
        const double next = values_[place.index + 1];
        return {x, blend(here, next, place.share), (next - here) * grid_.slope_scale(x)};
    }

private:
    UniformGrid grid_;
    std::vector<double> values_;
};

}  // namespace ghostcar::model
