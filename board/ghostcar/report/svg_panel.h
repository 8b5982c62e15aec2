// SPDX-License-Identifier: Apache-2.0
// One panel of a plot: frame, grid, y axis, legend, and what was measured.
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "board/ghostcar/report/svg_plot.h"

namespace ghostcar::board {

/// Where a panel's data area lies in the drawing, in px.
struct PanelFrame {
    double x = 0.0;
    double y = 0.0;
    double width = 0.0;
    double height = 0.0;
};

/// The smallest and largest finite value seen; both NaN when there was none.
struct ValueRange {
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();

    void include(double value) noexcept {
        if (!std::isfinite(value)) return;
        if (!(low <= value)) low = value;
        if (!(high >= value)) high = value;
    }
};

[[nodiscard]] PlotAxis y_axis_of(const PlotPanel& panel, const PlotAxis& x_axis);

/// The frame with the data and the y axis.
[[nodiscard]] std::string svg_panel(const PlotPanel& panel, const PlotAxis& x_axis,
                                    const PanelFrame& frame);

/// Title and legend, above the frame. Drawn after the marks, which would cross them out.
[[nodiscard]] std::string svg_panel_heading(const PlotPanel& panel, const PanelFrame& frame);

}  // namespace ghostcar::board
