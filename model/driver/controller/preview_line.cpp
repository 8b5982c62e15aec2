// SPDX-License-Identifier: Apache-2.0
#include "model/driver/controller/preview_line.h"

#include <cmath>

#include "model/track/track.h"

namespace ghostcar::model {

PreviewLine::PreviewLine(const Track& track) {
    const double starts = std::ceil(track.length_m());
    last_start_ = static_cast<double>(quarters) * starts;
    const std::size_t count = static_cast<std::size_t>(starts) + points + 2;
    for (std::size_t quarter = 0; quarter < quarters; ++quarter) {
        Points& line = lines_[quarter];
        for (std::size_t n = 0; n < count; ++n) {
            const double along_m =
                static_cast<double>(n) + static_cast<double>(quarter) / double{quarters};
            const RoadPoint road = track.at(along_m);
            // A circuit goes round; an open road goes straight on.
            const double beyond_m = track.closed() ? 0.0 : maximum(along_m - track.length_m(), 0.0);
            line.x_m.push_back(road.x_m + beyond_m * road.cosine_heading);
            line.y_m.push_back(road.y_m + beyond_m * road.sine_heading);
        }
    }
}

void PreviewLine::look(double along_m, double x_m, double y_m, const SineCosine& heading,
                       Preview& preview) const noexcept {
    const double position = clamp(static_cast<double>(quarters) * along_m, 0.0, last_start_);
    const auto start = static_cast<std::size_t>(position);
    const double share = position - static_cast<double>(start);
    const std::size_t next = start + 1;
    const double* const from_x = &lines_[start % quarters].x_m[start / quarters];
    const double* const from_y = &lines_[start % quarters].y_m[start / quarters];
    const double* const to_x = &lines_[next % quarters].x_m[next / quarters];
    const double* const to_y = &lines_[next % quarters].y_m[next / quarters];
    // Two points at a time where the compiler can: the same operations on each, so the same bits.
    for (std::size_t k = 0; k < points; ++k) {
        const double dx_m = (from_x[k] - x_m) + share * (to_x[k] - from_x[k]);
        const double dy_m = (from_y[k] - y_m) + share * (to_y[k] - from_y[k]);
        preview[k][0] = static_cast<float>(dx_m * heading.cosine + dy_m * heading.sine);
        preview[k][1] = static_cast<float>(dy_m * heading.cosine - dx_m * heading.sine);
    }
}

}  // namespace ghostcar::model
