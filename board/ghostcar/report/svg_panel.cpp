// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/svg_panel.h"

#include <algorithm>

#include "board/ghostcar/report/svg_writer.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

constexpr double y_tick_distance_px = 26.0;
// A line along the frame's edge is drawn in full width.
constexpr double bleed_px = 2.0;
constexpr double swatch_px = 16.0;
constexpr double negligible_share = 0.02;  // of an axis

/// From values to the panel's own coordinates, y downward as SVG has it.
struct Scale {
    const PlotAxis& x_axis;
    const PlotAxis& y_axis;
    const PanelFrame& frame;

    [[nodiscard]] double x_px(double x) const noexcept { return x_axis.position(x) * frame.width; }
    [[nodiscard]] double y_px(double y) const noexcept {
        return (1.0 - y_axis.position(y)) * frame.height;
    }
};

std::string series_class(const PlotSeries& series) {
    return "line c-" + series.colour + (series.style == LineStyle::dashed ? " dashed" : "");
}

/// "M x y x y …": after M further pairs are lines (SVG 1.1, 8.3.2).
std::string path_data(const PlotSeries& series, const Scale& scale, std::size_t most_points) {
    std::string data;
    bool pen_down = false;
    double previous_y_px = 0.0;
    for (const PlotPoint& point : thinned(series.points, most_points)) {
        if (!is_drawable(point)) {
            pen_down = false;
            continue;
        }
        const std::string x = coordinate_text(scale.x_px(point.x));
        const double y_px = scale.y_px(point.y);
        if (!pen_down) {
            data += "M";
        } else if (series.style == LineStyle::stepped && y_px != previous_y_px) {
            data += x + " " + coordinate_text(previous_y_px) + " ";
        }
        data += x + " " + coordinate_text(y_px) + " ";
        previous_y_px = y_px;
        pen_down = true;
    }
    return data;
}

std::string drawn_series(const PlotSeries& series, const Scale& scale, std::size_t most_points) {
    const std::string data = path_data(series, scale, most_points);
    if (data.empty()) return {};
    return "<path" + attribute("class", series_class(series)) +
           attribute("data-name", series.name) + attribute("d", data) + "/>";
}

std::string drawn_bars(const PlotBars& bars, const Scale& scale) {
    std::string text;
    for (const PlotPoint& bar : bars.bars) {
        if (!is_drawable(bar) || bar.y <= 0.0) continue;
        const double left = scale.x_px(bar.x);
        const double top = scale.y_px(bar.y);
        // Never thinner than a hair: the one late wake-up in a million is what is looked for.
        const double width = std::max(scale.x_px(bar.x + bars.width) - left - 0.3, 1.2);
        const std::string range =
            bars.width > 1.0 ? "\u2026" + number_text(bar.x + bars.width, 0) : std::string();
        text += svg_rectangle(
            "bar c-" + bars.colour, {left, top}, width, scale.frame.height - top,
            number_text(bar.x, 0) + range + " " + bars.unit + ": " + number_text(bar.y, 0));
    }
    return text;
}

std::string drawn_bands(const PlotPanel& panel, const Scale& scale) {
    std::string text;
    for (const PlotBand& band : panel.bands) {
        const double top = std::clamp(scale.y_px(band.high), 0.0, scale.frame.height);
        const double bottom = std::clamp(scale.y_px(band.low), 0.0, scale.frame.height);
        text += svg_rectangle("band", {0.0, top}, scale.frame.width, bottom - top);
    }
    return text;
}

/// Along the lower line and back along the upper one; and the vertical stripes.
std::string drawn_areas(const PlotPanel& panel, const Scale& scale) {
    std::string text;
    for (const PlotArea& area : panel.areas) {
        std::string data = "M";
        const auto append = [&](const PlotPoint& point) {
            data += coordinate_text(scale.x_px(point.x)) + " " +
                    coordinate_text(scale.y_px(point.y)) + " ";
        };
        for (const PlotPoint& point : area.low) append(point);
        for (auto point = area.high.rbegin(); point != area.high.rend(); ++point) append(*point);
        text += "<path" + attribute("class", "band") + attribute("d", data + "Z") + "/>";
    }
    for (const PlotSpan& span : panel.spans) {
        const double left = scale.x_px(span.from);
        const double width = std::max(scale.x_px(span.to) - left, 1.0);  // never invisible
        text += svg_rectangle(span.css_class, {left, 0.0}, width, scale.frame.height);
    }
    return text;
}

std::string band_labels(const PlotPanel& panel, const Scale& scale) {
    std::string text;
    for (const PlotBand& band : panel.bands) {
        if (band.label.empty()) continue;
        const double top = std::max(scale.y_px(band.high), 0.0);
        // Above the stripe, unless that is outside the frame.
        const double baseline = top > 14.0 ? top - 4.0 : top + 12.0;
        text += svg_text("band-label", {scale.frame.width - 4.0, baseline}, TextAnchor::end,
                         band.label);
    }
    return text;
}

std::string drawn_dots(const PlotPanel& panel, const Scale& scale) {
    std::string text;
    for (const PlotDot& dot : panel.dots) {
        const double x = scale.x_px(dot.x);
        const double y = scale.y_px(dot.y);
        const bool at_left = x + 8.0 + estimated_width_px(dot.label) > scale.frame.width;
        text += svg_circle("dot", {x, y}, 3.5);
        text += svg_text("dot-label", {at_left ? x - 8.0 : x + 8.0, std::max(y - 6.0, 11.0)},
                         at_left ? TextAnchor::end : TextAnchor::start, dot.label);
    }
    return text;
}

std::string grid(const Scale& scale) {
    std::string text;
    for (const double tick : scale.x_axis.ticks) {
        const double x = scale.x_px(tick);
        text += svg_line("grid x", {x, 0.0}, {x, scale.frame.height});
    }
    for (const double tick : scale.y_axis.ticks) {
        const double y = scale.y_px(tick);
        text += svg_line("grid", {0.0, y}, {scale.frame.width, y});
    }
    return text;
}

std::string y_labels(const Scale& scale) {
    std::string text;
    for (const double tick : scale.y_axis.ticks) {
        text += svg_text("tick", {scale.frame.x - 7.0, scale.frame.y + scale.y_px(tick) + 4.0},
                         TextAnchor::end, scale.y_axis.tick_text(tick));
    }
    return text;
}

/// Right of the title; one series needs none, the title says what it is.
std::string legend(const PlotPanel& panel, const PanelFrame& frame) {
    if (panel.series.size() < 2) return {};
    std::string text;
    double right = frame.x + frame.width;
    const double baseline = frame.y - 7.0;
    for (auto series = panel.series.rbegin(); series != panel.series.rend(); ++series) {
        text += svg_text("legend", {right, baseline}, TextAnchor::end, series->name);
        right -= estimated_width_px(series->name) + 5.0;
        text += svg_line("swatch " + series_class(*series), {right - swatch_px, baseline - 4.0},
                         {right, baseline - 4.0});
        right -= swatch_px + 12.0;
    }
    return text;
}

std::string title(const PlotPanel& panel, const PanelFrame& frame) {
    const std::string words = panel.title + (panel.unit.empty() ? "" : " in " + panel.unit) +
                              (panel.note.empty() ? "" : "; " + panel.note);
    // The marks' lines end behind the words.
    return svg_rectangle("behind-title", {frame.x - 2.0, frame.y - 19.0},
                         estimated_width_px(words) * 1.08 + 4.0, 16.0) +
           svg_text("panel-title", {frame.x, frame.y - 7.0}, TextAnchor::start, words);
}

}  // namespace

PlotAxis y_axis_of(const PlotPanel& panel, const PlotAxis& x_axis) {
    if (panel.y_axis) return *panel.y_axis;
    ValueRange range;
    for (const PlotSeries& series : panel.series) {
        for (const PlotPoint& point : series.points) {
            if (point.x >= x_axis.low && point.x <= x_axis.high) range.include(point.y);
        }
    }
    for (const PlotArea& area : panel.areas) {
        for (const PlotPoint& point : area.high) range.include(point.y);
    }
    for (const PlotBand& band : panel.bands) {
        range.include(band.low);
        range.include(band.high);
    }
    if (panel.include_zero) range.include(0.0);
    // Who rolls back a hair at the start deserves no step below zero for it.
    if (range.low < 0.0 && -range.low < negligible_share * range.high) range.low = 0.0;
    return round_axis(range.low, range.high, static_cast<int>(panel.height_px / y_tick_distance_px),
                      panel.smallest_step);
}

std::string svg_panel(const PlotPanel& panel, const PlotAxis& x_axis, const PanelFrame& frame) {
    const PlotAxis y_axis = y_axis_of(panel, x_axis);
    const Scale scale{x_axis, y_axis, frame};
    // A nested <svg> clips what leaves the frame, without an id that must be unique in the page.
    std::string text =
        "<svg" + attribute("class", "frame") + attribute("preserveAspectRatio", "none") +
        attribute("x", frame.x - bleed_px) + attribute("y", frame.y - bleed_px) +
        attribute("width", frame.width + 2.0 * bleed_px) +
        attribute("height", frame.height + 2.0 * bleed_px) +
        attribute("viewBox", coordinate_text(-bleed_px) + " " + coordinate_text(-bleed_px) + " " +
                                 coordinate_text(frame.width + 2.0 * bleed_px) + " " +
                                 coordinate_text(frame.height + 2.0 * bleed_px)) +
        attribute("data-low", precise_text(y_axis.low)) +
        attribute("data-high", precise_text(y_axis.high)) + attribute("data-height", frame.height) +
        attribute("data-unit", panel.unit) + ">";
    text += svg_rectangle("paper", {0.0, 0.0}, frame.width, frame.height);
    text += drawn_bands(panel, scale) + drawn_areas(panel, scale) + grid(scale);
    if (panel.bars) text += drawn_bars(*panel.bars, scale);
    for (const PlotSeries& series : panel.series)
        text += drawn_series(series, scale, panel.most_points);
    text += band_labels(panel, scale) + drawn_dots(panel, scale) + "</svg>";
    return y_labels(scale) + text;
}

std::string svg_panel_heading(const PlotPanel& panel, const PanelFrame& frame) {
    return title(panel, frame) + legend(panel, frame);
}

}  // namespace ghostcar::board
