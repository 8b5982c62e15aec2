// SPDX-License-Identifier: Apache-2.0
// Lines along a road, as SVG paths in the pixels of a plan.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "board/ghostcar/report/svg_writer.h"
#include "model/track/track.h"

namespace ghostcar::board {

/// From metres to pixels: y points up on the ground, down in a drawing.
struct PlanScale {
    double west_m = 0.0;
    double north_m = 0.0;
    double px_per_m = 1.0;
    SvgPosition corner;  // of the north-west

    [[nodiscard]] SvgPosition position(double x_m, double y_m) const noexcept {
        return {corner.x + (x_m - west_m) * px_per_m, corner.y + (north_m - y_m) * px_per_m};
    }
    /// A point beside the road, positive to its left.
    [[nodiscard]] SvgPosition beside(const model::RoadPoint& road, double offset_m) const noexcept {
        return position(road.x_m - offset_m * road.sine_heading,
                        road.y_m + offset_m * road.cosine_heading);
    }
};

using PlanLine = std::vector<SvgPosition>;

/// How far beside the centre line, at a point of it.
using Offset = std::function<double(const model::RoadPoint&)>;

/// The line beside the road from one station to another, simplified.
[[nodiscard]] PlanLine line_beside(const model::Track& track, const PlanScale& scale, double from_m,
                                   double to_m, const Offset& offset);

/// The line without points that nobody sees.
[[nodiscard]] PlanLine simplified(const PlanLine& line);

/// "M x y x y …", closed with Z when asked.
[[nodiscard]] std::string path_of(const PlanLine& line, bool closed = false);

/// The strip between two lines as one closed path.
[[nodiscard]] std::string strip_of(const PlanLine& left, PlanLine right);

[[nodiscard]] std::string svg_path(std::string_view css_class, const std::string& data);
[[nodiscard]] std::string svg_path(std::string_view css_class, const std::string& data,
                                   double stroke_width_px);

}  // namespace ghostcar::board
