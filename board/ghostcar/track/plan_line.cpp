// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/track/plan_line.h"

#include <algorithm>
#include <cmath>

#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

constexpr double stride_m = 1.0;
constexpr double visible_px = 0.06;

double distance_from_chord(const SvgPosition& point, const SvgPosition& from,
                           const SvgPosition& to) noexcept {
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    const double length = std::sqrt(dx * dx + dy * dy);
    const double px = point.x - from.x;
    const double py = point.y - from.y;
    if (length == 0.0) return std::sqrt(px * px + py * py);
    return std::fabs(dx * py - dy * px) / length;
}

/// Keeps the ends, and between them what is farthest from the chord until nothing is visibly off it
/// (Douglas and Peucker 1973).
void keep_visible(const PlanLine& line, std::size_t from, std::size_t to, PlanLine& kept) {
    double farthest_px = 0.0;
    std::size_t where = from;
    for (std::size_t i = from + 1; i < to; ++i) {
        const double distance_px = distance_from_chord(line[i], line[from], line[to]);
        if (distance_px > farthest_px) {
            farthest_px = distance_px;
            where = i;
        }
    }
    if (farthest_px <= visible_px) {
        kept.push_back(line[to]);
        return;
    }
    keep_visible(line, from, where, kept);
    keep_visible(line, where, to, kept);
}

}  // namespace

PlanLine line_beside(const model::Track& track, const PlanScale& scale, double from_m, double to_m,
                     const Offset& offset) {
    PlanLine line;
    const double steps = std::max(1.0, std::ceil((to_m - from_m) / stride_m));
    for (double i = 0.0; i <= steps; i += 1.0) {
        const model::RoadPoint road = track.at(from_m + (to_m - from_m) * (i / steps));
        line.push_back(scale.beside(road, offset(road)));
    }
    return simplified(line);
}

PlanLine simplified(const PlanLine& line) {
    PlanLine kept{line.front()};
    keep_visible(line, 0, line.size() - 1, kept);
    return kept;
}

std::string path_of(const PlanLine& line, bool closed) {
    std::string data = "M";
    for (const SvgPosition& point : line)
        data += (data.size() > 1 ? " " : "") + coordinate_text(point.x) + " " +
                coordinate_text(point.y);
    return closed ? data + "Z" : data;
}

std::string strip_of(const PlanLine& left, PlanLine right) {
    std::reverse(right.begin(), right.end());
    right.insert(right.begin(), left.begin(), left.end());
    return path_of(right, true);
}

std::string svg_path(std::string_view css_class, const std::string& data) {
    return "<path" + attribute("class", css_class) + attribute("d", data) + "/>\n";
}

std::string svg_path(std::string_view css_class, const std::string& data, double stroke_width_px) {
    return "<path" + attribute("class", css_class) + attribute("stroke-width", stroke_width_px) +
           attribute("d", data) + "/>\n";
}

}  // namespace ghostcar::board
