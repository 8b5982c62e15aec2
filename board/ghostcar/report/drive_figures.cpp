// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <limits>

#include "board/ghostcar/report/bench_figures.h"
#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/svg_plot.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

std::string_view phase_text(rt_core::Phase phase) {
    static constexpr std::array<std::string_view, 9> words{"configure", "ready",  "countdown",
                                                           "running",   "paused", "finished",
                                                           "results",   "fault",  "aborted"};
    const auto index = static_cast<std::size_t>(phase);
    return index < words.size() ? words[index] : "unknown phase";
}

/// Where the session, the engine and the gearbox did something.
std::vector<PlotMark> drive_marks(const States& states) {
    std::vector<PlotMark> marks;
    for (std::size_t index = 1; index < states.size(); ++index) {
        const rt_core::State& before = states[index - 1];
        const rt_core::State& now = states[index];
        if (now.session.phase != before.session.phase) {
            marks.push_back({time_s(now), std::string(phase_text(now.session.phase))});
        }
        const model::EngineMode engine = now.world.car.engine;
        if (engine == before.world.car.engine) continue;
        if (engine == model::EngineMode::running) marks.push_back({time_s(now), "engine runs"});
        if (engine == model::EngineMode::stalled) marks.push_back({time_s(now), "stalled"});
    }
    if (const auto motion = motion_begin(states)) marks.push_back({motion->time_s, "moves off"});
    for (const Shift& shift : completed_shifts(states)) {
        marks.push_back(
            {shift.time.begin_s, gear_text(shift.from_gear) + "\u2192" + gear_text(shift.to_gear)});
    }
    return marks;
}

/// The first sample comes a few ticks after 0; the axis begins at 0 all the same.
PlotAxis drive_axis(const TimeWindow& window, int most_steps) {
    const bool from_start = window.begin_s < 0.01 * window.end_s;
    return exact_axis(from_start ? 0.0 : window.begin_s, window.end_s, most_steps);
}

PlotPanel speed_panel(const States& states, const TimeWindow& window) {
    PlotPanel panel;
    panel.title = "Speed";
    panel.unit = "km/h";
    panel.series.push_back(
        {"speed", "speed", LineStyle::solid, over_time(states, speed_kph, window)});
    return panel;
}

/// One line per gear, with gaps where another gear was in.
std::vector<PlotSeries> speed_by_gear(const States& states) {
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    std::vector<PlotSeries> all;
    for (std::int64_t gear = 1; gear <= 6; ++gear) {
        const std::string number = std::to_string(gear);
        // Said once, the word leaves room for six gears in the legend.
        PlotSeries series{
            all.empty() ? "gear " + number : number, "gear-" + number, LineStyle::solid, {}};
        bool drawn = false;
        for (const rt_core::State& state : states) {
            if (state.world.car.gear == gear) {
                series.points.push_back({accelerator_percent(state), speed_kph(state)});
                drawn = true;
            } else if (drawn) {
                series.points.push_back({gap, gap});
                drawn = false;
            }
        }
        if (!series.points.empty()) all.push_back(std::move(series));
    }
    return all;
}

}  // namespace

std::string drive_figure(const States& states) {
    const TimeWindow window = whole_drive(states);
    Plot plot;
    plot.description = "Speed, engine speed, gear and pedals over the whole drive";
    plot.x_title = "time";
    plot.x_unit = "s";
    plot.x_axis = drive_axis(window, 14);
    plot.marks = drive_marks(states);

    PlotPanel engine;
    engine.title = "Engine speed";
    engine.unit = "1/min";
    engine.series.push_back(
        {"engine speed", "engine", LineStyle::solid, over_time(states, engine_speed_rpm, window)});

    PlotPanel gear;
    gear.title = "Engaged gear (0 is neutral)";
    gear.height_px = 70.0;
    gear.smallest_step = 1.0;
    gear.series.push_back(
        {"gear", "gear", LineStyle::stepped, over_time(states, engaged_gear, window)});

    PlotPanel pedals;
    pedals.title = "Pedals";
    pedals.unit = "%";
    pedals.height_px = 120.0;
    pedals.y_axis = round_axis(0.0, 100.0, 5);
    pedals.series.push_back({"accelerator", "throttle", LineStyle::solid,
                             over_time(states, accelerator_percent, window)});
    pedals.series.push_back(
        {"clutch", "clutch", LineStyle::solid, over_time(states, clutch_percent, window)});
    pedals.series.push_back(
        {"brake", "brake", LineStyle::dashed, over_time(states, brake_percent, window)});

    plot.panels = {speed_panel(states, window), engine, gear, pedals};
    return html_figure(svg_plot(plot),
                       "The whole drive. Vertical lines: what the session, the engine and the "
                       "gearbox did; a shift is marked where its clutch pedal went down.");
}

std::string throttle_figure(const States& states) {
    const TimeWindow window = whole_drive(states);
    Plot over_time_plot;
    over_time_plot.description = "Speed and throttle opening over time";
    over_time_plot.width_px = 560.0;
    over_time_plot.x_title = "time";
    over_time_plot.x_unit = "s";
    over_time_plot.x_axis = drive_axis(window, 9);
    PlotPanel throttle;
    throttle.title = "Throttle opening";
    throttle.unit = "%";
    throttle.series.push_back(
        {"throttle", "throttle", LineStyle::solid, over_time(states, accelerator_percent, window)});
    over_time_plot.panels = {speed_panel(states, window), throttle};

    Plot against;
    against.description = "Speed against throttle opening, one line per gear";
    against.width_px = 400.0;
    against.x_title = "throttle opening";
    against.x_unit = "%";
    against.read_out = false;
    PlotPanel panel = speed_panel(states, window);
    panel.height_px = 250.0;
    panel.series = speed_by_gear(states);
    double largest_opening = 0.0;
    for (const rt_core::State& state : states)
        largest_opening = std::max(largest_opening, accelerator_percent(state));
    against.x_axis = round_axis(0.0, largest_opening, 6);
    against.panels = {panel};

    return "<div class=\"pair\">" +
           html_figure(svg_plot(over_time_plot), "Speed and throttle opening over time.") +
           html_figure(svg_plot(against), "Speed against throttle opening, in each gear.") +
           "</div>\n";
}

}  // namespace ghostcar::board
