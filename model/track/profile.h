// SPDX-License-Identifier: Apache-2.0
// A quantity along the road (elevation, width, cross-fall, barriers), given at a few stations and
// smooth in between: a cubic in each interval. On a circuit it continues from the last point to
// the first.
#pragma once

#include <cstddef>
#include <vector>

namespace ghostcar::model {

class Profile {
public:
    /// Twice continuously differentiable: the cubic spline through the points, periodic on a
    /// circuit; on an open road without curvature at its ends, and straight on beyond them.
    [[nodiscard]] static Profile spline(std::vector<double> stations_m, std::vector<double> values,
                                        double length_m, bool closed);

    /// Level at every point, so it never leaves the range of its neighbours and what is given as
    /// constant is constant; once continuously differentiable.
    [[nodiscard]] static Profile stepwise_level(std::vector<double> stations_m,
                                                std::vector<double> values, double length_m,
                                                bool closed);

    [[nodiscard]] double value(double station_m) const noexcept;
    [[nodiscard]] double slope(double station_m) const noexcept;

private:
    struct Interval {
        std::size_t from;
        double width_m;
        double share;  // 0 at its first point, 1 at its second
    };

    Profile(std::vector<double> stations_m, std::vector<double> values);
    void add_ends(double length_m, bool closed);
    [[nodiscard]] Interval interval(double station_m) const noexcept;

    // Values and slopes at increasing stations that begin at or before 0 and end at or after the
    // road's end: on a circuit the last and first point are repeated one lap away.
    std::vector<double> stations_m_;
    std::vector<double> values_;
    std::vector<double> slopes_;
};

}  // namespace ghostcar::model
