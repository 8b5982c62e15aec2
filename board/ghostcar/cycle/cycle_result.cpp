// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/cycle/cycle_result.h"

#include <array>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "board/ghostcar/drive_indices_json.h"

namespace ghostcar::board {
namespace {

template <std::size_t N>
Json list(const std::array<double, N>& values, std::size_t count) {
    Json json = Json::array();
    for (std::size_t i = 0; i < count; ++i) json.push_back(values[i]);
    return json;
}

Json leg_json(const model::LegFigures& leg) {
    return {{"presses", leg.presses},
            {"reversals", leg.reversals},
            {"travel_strokes", leg.travel},
            {"largest_speed_per_s", leg.largest_speed_per_s},
            {"rms_acceleration_per_s2", leg.rms_acceleration_per_s2}};
}

Json excursion_json(const model::CausedExcursion& item) {
    return {{"from_s", item.excursion.from_s},
            {"duration_s", item.excursion.duration_s},
            {"worst_kph", item.excursion.worst_kph},
            {"cause", model::cause_text(item.cause)},
            {"counts", item.counts}};
}

Json phase_json(const model::PhaseFigures& phase) {
    Json json{{"name", phase.name}, {"from_s", phase.from_s}, {"to_s", phase.to_s}};
    json.update(indices_json(phase.indices));
    json["verdict"] = model::verdict_text(phase.verdict);
    return json;
}

/// Fixed notation with `decimals` digits (at most 9), by integers: a long drive has a million
/// numbers.
void append(std::string& text, double value, int decimals) {
    std::int64_t scale = 1;
    for (int i = 0; i < decimals; ++i) scale *= 10;
    auto rounded =
        static_cast<std::int64_t>(value * static_cast<double>(scale) + (value < 0.0 ? -0.5 : 0.5));
    const bool negative = rounded < 0;
    if (negative) rounded = -rounded;
    std::array<char, 32> digits{};
    std::size_t at = digits.size();
    for (int place = 0; place <= decimals || rounded > 0; ++place) {
        if (place == decimals && place > 0) digits[--at] = '.';
        digits[--at] = static_cast<char>('0' + rounded % 10);
        rounded /= 10;
    }
    if (negative) digits[--at] = '-';
    text.append(digits.data() + at, digits.size() - at);
}

}  // namespace

Json cycle_judge_json(const CycleSession& session, const model::CycleFigures& figures) {
    Json json = indices_json(figures.indices);
    for (const model::Figure& figure : figures.verdict.figures) json[figure.name] = figure.value;
    const std::array<std::string_view, 3> names{"accelerator", "brake", "clutch"};
    for (std::size_t i = 0; i < names.size(); ++i) json[names[i]] = leg_json(figures.legs[i]);
    json["driven_s"] = figures.driven_s;
    json["cycle_s"] = figures.cycle_s;
    json["phases"] = Json::array();
    for (const model::PhaseFigures& phase : figures.phases)
        json["phases"].push_back(phase_json(phase));
    json["excursion_list"] = Json::array();
    for (const model::CausedExcursion& item : figures.excursions)
        json["excursion_list"].push_back(excursion_json(item));
    json["as_driven"] = indices_json(figures.as_driven);
    json["method"] = model::drive_trace_method;
    const model::CycleRules& rules = session.rules;
    json["tolerance_kph"] = rules.tolerance.kph;
    json["tolerance_s"] = rules.tolerance.s;
    json["f0_n"] = rules.load.f0_n;
    json["f1_n_per_mps"] = rules.load.f1_n_per_mps;
    json["f2_n_per_mps2"] = rules.load.f2_n_per_mps2;
    json["mass_kg"] = rules.load.mass_kg;
    return json;
}

Json learned_json(const CycleSession& session, const std::string& from) {
    const model::LearnedCar& car = session.learned;
    const auto gears = static_cast<std::size_t>(car.gears);
    const auto& pull = car.pull_mps2;
    Json rows = Json::array();
    for (const auto& row : pull) rows.push_back(list(row, row.size()));
    return {{"from", std::filesystem::path(from).filename().string()},
            {"learning_s", session.learning_s},
            {"idle_rpm", car.idle_rpm},
            {"touch_pedal", car.touch_pedal},
            {"rpm_per_kph", list(car.rpm_per_kph, gears)},
            {"base_gear", car.base_gear},
            {"gain", list(car.gain, gears)},
            {"drag_share", list(car.drag_share, gears)},
            {"coast_mps2", list(car.coast_mps2, car.coast_mps2.size())},
            {"clutch_mps2", list(car.clutch_mps2, car.clutch_mps2.size())},
            {"brake_mps2", list(car.brake_mps2, car.brake_mps2.size())},
            {"accelerators",
             list(model::LearnedCar::accelerators, model::LearnedCar::accelerators.size())},
            {"pull_mps2", rows}};
}

CycleTrace trace_of(const CycleLog& log) {
    const std::vector<std::size_t> rows = log.rows();
    CycleTrace trace;
    trace.reserve(rows.size());
    for (const std::size_t i : rows) {
        const model::DriveSample& sample = log[i];
        trace.push_back({static_cast<double>(i) * log.period_s(), sample.driven_kph,
                         sample.target_kph, static_cast<double>(sample.low_kph),
                         static_cast<double>(sample.high_kph),
                         static_cast<double>(sample.accelerator), static_cast<double>(sample.brake),
                         static_cast<double>(sample.clutch), static_cast<double>(sample.gear),
                         static_cast<double>(sample.engine_rpm)});
    }
    return trace;
}

std::string trace_csv(const CycleTrace& trace) {
    std::string text =
        "t_s,v_kph,target_kph,low_kph,high_kph,accelerator,brake,clutch,gear,engine_rpm\n";
    constexpr std::size_t row_bytes = 80;
    text.reserve(trace.size() * row_bytes);
    for (const CycleMoment& moment : trace) {
        append(text, moment.t_s, 2);
        for (const double speed :
             {moment.v_kph, moment.target_kph, moment.low_kph, moment.high_kph}) {
            text += ',';
            append(text, speed, 3);
        }
        for (const double pedal : {moment.accelerator, moment.brake, moment.clutch}) {
            text += ',';
            append(text, pedal, 4);
        }
        text += ',';
        append(text, moment.gear, 0);
        text += ',';
        append(text, moment.engine_rpm, 0);
        text += '\n';
    }
    return text;
}

}  // namespace ghostcar::board
