// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/result.h"

#include <algorithm>
#include <vector>

#include "board/ghostcar/cars_result.h"
#include "board/ghostcar/cycle/cycle_result.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/report/figure_label.h"
#include "board/ghostcar/report/text.h"
#include "board/ghostcar/version.h"
#include "board/ghostcar/wire_result.h"
#include "board/ghostcar/words.h"
#include "model/judge/verdict.h"

namespace ghostcar::board {
namespace {

Json percentiles(const rt_core::Histogram& histogram) {
    return {{"p50", histogram.percentile_us(0.5)},
            {"p99", histogram.percentile_us(0.99)},
            {"p99_9", histogram.percentile_us(0.999)},
            {"max", histogram.max_us()}};
}

/// What the judge held the drive against, by the names of the session's keys.
Json limits_json(const model::BenchJudge::Limits& limits) {
    return {{"bite_point", limits.bite_point},
            {"motion_clutch_low", limits.motion_clutch_low},
            {"motion_clutch_high", limits.motion_clutch_high},
            {"shift_speed_change_kph", limits.shift_speed_change_kph},
            {"shifts_expected", limits.shifts_expected}};
}

/// On a track nothing is judged: how far the first car came, and in what state.
model::Verdict drive_verdict(const model::RoadCarState& car) {
    model::Verdict verdict;
    verdict.message = car.out != model::CarOut::no ? car_out_words(car.out) : "driven";
    verdict.figures = {{"distance_m", car.car.drive.distance_m},
                       {"laps", static_cast<double>(car.laps)},
                       {"damage", car.damage}};
    return verdict;
}

model::Verdict judged(const Configuration& configuration, const RunEnd& end) {
    if (const model::BenchJudge* judge = configuration.judge.bench())
        return judge->verdict(end.state.judge.bench);
    if (const model::CruiseJudge* judge = configuration.judge.cruise())
        return judge->verdict(end.state.judge.cruise);
    if (const model::FollowJudge* judge = configuration.judge.follow())
        return judge->verdict(end.state.judge.follow);
    if (const model::ParkJudge* judge = configuration.judge.park())
        return judge->verdict(end.state.judge.park);
    if (const model::RaceJudge* judge = configuration.judge.race())
        return judge->verdict(end.state.judge.race);
    if (end.cycle) return end.cycle->verdict;
    if (configuration.cycle) return {};  // ended before its first moment
    if (end.cars.empty()) {              // driven over the bus, judged by nobody
        model::Verdict verdict;
        verdict.message = "driven";
        verdict.figures = {{"distance_m", end.state.world.car.distance_m}};
        return verdict;
    }
    return drive_verdict(end.cars.front());
}

/// A run that did not finish has no verdict, whatever the judge has seen so far.
model::Verdict verdict_of(const Configuration& configuration, const RunEnd& end) {
    model::Verdict verdict = judged(configuration, end);
    const rt_core::SessionState& session = end.state.session;
    const bool judged_to_the_end =
        session.outcome == rt_core::Outcome::finished ||
        (session.outcome == rt_core::Outcome::violation && session.latched_faults == 0);
    if (judged_to_the_end) return verdict;
    verdict.kind = model::VerdictKind::none;
    verdict.score.reset();
    if (session.latched_faults != 0)
        verdict.message = end.controller_words.empty() ? fault_words(session.latched_faults)
                                                       : end.controller_words;
    else if (session.outcome == rt_core::Outcome::aborted)
        verdict.message = "stopped by the operator";
    else
        verdict.message = end.loop_error.empty() ? "the loop ended early" : end.loop_error;
    return verdict;
}

/// The robot and the drivers of a track's cars decide inside the tick: they cannot miss a period,
/// and their time is not told apart from the tick's.
Json built_in_driver_json(const RunEnd& end) {
    return {{"periods", end.state.session.running_ticks},
            {"missed", 0},
            {"spend_us", {{"p50", nullptr}, {"p99", nullptr}, {"max", nullptr}}}};
}

/// Which lot it was; the heading is that of a car that is parked the right way round.
Json parking_json(const model::ParkingGoal& goal) {
    return {{"lot", goal.lot},         {"direction", goal.tail_first ? "tail" : "nose"},
            {"along_m", goal.along_m}, {"x_m", goal.x_m},
            {"y_m", goal.y_m},         {"heading_deg", goal.heading_rad * 180.0 / model::pi}};
}

}  // namespace

Json result_json(const Configuration& configuration, const RunEnd& end,
                 const rt_core::Timing& timing) {
    const model::Verdict verdict = verdict_of(configuration, end);
    Json judge = Json::object();
    for (const model::Figure& figure : verdict.figures) judge[figure.name] = figure.value;
    if (end.cycle) judge = cycle_judge_json(*configuration.cycle, *end.cycle);
    std::string message = verdict.message;
    if (!end.trouble.empty()) message += "; " + end.trouble;
    Json result{
        {"session", configuration.source.session_name},
        {"title", configuration.title},
        {"kind", configuration.kind},
        {"vehicle", configuration.world.road() == nullptr
                        ? configuration.source.vehicle_name
                        : configuration.world.road()->cars().front().car.parameters().name},
        {"board", configuration.source.board_name},
        {"pace", end.pace.text()},
        {"started_at", end.started_at},
        {"outcome", outcome_word(end.state.session.outcome)},
        {"verdict", model::verdict_text(verdict.kind)},
        {"score", verdict.score ? Json(*verdict.score) : Json(nullptr)},
        {"message", message},
        {"replayable", end.replayable},
        {"realtime", end.realtime},
        {"ticks", end.state.tick},
        {"sim_time_s", static_cast<double>(end.state.tick) / 1000.0},
        {"state_hash", hex_word(end.state_hash)},
        {"inputs_hash", hex_word(end.inputs_hash)},
        {"seed", configuration.source.seed},
        {"ghostcar_version", version},
        {"controller", end.controller.is_null() ? built_in_driver_json(end) : end.controller},
        {"timing",
         {{"wake_us", percentiles(timing.wake)},
          {"tick_us", percentiles(timing.tick)},
          {"overruns", timing.overruns.load()},
          {"page_faults", timing.page_faults.load()}}},
        {"link", end.link},
        {"judge", judge},
    };
    if (const model::BenchJudge* bench = configuration.judge.bench())
        result["limits"] = limits_json(bench->limits());
    if (const model::ParkJudge* park = configuration.judge.park())
        result["park"] = parking_json(park->goal());
    if (configuration.bench) result["wires"] = wires_json(*configuration.bench);
    if (configuration.cycle) {
        result["cycle"] = configuration.source.cycle_name;
        result["learned"] = learned_json(*configuration.cycle, configuration.source.learned.path);
    }
    if (!end.can.is_null()) result["can"] = end.can;
    if (configuration.world.road() != nullptr) {
        result["track"] = configuration.source.track_name;
        result["cars"] = cars_json(configuration, end);
    }
    return result;
}

namespace {

/// A case for each expectation of a stimulus file.
std::vector<std::string> expectation_cases(const Json& result) {
    std::vector<std::string> cases;
    if (!result.contains("expectations")) return cases;
    for (const Json& expectation : result["expectations"]) {
        const std::string message = escaped(expectation["message"].get<std::string>());
        std::string xml = "  <testcase classname=\"" +
                          escaped(result["session"].get<std::string>()) + "\" name=\"" +
                          escaped(expectation["column"].get<std::string>()) + "\">\n";
        if (expectation["passed"] == false)
            xml += "    <failure type=\"expectation\" message=\"" + message + "\"/>\n";
        cases.push_back(xml + "    <system-out>" + message + "</system-out>\n  </testcase>\n");
    }
    return cases;
}

}  // namespace

std::string junit_xml(const Json& result) {
    const bool passed = exit_code_of(result) == exit_passed;
    const std::string session = escaped(result["session"].get_ref<const std::string&>());
    const std::string message = escaped(result["message"].get_ref<const std::string&>());
    const std::vector<std::string> expectations = expectation_cases(result);
    const auto failed = std::count_if(
        expectations.begin(), expectations.end(),
        [](const std::string& one) { return one.find("<failure") != std::string::npos; });
    std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    xml += "<testsuite name=\"ghostcar\" tests=\"" + std::to_string(1 + expectations.size()) +
           "\" failures=\"" + std::to_string(failed + (passed ? 0 : 1)) + "\" time=\"" +
           result["sim_time_s"].dump() + "\">\n";
    xml += "  <testcase classname=\"" + escaped(result["kind"].get_ref<const std::string&>()) +
           "\" name=\"" + session + "\" time=\"" + result["sim_time_s"].dump() + "\">\n";
    if (!passed)
        xml += "    <failure type=\"" + escaped(result["outcome"].get_ref<const std::string&>()) +
               "\" message=\"" + message + "\"/>\n";
    else if (result["verdict"] == "none")
        xml += "    <skipped message=\"" + message + "\"/>\n";
    xml += "    <system-out>" + message + "</system-out>\n  </testcase>\n";
    for (const std::string& one : expectations) xml += one;
    return xml + "</testsuite>\n";
}

std::string result_card(const Json& result, const std::string& folder) {
    constexpr std::size_t column = 38;
    const auto row = [](const std::string& name, const std::string& value) {
        const std::size_t width = visible_length(name);
        return "  " + name + std::string(width < column ? column - width : 1, ' ') + value + "\n";
    };
    const auto microseconds = [](const Json& value) {
        return short_number_text(value.get<double>()) + " µs";
    };
    std::string card = result["session"].get<std::string>() + ": " +
                       result["outcome"].get<std::string>() + ", verdict " +
                       result["verdict"].get<std::string>() + ": " +
                       result["message"].get<std::string>() + "\n";
    card += race_card(result);
    if (result["score"].is_number())
        card += row("score (less is better)", short_number_text(result["score"].get<double>()));
    if (result.contains("park"))  // perhaps the seed has drawn it
        card += row("lot", result["park"]["lot"].dump() + ", " +
                               result["park"]["direction"].get<std::string>() + " first");
    for (const auto& [name, value] : result["judge"].items()) {
        if (!value.is_number()) continue;
        const FigureLabel label = figure_label(name);
        card += row(label.words, short_number_text(value.get<double>()) +
                                     (label.unit.empty() ? "" : " " + label.unit));
    }
    card += row("simulated time", result["sim_time_s"].dump() + " s");
    card += row("state hash", result["state_hash"]);
    const Json& timing = result["timing"];
    if (result["pace"] != "fast")
        card += row("wake-up", "p99 " + microseconds(timing["wake_us"]["p99"]) + ", max " +
                                   microseconds(timing["wake_us"]["max"]) + ", overruns " +
                                   timing["overruns"].dump() + ", page faults " +
                                   timing["page_faults"].dump() +
                                   (result["realtime"] == true ? "" : " (not real-time)"));
    if (const Json& driver = result["controller"]; driver.contains("kind"))
        card += row("controller", driver["periods"].dump() + " periods, " +
                                      driver["missed"].dump() + " missed, " +
                                      driver["clamped"].dump() + " clamped, in user code p50 " +
                                      microseconds(driver["spend_us"]["p50"]) + ", max " +
                                      microseconds(driver["spend_us"]["max"]));
    return folder.empty() ? card : card + row("report", folder + "/report.html");
}

std::string text_of(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

int exit_code_of(const Json& result) {
    return result["outcome"] == "finished" && result["verdict"] != "failed" ? exit_passed
                                                                            : exit_failed;
}

}  // namespace ghostcar::board
