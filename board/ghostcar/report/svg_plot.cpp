// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/svg_plot.h"

#include <algorithm>
#include <cmath>

#include "board/ghostcar/report/svg_panel.h"
#include "board/ghostcar/report/svg_writer.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

constexpr double left_px = 52.0;
constexpr double right_px = 20.0;
constexpr double title_row_px = 24.0;
constexpr double panel_gap_px = 6.0;
constexpr double mark_row_px = 15.0;
constexpr double bottom_px = 40.0;
constexpr double x_tick_distance_px = 62.0;

PlotAxis x_axis_of(const Plot& plot, double frame_width_px) {
    if (plot.x_axis) return *plot.x_axis;
    ValueRange range;
    for (const PlotPanel& panel : plot.panels) {
        for (const PlotSeries& series : panel.series) {
            for (const PlotPoint& point : series.points) range.include(point.x);
        }
        if (!panel.bars) continue;
        for (const PlotPoint& bar : panel.bars->bars) {
            range.include(bar.x);
            range.include(bar.x + panel.bars->width);
        }
    }
    return exact_axis(range.low, range.high, static_cast<int>(frame_width_px / x_tick_distance_px));
}

struct PlacedMark {
    double x_px = 0.0;
    double text_x_px = 0.0;
    std::size_t row = 0;
    std::string label;
};

/// Labels that would overlap go to different rows: each takes the lowest row that is free at its
/// place. Marks outside the axis are left out.
std::vector<PlacedMark> placed_marks(const Plot& plot, const PlotAxis& x_axis,
                                     double frame_width_px) {
    std::vector<PlotMark> marks = plot.marks;
    std::stable_sort(marks.begin(), marks.end(),
                     [](const PlotMark& one, const PlotMark& other) { return one.x < other.x; });
    std::vector<PlacedMark> placed;
    std::vector<double> row_end_px;
    for (const PlotMark& mark : marks) {
        const double share = x_axis.position(mark.x);
        if (!(share >= 0.0 && share <= 1.0)) continue;
        const double half_px = estimated_width_px(mark.label) / 2.0;
        PlacedMark item{share * frame_width_px, 0.0, 0, mark.label};
        item.text_x_px = std::max(std::min(item.x_px, frame_width_px - half_px), half_px - left_px);
        while (item.row < row_end_px.size() &&
               item.text_x_px - half_px < row_end_px[item.row] + 4.0) {
            ++item.row;
        }
        if (item.row == row_end_px.size()) row_end_px.push_back(0.0);
        row_end_px[item.row] = item.text_x_px + half_px;
        placed.push_back(item);
    }
    return placed;
}

/// All lines first: a label is never crossed by its neighbour's line.
std::string drawn_marks(const std::vector<PlacedMark>& marks, std::size_t rows,
                        double bottom_edge) {
    std::string lines;
    std::string labels;
    for (const PlacedMark& mark : marks) {
        const double baseline = mark_row_px * static_cast<double>(rows - mark.row) - 3.0;
        lines += svg_line("mark", {left_px + mark.x_px, baseline + 3.0},
                          {left_px + mark.x_px, bottom_edge});
        labels += svg_text("mark-label", {left_px + mark.text_x_px, baseline}, TextAnchor::middle,
                           mark.label);
    }
    return lines + labels;
}

std::string x_labels(const Plot& plot, const PlotAxis& x_axis, double frame_width_px,
                     double frame_bottom) {
    std::string text;
    for (const double tick : x_axis.ticks) {
        const double x = left_px + x_axis.position(tick) * frame_width_px;
        text += svg_text("tick x", {x, frame_bottom + 16.0}, TextAnchor::middle,
                         x_axis.tick_text(tick));
    }
    return text + svg_text("axis-title", {left_px + frame_width_px / 2.0, frame_bottom + 34.0},
                           TextAnchor::middle, plot.x_title + " in " + plot.x_unit);
}

}  // namespace

std::string svg_plot(const Plot& plot) {
    const double frame_width_px = plot.width_px - left_px - right_px;
    const PlotAxis x_axis = x_axis_of(plot, frame_width_px);
    const std::vector<PlacedMark> marks = placed_marks(plot, x_axis, frame_width_px);
    std::size_t rows = 0;
    for (const PlacedMark& mark : marks) rows = std::max(rows, mark.row + 1);

    std::string panels;
    std::string headings;
    double y = mark_row_px * static_cast<double>(rows);
    double frame_bottom = y;
    for (const PlotPanel& panel : plot.panels) {
        const PanelFrame frame{left_px, y + title_row_px, frame_width_px, panel.height_px};
        panels += svg_panel(panel, x_axis, frame);
        headings += svg_panel_heading(panel, frame);
        frame_bottom = frame.y + frame.height;
        y = frame_bottom + panel_gap_px;
    }
    std::string text = "<svg" +
                       attribute("class", std::string("plot") + (plot.read_out ? " live" : "") +
                                              (plot.zoom ? " zoom" : "")) +
                       attribute("role", "img") + attribute("aria-label", plot.description) +
                       attribute("viewBox", "0 0 " + coordinate_text(plot.width_px) + " " +
                                                coordinate_text(frame_bottom + bottom_px));
    if (plot.read_out) {
        text += attribute("data-left", left_px) + attribute("data-width", frame_width_px) +
                attribute("data-low", precise_text(x_axis.low)) +
                attribute("data-high", precise_text(x_axis.high)) +
                attribute("data-unit", plot.x_unit);
    }
    return text + ">" + panels + drawn_marks(marks, rows, frame_bottom) + headings +
           x_labels(plot, x_axis, frame_width_px, frame_bottom) + "</svg>\n";
}

}  // namespace ghostcar::board
