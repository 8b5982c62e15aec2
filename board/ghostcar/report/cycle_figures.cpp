// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/cycle_figures.h"

#include <algorithm>
#include <cmath>

#include "board/ghostcar/report/bench_figures.h"
#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/svg_plot.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

using nlohmann::json;

// Closer than an eye sees, zoomed in by ten.
constexpr double speed_tolerance_kph = 0.03;
constexpr double pedal_tolerance_percent = 0.25;
constexpr double engine_tolerance_rpm = 4.0;

PlotPanel speed_panel(const CycleTrace& trace, const TimeWindow& window, double height_px) {
    PlotPanel panel;
    panel.title = "Speed";
    panel.unit = "km/h";
    panel.note = "stripe: tolerance";
    panel.height_px = height_px;
    panel.most_points = PlotPanel::all_points;
    panel.areas.push_back({column(trace, &CycleMoment::low_kph, window, speed_tolerance_kph),
                           column(trace, &CycleMoment::high_kph, window, speed_tolerance_kph)});
    for (PlotPoint& point : panel.areas[0].low) point.y = std::max(point.y, 0.0);
    panel.series.push_back({"target", "target", LineStyle::dashed,
                            column(trace, &CycleMoment::target_kph, window, speed_tolerance_kph)});
    panel.series.push_back({"driven", "speed", LineStyle::solid,
                            column(trace, &CycleMoment::v_kph, window, speed_tolerance_kph)});
    return panel;
}

PlotPanel error_panel(const CycleTrace& trace, const TimeWindow& window) {
    PlotPanel panel;
    panel.title = "Speed error";
    panel.unit = "km/h";
    panel.note = "driven less target";
    panel.height_px = 80.0;
    panel.most_points = PlotPanel::all_points;
    PlotSeries error{"error", "speed", LineStyle::solid, {}};
    for (const CycleMoment& moment : trace) {
        if (moment.t_s >= window.begin_s && moment.t_s <= window.end_s)
            error.points.push_back({moment.t_s, moment.v_kph - moment.target_kph});
    }
    error.points = simplified(error.points, 0.02);
    panel.series.push_back(std::move(error));
    return panel;
}

PlotPanel pedal_panel(const CycleTrace& trace, const TimeWindow& window) {
    PlotPanel panel;
    panel.title = "Pedals";
    panel.unit = "%";
    panel.height_px = 120.0;
    panel.most_points = PlotPanel::all_points;
    panel.y_axis = round_axis(0.0, percent, 5);
    const auto series = [&](const char* name, const char* colour, LineStyle style,
                            double CycleMoment::*member) {
        panel.series.push_back(
            {name, colour, style, column(trace, member, window, pedal_tolerance_percent, percent)});
    };
    series("accelerator", "throttle", LineStyle::solid, &CycleMoment::accelerator);
    series("clutch", "clutch", LineStyle::solid, &CycleMoment::clutch);
    series("brake", "brake", LineStyle::dashed, &CycleMoment::brake);
    return panel;
}

PlotPanel gear_panel(const CycleTrace& trace, const TimeWindow& window) {
    PlotPanel panel;
    panel.title = "Engaged gear (0 is neutral)";
    panel.height_px = 70.0;
    panel.smallest_step = 1.0;
    panel.most_points = PlotPanel::all_points;
    PlotSeries gear{"gear", "gear", LineStyle::stepped, {}};
    for (const CycleMoment& moment : trace) {
        if (moment.t_s < window.begin_s || moment.t_s > window.end_s) continue;
        if (gear.points.empty() || gear.points.back().y != moment.gear || &moment == &trace.back())
            gear.points.push_back({moment.t_s, moment.gear});
    }
    panel.series.push_back(std::move(gear));
    return panel;
}

PlotPanel engine_panel(const CycleTrace& trace, const TimeWindow& window) {
    PlotPanel panel;
    panel.title = "Engine speed";
    panel.unit = "1/min";
    panel.most_points = PlotPanel::all_points;
    panel.series.push_back({"engine speed", "engine", LineStyle::solid,
                            column(trace, &CycleMoment::engine_rpm, window, engine_tolerance_rpm)});
    return panel;
}

std::vector<PlotSpan> excursion_spans(const json& result) {
    std::vector<PlotSpan> spans;
    const json& list = member(member(result, "judge"), "excursion_list");
    if (!list.is_array()) return spans;
    for (const json& item : list) {
        const double from_s = member_number(item, "from_s").value_or(0.0);
        const double duration_s = member_number(item, "duration_s").value_or(0.0);
        spans.push_back({from_s, from_s + duration_s,
                         member(item, "counts") == true ? "excursion" : "excused"});
    }
    return spans;
}

void add_phases(Plot& plot, const json& result) {
    const json& phases = member(member(result, "judge"), "phases");
    if (!phases.is_array()) return;
    for (const json& phase : phases)
        plot.marks.push_back(
            {member_number(phase, "from_s").value_or(0.0), member_text(phase, "name")});
}

Plot plot_of(const CycleTrace& trace, const TimeWindow& window, const json& result) {
    Plot plot;
    plot.x_title = "time";
    plot.x_unit = "s";
    plot.x_axis = exact_axis(window.begin_s, window.end_s, 14);
    plot.panels = {speed_panel(trace, window, 230.0), error_panel(trace, window),
                   pedal_panel(trace, window), gear_panel(trace, window),
                   engine_panel(trace, window)};
    for (PlotPanel& panel : plot.panels) panel.spans = excursion_spans(result);
    return plot;
}

TimeWindow whole(const CycleTrace& trace) {
    return {trace.front().t_s, std::max(trace.back().t_s, trace.front().t_s + 1.0)};
}

/// Long drives once more in strips, where nobody can zoom.
std::string paper_strips(const json& result, const CycleTrace& trace) {
    constexpr double strip_s = 300.0;
    constexpr std::size_t most_strips = 20;
    const TimeWindow all = whole(trace);
    const double length_s = all.end_s - all.begin_s;
    if (length_s <= 1.5 * strip_s) return {};
    const double strips = std::min(std::ceil(length_s / strip_s), static_cast<double>(most_strips));
    std::string text = "<div class=\"print-only\">";
    for (double i = 0.0; i < strips; i += 1.0) {
        const TimeWindow window{all.begin_s + i * length_s / strips,
                                all.begin_s + (i + 1.0) * length_s / strips};
        Plot plot = plot_of(trace, window, result);
        plot.panels.resize(3);
        plot.panels[0].height_px = 150.0;
        plot.panels[1].height_px = 50.0;
        plot.panels[2].height_px = 80.0;
        plot.read_out = false;
        plot.description = "A part of the drive";
        text += html_figure(svg_plot(plot), number_text(window.begin_s, 0) + " to " +
                                                number_text(window.end_s, 0) + "\u00a0s.");
    }
    return text + "</div>\n";
}

std::vector<PlotPoint> curve(const json& values, double first, double step) {
    std::vector<PlotPoint> points;
    if (!values.is_array()) return points;
    double x = first;
    for (const json& value : values) {
        if (value.is_number()) points.push_back({x, value.get<double>()});
        x += step;
    }
    return points;
}

std::string small_curve(const std::string& title, const std::string& x_title,
                        std::vector<PlotPoint> points, const char* colour) {
    Plot plot;
    plot.description = title;
    plot.width_px = 340.0;
    plot.x_title = x_title;
    plot.x_unit = "%";
    plot.read_out = false;
    PlotPanel panel;
    panel.title = title;
    panel.unit = "m/s²";
    panel.height_px = 170.0;
    panel.series.push_back({title, colour, LineStyle::solid, std::move(points)});
    plot.panels = {panel};
    return html_figure(svg_plot(plot), title + ".");
}

/// The base gear's pull over engine speed, one line for some of the accelerator positions.
std::string pull_figure(const json& learned) {
    const json& rows = member(learned, "pull_mps2");
    const json& accelerators = member(learned, "accelerators");
    if (!rows.is_array() || !accelerators.is_array()) return {};
    Plot plot;
    plot.description = "Pull over engine speed and accelerator";
    plot.width_px = 340.0;
    plot.x_title = "engine speed";
    plot.x_unit = "1/min";
    plot.read_out = false;
    PlotPanel panel;
    panel.title = "Pull";
    panel.unit = "m/s²";
    panel.height_px = 170.0;
    int number = 1;
    for (const std::size_t index : {std::size_t{0}, std::size_t{5}, std::size_t{12}}) {
        if (index >= accelerators.size()) break;
        PlotSeries series{number_text(accelerators[index].get<double>() * percent, 0) +
                              (index == 0 ? "\u00a0%" : ""),
                          "gear-" + std::to_string(number++),
                          LineStyle::solid,
                          {}};
        double rpm = 500.0;
        for (const json& row : rows) {
            if (row.is_array() && index < row.size() && row[index].is_number())
                series.points.push_back({rpm, row[index].get<double>()});
            rpm += 250.0;
        }
        panel.series.push_back(std::move(series));
    }
    plot.panels = {panel};
    return html_figure(svg_plot(plot), "Acceleration in gear " + member_text(learned, "base_gear") +
                                           " on top of rolling out, by accelerator position.");
}

std::string list_text(const json& values, int decimals) {
    std::string text;
    if (!values.is_array()) return text;
    for (const json& value : values) {
        if (!value.is_number()) continue;
        text += (text.empty() ? "" : ", ") + number_text(value.get<double>(), decimals);
    }
    return text;
}

}  // namespace

std::string cycle_figure(const json& result, const CycleTrace& trace) {
    if (trace.empty())
        return html_paragraph("The drive ended before the cycle began: there is nothing to plot.");
    Plot plot = plot_of(trace, whole(trace), result);
    plot.description = "Speed against target, pedals, gear and engine speed over the whole cycle";
    plot.zoom = true;
    add_phases(plot, result);
    const bool has_spans = !excursion_spans(result).empty();
    return html_figure(
               svg_plot(plot),
               std::string("The whole cycle; wheel and drag zoom, a double click shows all.") +
                   (has_spans ? " Red: outside the tolerance; yellow: so at full accelerator, "
                                "which excuses it."
                              : "")) +
           paper_strips(result, trace);
}

std::string learned_figures(const json& result) {
    const json& learned = member(result, "learned");
    if (!learned.is_object()) return html_paragraph("No robot has learned this car.");
    std::vector<Row> rows;
    rows.emplace_back("from", member_text(learned, "from"));
    rows.emplace_back("learning run", member_text(learned, "learning_s") + "\u00a0s");
    rows.emplace_back("idle speed", member_text(learned, "idle_rpm") + "\u00a01/min");
    rows.emplace_back(
        "clutch touches at",
        number_text(member_number(learned, "touch_pedal").value_or(0.0) * percent, 1) + "\u00a0%");
    rows.emplace_back("1/min for each km/h, by gear", list_text(member(learned, "rpm_per_kph"), 1));
    rows.emplace_back("pull of each gear, base gear = 1", list_text(member(learned, "gain"), 3));
    rows.emplace_back("rolling out, m/s² (1, v, v²)", list_text(member(learned, "coast_mps2"), 5));
    const double touch = member_number(learned, "touch_pedal").value_or(0.0) * percent;
    return "<div class=\"tables\">" + html_table("What the robot knows of the car", rows) +
           "</div>\n<div class=\"row\">" + pull_figure(learned) +
           small_curve("Slipping clutch, first gear", "clutch pedal",
                       curve(member(learned, "clutch_mps2"), touch, -1.0), "clutch") +
           small_curve("Brake", "brake pedal", curve(member(learned, "brake_mps2"), 0.0, 1.0),
                       "brake") +
           "</div>\n";
}

std::string paper_figures(const json& result, const CycleTrace& trace) {
    if (trace.empty()) return {};
    BenchLimits limits;
    constexpr double half_band = 0.03;
    limits.bite_point = member_number(member(result, "learned"), "touch_pedal").value_or(0.6);
    limits.motion_clutch_low = limits.bite_point - half_band;
    limits.motion_clutch_high = limits.bite_point + half_band;
    const States start = first_start(trace, limits.bite_point);
    Plot plot;
    plot.description = "Target and driven speed";
    plot.x_title = "time";
    plot.x_unit = "s";
    plot.x_axis = exact_axis(whole(trace).begin_s, whole(trace).end_s, 14);
    plot.panels = {speed_panel(trace, whole(trace), 200.0)};
    return "<h3>Figure 8: speed and throttle opening</h3>\n" + throttle_figure(as_states(trace)) +
           "<h3>Figure 9: the first start-off</h3>\n" + start_off_figure(start, limits) +
           "<h3>Figure 10: the first shifts</h3>\n" + shift_figures(start, limits) +
           "<h3>Figure 12: the speed that was asked for, and driven</h3>\n" +
           html_figure(svg_plot(plot), "Target and driven speed; the stripe is the tolerance.");
}

}  // namespace ghostcar::board
