// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <vector>

#include "model/math/line.h"
#include "model/math/uniform_grid.h"

namespace ghostcar::model {

/// z(x, y), bilinear between the given points and constant beyond the edges.
class UniformMap {
public:
    /// `rows[i][j]` is the value at x_axis[i], y_axis[j]. Throws std::invalid_argument as
    /// UniformCurve does.
    UniformMap(const std::vector<double>& x_axis, const std::vector<double>& y_axis,
               const std::vector<std::vector<double>>& rows)
        : x_grid_(x_axis), y_grid_(y_axis), stride_(y_grid_.points()) {
        if (rows.size() != x_axis.size()) {
            throw std::invalid_argument("a map needs one row for each point of its first axis");
        }
        // First along y, row by row; then along x, column by column.
        std::vector<std::vector<double>> resampled;
        resampled.reserve(rows.size());
        for (const std::vector<double>& row : rows) {
            resampled.push_back(y_grid_.resample(y_axis, row));
        }
        values_.resize(x_grid_.points() * stride_);
        std::vector<double> column(x_axis.size());
        for (std::size_t j = 0; j < stride_; ++j) {
            for (std::size_t i = 0; i < x_axis.size(); ++i) {
                column[i] = resampled[i][j];
            }
            const std::vector<double> fine = x_grid_.resample(x_axis, column);
            for (std::size_t i = 0; i < fine.size(); ++i) {
                values_[i * stride_ + j] = fine[i];
            }
        }
    }

    [[nodiscard]] double at(double x, double y) const noexcept { return line(x, y).y; }

    /// Along x, at a fixed y.
    [[nodiscard]] Line line(double x, double y) const noexcept {
        const UniformGrid::Place row = x_grid_.place(x);
        const UniformGrid::Place column = y_grid_.place(y);
        const double* corner = values_.data() + (row.index * stride_ + column.index);
        const double here = blend(corner[0], corner[1], column.share);
        const double next = blend(corner[stride_], corner[stride_ + 1], column.share);
        return {x, blend(here, next, row.share), (next - here) * x_grid_.slope_scale(x)};
    }

private:
    UniformGrid x_grid_;
    UniformGrid y_grid_;
    std::size_t stride_;
    std::vector<double> values_;
};

}  // namespace ghostcar::model
