// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/track/plan_crossings.h"

#include <cmath>

namespace ghostcar::board {
namespace {

struct Point {
    double x;
    double y;
};

double cross(Point from, Point to, Point point) {
    return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
}

/// On different sides of the line, and not just by rounding, as two chords of one straight are.
bool on_both_sides(Point from, Point to, Point one, Point other) {
    constexpr double clearly_m2 = 1e-3;
    const double first = cross(from, to, one);
    const double second = cross(from, to, other);
    return std::fabs(first) > clearly_m2 && std::fabs(second) > clearly_m2 &&
           (first > 0.0) != (second > 0.0);
}

bool cut_each_other(Point a, Point b, Point c, Point d) {
    return on_both_sides(a, b, c, d) && on_both_sides(c, d, a, b);
}

}  // namespace

std::vector<Crossing> crossings_of(const model::Track& track) {
    // Chords of about 8 m: every pair is looked at.
    const auto count = static_cast<std::size_t>(std::ceil(track.length_m() / 8.0));
    const double step_m = track.length_m() / static_cast<double>(count);
    std::vector<Point> points;
    for (std::size_t i = 0; i <= count; ++i) {
        const model::RoadPoint road = track.at(static_cast<double>(i) * step_m);
        points.push_back({road.x_m, road.y_m});
    }
    std::vector<Crossing> result;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = i + 2; k < count; ++k) {
            if (i == 0 && k + 1 == count && track.closed()) continue;  // they meet at the start
            if (!cut_each_other(points[i], points[i + 1], points[k], points[k + 1])) continue;
            const double first_m = (static_cast<double>(i) + 0.5) * step_m;
            const double second_m = (static_cast<double>(k) + 0.5) * step_m;
            const bool first_above = track.at(first_m).elevation_m > track.at(second_m).elevation_m;
            result.push_back(first_above ? Crossing{first_m, second_m}
                                         : Crossing{second_m, first_m});
        }
    }
    return result;
}

}  // namespace ghostcar::board
