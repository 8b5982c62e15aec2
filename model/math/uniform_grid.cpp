// SPDX-License-Identifier: Apache-2.0
#include "model/math/uniform_grid.h"

#include <cmath>
#include <stdexcept>

namespace ghostcar::model {
namespace {

constexpr std::size_t most_intervals = 1024;
// How far, in grid steps, a point may be from a grid point and still count as on it: room for the
// rounding of decimal fractions and of the change from 1/min to rad/s.
constexpr double on_grid_tolerance = 1e-9;

double nearest_whole(double value) {
    return std::floor(value + 0.5);
}

bool all_on_grid(const std::vector<double>& axis, std::size_t intervals) {
    const double steps_per_unit = static_cast<double>(intervals) / (axis.back() - axis.front());
    for (const double point : axis) {
        const double position = (point - axis.front()) * steps_per_unit;
        if (magnitude(position - nearest_whole(position)) > on_grid_tolerance) {
            return false;
        }
    }
    return true;
}

std::size_t coarsest_exact(const std::vector<double>& axis) {
    for (std::size_t intervals = 1; intervals < most_intervals; ++intervals) {
        if (all_on_grid(axis, intervals)) {
            return intervals;
        }
    }
    return most_intervals;
}

void require_increasing(const std::vector<double>& axis) {
    if (axis.size() < 2) {
        throw std::invalid_argument("an axis needs at least two points");
    }
    for (std::size_t i = 0; i < axis.size(); ++i) {
        if (!std::isfinite(axis[i]) || (i > 0 && !(axis[i - 1] < axis[i]))) {
            throw std::invalid_argument("an axis must be finite and strictly increasing");
        }
    }
}

}  // namespace

UniformGrid::UniformGrid(const std::vector<double>& axis) {
    require_increasing(axis);
    first_ = axis.front();
    last_ = axis.back();
    intervals_ = coarsest_exact(axis);
    intervals_per_unit_ = static_cast<double>(intervals_) / (last_ - first_);
}

std::vector<double> UniformGrid::resample(const std::vector<double>& axis,
                                          const std::vector<double>& values) const {
    if (values.size() != axis.size()) {
        throw std::invalid_argument("an axis and its values must have the same length");
    }
    for (const double value : values) {
        if (!std::isfinite(value)) {
            throw std::invalid_argument("the values of a table must be finite");
        }
    }
    std::vector<double> result;
    result.reserve(points());
    std::size_t segment = 0;
    for (std::size_t i = 0; i <= intervals_; ++i) {
        const double position = static_cast<double>(i) + on_grid_tolerance;
        while (segment + 2 < axis.size() &&
               (axis[segment + 1] - first_) * intervals_per_unit_ <= position) {
            ++segment;
        }
        const double begin = (axis[segment] - first_) * intervals_per_unit_;
        const double end = (axis[segment + 1] - first_) * intervals_per_unit_;
        double share = clamp((static_cast<double>(i) - begin) / (end - begin), 0.0, 1.0);
        if (share < on_grid_tolerance) {
            share = 0.0;  // a source point: its value comes through unrounded
        }
        if (share > 1.0 - on_grid_tolerance) {
            share = 1.0;
        }
        result.push_back(blend(values[segment], values[segment + 1], share));
    }
    result.push_back(result.back());
    return result;
}

}  // namespace ghostcar::model
