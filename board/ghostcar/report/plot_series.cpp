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

std::vector<PlotPoint> simplified(const std::vector<PlotPoint>& points, double tolerance) {
    std::vector<PlotPoint> result;
    if (points.empty()) return result;
    result.push_back(points.front());
    // From the last point kept, two slopes bound every line that passes all points since then
    // within the tolerance. When they cross, the point before is kept.
    PlotPoint last = points.front();
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < points.size(); ++i) {
        const double distance = points[i].x - last.x;
        const double slope = (points[i].y - last.y) / distance;
        if (slope < low || slope > high) {
            last = points[i - 1];
            result.push_back(last);
            const double step = points[i].x - last.x;
            low = (points[i].y - tolerance - last.y) / step;
            high = (points[i].y + tolerance - last.y) / step;
            continue;
        }
        low = std::max(low, (points[i].y - tolerance - last.y) / distance);
        high = std::min(high, (points[i].y + tolerance - last.y) / distance);
    }
    if (points.size() > 1) result.push_back(points.back());
    return result;
}

}  // namespace ghostcar::board
