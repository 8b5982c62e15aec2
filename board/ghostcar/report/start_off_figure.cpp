// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "board/ghostcar/report/bench_figures.h"
#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/svg_plot.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

constexpr double before_s = 3.0;
constexpr double after_s = 4.0;

}  // namespace

std::string start_off_figure(const States& states, const BenchLimits& limits) {
    const auto motion = motion_begin(states);
    if (!motion) return html_paragraph("The car never moved: there is no start-off to show.");
    const TimeWindow drive = whole_drive(states);
    const TimeWindow window{std::max(drive.begin_s, motion->time_s - before_s),
                            std::min(drive.end_s, motion->time_s + after_s)};
    Plot plot;
    plot.description = "Throttle, clutch pedal and speed around the start-off";
    plot.x_title = "time";
    plot.x_unit = "s";
    plot.x_axis = exact_axis(window.begin_s, window.end_s, 14);
    const std::string time_words = number_text(motion->time_s, 2) + "\u00a0s";
    plot.marks = {{motion->time_s, "motion begins, " + time_words}};

    PlotPanel pedals;
    pedals.title = "Throttle and clutch pedal";
    pedals.unit = "%";
    pedals.height_px = 190.0;
    pedals.y_axis = round_axis(0.0, 100.0, 5);
    pedals.series.push_back(
        {"throttle", "throttle", LineStyle::solid, over_time(states, accelerator_percent, window)});
    pedals.series.push_back(
        {"clutch", "clutch", LineStyle::solid, over_time(states, clutch_percent, window)});
    const double low_percent = limits.motion_clutch_low * 100.0;
    const double high_percent = limits.motion_clutch_high * 100.0;
    const std::string band_words =
        number_text(low_percent, 0) + "\u2013" + number_text(high_percent, 0) + "\u00a0%";
    pedals.bands = {{low_percent, high_percent, "bite point " + band_words}};
    const double clutch_at_motion_percent = motion->clutch * 100.0;
    const std::string clutch_words = number_text(clutch_at_motion_percent, 1) + "\u00a0%";
    pedals.dots = {{motion->time_s, clutch_at_motion_percent, clutch_words}};

    PlotPanel speed;
    speed.title = "Speed";
    speed.unit = "km/h";
    speed.series.push_back(
        {"speed", "speed", LineStyle::solid, over_time(states, speed_kph, window)});

    plot.panels = {pedals, speed};
    return html_figure(svg_plot(plot), "Motion (more than 0.1\u00a0km/h) begins at " + time_words +
                                           " with the clutch pedal at " + clutch_words +
                                           "; the bite point is expected at " + band_words + ".");
}

}  // namespace ghostcar::board
