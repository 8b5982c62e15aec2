// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/math/numeric.h"

namespace ghostcar::model {

/// Evenly spaced points that stand in for the unevenly spaced points of a measured axis, so that
/// a look-up is one multiplication and never a search.
class UniformGrid {
public:
    /// Where a value lies: between point `index` and the next one, `share` of the way.
    struct Place {
        std::size_t index;
        double share;
    };

    /// The coarsest grid (at most 1024 intervals) that has every point of `axis` on it; when
    /// there is none, 1024 intervals. Throws std::invalid_argument unless `axis` has at least two
    /// finite points, each greater than the one before.
    explicit UniformGrid(const std::vector<double>& axis);

    /// Outside the axis the nearer end is taken; NaN is taken for the lower end.
    [[nodiscard]] Place place(double value) const noexcept {
        const double position =
            clamp((value - first_) * intervals_per_unit_, 0.0, static_cast<double>(intervals_));
        const auto index = static_cast<std::int64_t>(position);
        return {static_cast<std::size_t>(index), position - static_cast<double>(index)};
    }

    /// `values` over `axis` read off at every grid point, by linear interpolation. One more point,
    /// equal to the last, is added: place() of the upper end may read beyond it with share 0.
    [[nodiscard]] std::vector<double> resample(const std::vector<double>& axis,
                                               const std::vector<double>& values) const;

    /// Slopes are per step of the grid; this makes them per unit, and 0 beyond the ends.
    [[nodiscard]] double slope_scale(double value) const noexcept {
        return value >= first_ && value <= last_ ? intervals_per_unit_ : 0.0;
    }

    /// Points of resample(): intervals + 2.
    [[nodiscard]] std::size_t points() const noexcept { return intervals_ + 2; }
    [[nodiscard]] double first() const noexcept { return first_; }
    [[nodiscard]] double last() const noexcept { return last_; }

private:
    double first_;
    double last_;
    std::size_t intervals_;
    double intervals_per_unit_;
};

}  // namespace ghostcar::model
