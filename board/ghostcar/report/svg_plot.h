// SPDX-License-Identifier: Apache-2.0
// A plot as inline SVG: panels stacked over one common x axis. Colours come from the page's style
// sheet by class, so one drawing serves light, dark and paper.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "board/ghostcar/report/plot_axis.h"
#include "board/ghostcar/report/plot_series.h"

namespace ghostcar::board {

/// A horizontal stripe: a tolerance.
struct PlotBand {
    double low = 0.0;
    double high = 0.0;
    std::string label;
};

/// A stripe between two lines: a tolerance that changes.
struct PlotArea {
    std::vector<PlotPoint> low;
    std::vector<PlotPoint> high;
};

/// A vertical stripe: a time that matters.
struct PlotSpan {
    double from = 0.0;
    double to = 0.0;
    std::string css_class;  // "excursion", "excused", …
};

/// One point that matters, with its words.
struct PlotDot {
    double x = 0.0;
    double y = 0.0;
    std::string label;
};

/// Vertical bars with their left edges at the points' x.
struct PlotBars {
    std::string colour;
    double width = 1.0;  // in units of x
    std::vector<PlotPoint> bars;
    std::string unit;  // of x, in a bar's tooltip
};

struct PlotPanel {
    std::string title;  // the quantity
    std::string unit;
    std::string note;  // in the heading, after the unit
    double height_px = 110.0;
    std::optional<PlotAxis> y_axis;  // without one: from the data, widened to round values
    bool include_zero = true;
    double smallest_step = 0.0;  // of the ticks: 1 for gears
    std::vector<PlotSeries> series;
    std::optional<PlotBars> bars;
    std::vector<PlotBand> bands;
    std::vector<PlotArea> areas;
    std::vector<PlotSpan> spans;
    static constexpr std::size_t all_points = 1'000'000;
    std::size_t most_points = 2000;  // of a line; more are thinned
    std::vector<PlotDot> dots;
};

/// A vertical line through all panels, with its words above them.
struct PlotMark {
    double x = 0.0;
    std::string label;
};

struct Plot {
    std::string description;  // for those who cannot see it
    double width_px = 960.0;
    std::string x_title;
    std::string x_unit;
    std::optional<PlotAxis> x_axis;  // without one: exactly the data's range
    bool zoom = false;               // wheel and drag change the time that is shown
    bool read_out = true;            // show values under the pointer; needs x to grow
    std::vector<PlotPanel> panels;
    std::vector<PlotMark> marks;
};

/// One <svg> element, well-formed XML, every text escaped.
[[nodiscard]] std::string svg_plot(const Plot& plot);

}  // namespace ghostcar::board
