// SPDX-License-Identifier: Apache-2.0
// Measured points of one quantity, and the same points thinned until a page can carry them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ghostcar::board {

/// A point of a series; a value that is not finite makes a gap in the line.
struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
};

constexpr double percent = 100.0;

enum class LineStyle { solid, dashed, stepped };

struct PlotSeries {
    std::string name;    // in the legend and the read-out
    std::string colour;  // a class of the page's style sheet: "speed", "clutch", …
    LineStyle style = LineStyle::solid;
    std::vector<PlotPoint> points;
};

[[nodiscard]] bool is_drawable(const PlotPoint& point) noexcept;

/// At most `most_points` points (5 or more). Points are taken together in runs; of each run the
/// lowest and the highest stay (in their order), so no peak is lost, and a gap stays a gap.
[[nodiscard]] std::vector<PlotPoint> thinned(const std::vector<PlotPoint>& points,
                                             std::size_t most_points);

/// As few points as a broken line needs that is nowhere farther than `tolerance` (in units of y)
/// from the measured ones: a page that is zoomed into still shows the measurement.
[[nodiscard]] std::vector<PlotPoint> simplified(const std::vector<PlotPoint>& points,
                                                double tolerance);

}  // namespace ghostcar::board
