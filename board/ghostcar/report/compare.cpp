// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/compare.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "board/ghostcar/report/figure_label.h"
#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/page.h"
#include "board/ghostcar/report/result_card.h"
#include "board/ghostcar/report/svg_plot.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

using nlohmann::json;

/// Every number of a judge's object by its path; lists are as long as the drive, and left out.
void collect(const json& value, const std::string& path, std::vector<std::string>& order,
             std::map<std::string, double>& numbers) {
    if (value.is_object()) {
        for (const auto& [key, inner] : value.items())
            collect(inner, path.empty() ? key : path + " " + key, order, numbers);
    } else if (value.is_number()) {
        if (std::find(order.begin(), order.end(), path) == order.end()) order.push_back(path);
        numbers[path] = value.get<double>();
    }
}

std::string figure_table(const ComparedRun& one, const ComparedRun& other) {
    std::vector<std::string> order;
    std::map<std::string, double> first;
    std::map<std::string, double> second;
    collect(member(one.result, "judge"), "", order, first);
    collect(member(other.result, "judge"), "", order, second);
    std::string text = "<table class=\"wide\"><thead><tr><th></th><th scope=\"col\">" +
                       escaped(one.name) + "</th><th scope=\"col\">" + escaped(other.name) +
                       "</th><th scope=\"col\">difference</th></tr></thead><tbody>\n";
    for (const std::string& path : order) {
        const FigureLabel label = figure_label(path);
        const bool both = first.contains(path) && second.contains(path);
        const auto cell = [](const std::map<std::string, double>& numbers, const std::string& key) {
            const auto found = numbers.find(key);
            return found == numbers.end() ? std::string() : short_number_text(found->second);
        };
        text += "<tr><th scope=\"row\">" + escaped(label.words) +
                (label.unit.empty() ? "" : ", " + escaped(label.unit)) + "</th><td>" +
                escaped(cell(first, path)) + "</td><td>" + escaped(cell(second, path)) +
                "</td><td>" + (both ? escaped(short_number_text(second[path] - first[path])) : "") +
                "</td></tr>\n";
    }
    return text + "</tbody></table>\n";
}

PlotPanel both_panel(const char* title, const char* unit, const ComparedRun& one,
                     const ComparedRun& other, double CycleMoment::*quantity, double tolerance,
                     double factor = 1.0) {
    constexpr TimeWindow all{-1e9, 1e9};
    PlotPanel panel;
    panel.title = title;
    panel.unit = unit;
    panel.most_points = PlotPanel::all_points;
    panel.series.push_back(
        {one.name, "speed", LineStyle::solid, column(one.trace, quantity, all, tolerance, factor)});
    panel.series.push_back({other.name, "other", LineStyle::solid,
                            column(other.trace, quantity, all, tolerance, factor)});
    return panel;
}

/// What is driven minus what is asked for, at the times of one trace.
std::vector<PlotPoint> errors(const CycleTrace& trace) {
    std::vector<PlotPoint> points;
    points.reserve(trace.size());
    for (const CycleMoment& moment : trace)
        points.push_back({moment.t_s, moment.v_kph - moment.target_kph});
    return simplified(points, 0.02);
}

std::string traces_figure(const ComparedRun& one, const ComparedRun& other) {
    if (one.trace.empty() || other.trace.empty())
        return html_paragraph("At least one of the runs has no trace: there is nothing to plot.");
    Plot plot;
    plot.description = "The traces of both runs over each other";
    plot.x_title = "time";
    plot.x_unit = "s";
    plot.zoom = true;
    PlotPanel speed = both_panel("Speed", "km/h", one, other, &CycleMoment::v_kph, 0.03);
    speed.height_px = 230.0;
    PlotPanel error;
    if (one.has_target && other.has_target) {
        constexpr TimeWindow all{-1e9, 1e9};
        const CycleTrace& longer = one.trace.size() >= other.trace.size() ? one.trace : other.trace;
        speed.areas.push_back({column(longer, &CycleMoment::low_kph, all, 0.03),
                               column(longer, &CycleMoment::high_kph, all, 0.03)});
        for (PlotPoint& point : speed.areas[0].low) point.y = std::max(point.y, 0.0);
        speed.series.insert(speed.series.begin(),
                            {"target", "target", LineStyle::dashed,
                             column(longer, &CycleMoment::target_kph, all, 0.03)});
        error.title = "Speed error";
        error.unit = "km/h";
        error.most_points = PlotPanel::all_points;
        error.series.push_back({one.name, "speed", LineStyle::solid, errors(one.trace)});
        error.series.push_back({other.name, "other", LineStyle::solid, errors(other.trace)});
    }
    plot.panels = {speed};
    if (!error.series.empty()) plot.panels.push_back(error);
    plot.panels.push_back(
        both_panel("Accelerator", "%", one, other, &CycleMoment::accelerator, 0.25, percent));
    plot.panels.push_back(both_panel("Brake", "%", one, other, &CycleMoment::brake, 0.25, percent));
    plot.panels.push_back(
        both_panel("Clutch", "%", one, other, &CycleMoment::clutch, 0.25, percent));
    PlotPanel gear = both_panel("Engaged gear", "", one, other, &CycleMoment::gear, 0.0);
    gear.height_px = 70.0;
    gear.smallest_step = 1.0;
    plot.panels.push_back(gear);
    plot.panels.push_back(
        both_panel("Engine speed", "1/min", one, other, &CycleMoment::engine_rpm, 4.0));
    return html_figure(svg_plot(plot), "Both runs; wheel and drag zoom, a double click shows all.");
}

}  // namespace

CycleTrace trace_of(const States& states) {
    CycleTrace trace;
    trace.reserve(states.size());
    for (const rt_core::State& state : states) {
        const model::Controls& controls = state.world.controls;
        trace.push_back({time_s(state), speed_kph(state), 0.0, 0.0, 0.0, controls.accelerator,
                         controls.brake, controls.clutch, engaged_gear(state),
                         engine_speed_rpm(state)});
    }
    return trace;
}

std::string compare_html(const ComparedRun& one, const ComparedRun& other) {
    return html_page("Ghostcar: " + one.name + " and " + other.name,
                     "<div class=\"row\">" + verdict_banner(one.result) +
                         verdict_banner(other.result) + "</div>\n" +
                         html_section("The traces", traces_figure(one, other)) +
                         html_section("The figures", figure_table(one, other)),
                     member_text(one.result, "ghostcar_version"));
}

}  // namespace ghostcar::board
