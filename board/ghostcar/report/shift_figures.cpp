// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/bench_figures.h"
#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/svg_plot.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

constexpr double before_shift_s = 1.0;
constexpr double after_shift_s = 2.0;

double or_default(const nlohmann::json& object, std::string_view key, double value) {
    return member_number(object, key).value_or(value);
}

/// Time counts from the moment the clutch pedal went down, so shifts can be compared.
PlotSeries from_shift_begin(const States& states, const Shift& shift, PlotSeries series,
                            Quantity quantity) {
    const double zero_s = shift.time.begin_s;
    series.points = over_time(states, quantity, {zero_s - before_shift_s, zero_s + after_shift_s});
    for (PlotPoint& point : series.points) point.x -= zero_s;
    return series;
}

std::string shift_figure(const States& states, const Shift& shift, const BenchLimits& limits) {
    const std::string name = gear_text(shift.from_gear) + "\u2192" + gear_text(shift.to_gear);
    const double duration_s = shift.time.end_s - shift.time.begin_s;
    Plot plot;
    plot.description = "Clutch pedal, gear and speed around the shift " + name;
    plot.width_px = 340.0;
    plot.x_title = "time from clutch down";
    plot.x_unit = "s";
    plot.x_axis = exact_axis(-before_shift_s, after_shift_s, 6);
    plot.marks = {{0.0, "begin"}, {duration_s, "end"}};

    PlotPanel clutch;
    clutch.title = "Clutch pedal";
    clutch.unit = "%";
    clutch.height_px = 100.0;
    clutch.y_axis = round_axis(0.0, percent, 4);
    clutch.bands = {
        {limits.motion_clutch_low * percent, limits.motion_clutch_high * percent, "bite point"}};
    clutch.series.push_back(from_shift_begin(
        states, shift, {"clutch", "clutch", LineStyle::solid, {}}, clutch_percent));

    PlotPanel gear;
    gear.title = "Engaged gear";
    gear.height_px = 60.0;
    gear.smallest_step = 1.0;
    gear.series.push_back(
        from_shift_begin(states, shift, {"gear", "gear", LineStyle::stepped, {}}, engaged_gear));

    PlotPanel speed;
    speed.title = "Speed";
    const double limit_kph = limits.shift_speed_change_kph;
    speed.unit = "km/h";
    speed.note = "stripe: \u00b1" + short_number_text(limit_kph);
    speed.height_px = 120.0;
    speed.include_zero = false;
    speed.bands = {{shift.begin_speed_kph - limit_kph, shift.begin_speed_kph + limit_kph, {}}};
    speed.series.push_back(
        from_shift_begin(states, shift, {"speed", "speed", LineStyle::solid, {}}, speed_kph));

    plot.panels = {clutch, gear, speed};
    return html_figure(svg_plot(plot), "Shift " + name + ": the speed changed by at most " +
                                           number_text(shift.largest_change_kph, 2) +
                                           "\u00a0km/h in " + number_text(duration_s, 2) +
                                           "\u00a0s.");
}

}  // namespace

BenchLimits bench_limits(const nlohmann::json& result) {
    const nlohmann::json& told = member(result, "limits");
    BenchLimits limits;
    limits.bite_point = or_default(told, "bite_point", limits.bite_point);
    limits.motion_clutch_low = or_default(told, "motion_clutch_low", limits.motion_clutch_low);
    limits.motion_clutch_high = or_default(told, "motion_clutch_high", limits.motion_clutch_high);
    limits.shift_speed_change_kph =
        or_default(told, "shift_speed_change_kph", limits.shift_speed_change_kph);
    return limits;
}

std::string shift_figures(const States& states, const BenchLimits& limits) {
    std::string figures;
    for (const Shift& shift : completed_shifts(states))
        figures += shift_figure(states, shift, limits);
    if (figures.empty()) return html_paragraph("No shift was completed: there is none to show.");
    return "<div class=\"row\">" + figures + "</div>\n" +
           html_paragraph(
               "A shift begins when the clutch pedal passes 5\u00a0% and ends when the new "
               "gear is engaged with the pedal back at the bite point (" +
               number_text(limits.bite_point * percent, 0) + "\u00a0%).");
}

}  // namespace ghostcar::board
