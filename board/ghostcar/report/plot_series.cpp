// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/plot_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostcar::board {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
// Lowest, highest and a gap.
constexpr std::size_t points_per_run = 3;

void append_run(std::vector<PlotPoint>& result, const PlotPoint* begin, const PlotPoint* end) {
    const PlotPoint* lowest = nullptr;
    const PlotPoint* highest = nullptr;
    bool has_gap = false;
    for (const PlotPoint* point = begin; point != end; ++point) {
        if (!is_drawable(*point)) {
            has_gap = true;
            continue;
        }
        if (lowest == nullptr || point->y < lowest->y) lowest = point;
        if (highest == nullptr || point->y > highest->y) highest = point;
    }
    if (lowest != nullptr) {
        result.push_back(*std::min(lowest, highest));
        if (lowest != highest) result.push_back(*std::max(lowest, highest));
    }
    if (has_gap) result.push_back({nothing, nothing});
}

}  // namespace

bool is_drawable(const PlotPoint& point) noexcept {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

std::vector<PlotPoint> thinned(const std::vector<PlotPoint>& points, std::size_t most_points) {
    if (points.size() <= std::max<std::size_t>(most_points, 5)) return points;
    // The first and the last point stay as they are: a line begins and ends where it was measured.
    const std::size_t runs = most_points < 5 ? 1 : (most_points - 2) / points_per_run;
    const std::size_t inner = points.size() - 2;
    std::vector<PlotPoint> result;
    result.reserve(most_points + points_per_run);
    result.push_back(points.front());
    for (std::size_t run = 0; run < runs; ++run) {
        const PlotPoint* first = points.data() + 1;
        append_run(result, first + run * inner / runs, first + (run + 1) * inner / runs);
    }
    result.push_back(points.back());
    return result;
}

}  // namespace ghostcar::board
