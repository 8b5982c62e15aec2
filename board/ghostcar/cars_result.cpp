// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/cars_result.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "board/ghostcar/report/text.h"
#include "board/ghostcar/words.h"
#include "model/judge/verdict.h"

namespace ghostcar::board {
namespace {

using model::CarOut;

template <typename Value>
Json optional_json(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

/// A car's own outcome in a race that came to its end.
rt_core::Outcome outcome_of(const model::Verdict& verdict, CarOut out) {
    if (verdict.kind == model::VerdictKind::passed) return rt_core::Outcome::finished;
    switch (out) {
        case CarOut::no:
            return rt_core::Outcome::finished;  // the time was over
        case CarOut::damage:
        case CarOut::controller_value:
            return rt_core::Outcome::violation;
        case CarOut::controller_ended:
        case CarOut::controller_silent:
            return rt_core::Outcome::aborted;
    }
    return rt_core::Outcome::invalid;
}

/// The judge's words and the controller's.
std::string message_of(const model::Verdict& verdict, const CarNote& note) {
    std::string message = verdict.message;
    const bool judged = verdict.kind != model::VerdictKind::none;
    if (!note.words.empty()) message = judged ? message + "; " + note.words : note.words;
    return note.trouble.empty() ? message : message + "; " + note.trouble;
}

void add_race_results(Json& cars, const model::RaceJudge& judge, const RunEnd& end) {
    const bool to_the_end = end.state.session.outcome == rt_core::Outcome::finished;
    const std::vector<model::Verdict> verdicts = judge.verdicts(end.drives);
    const std::vector<model::RacePlace> places = judge.places(end.drives);
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const model::Verdict& verdict = verdicts[i];
        const CarNote note = end.car_notes.empty() ? CarNote{} : end.car_notes[i];
        const bool arrived = verdict.kind == model::VerdictKind::passed;
        const bool out = end.cars[i].out != CarOut::no;
        cars[i]["place"] = optional_json(places[i].place);
        cars[i]["arrival"] = optional_json(places[i].arrival);
        cars[i]["outcome"] =
            outcome_word(to_the_end || arrived || out ? outcome_of(verdict, end.cars[i].out)
                                                      : end.state.session.outcome);
        cars[i]["verdict"] = model::verdict_text(verdict.kind);
        cars[i]["score"] = optional_json(verdict.score);
        cars[i]["message"] = message_of(verdict, note);
        Json figures = Json::object();
        for (const model::Figure& figure : verdict.figures) figures[figure.name] = figure.value;
        cars[i]["judge"] = figures;
    }
}

}  // namespace

std::string car_out_words(CarOut out) {
    switch (out) {
        case CarOut::no:
            return "";
        case CarOut::damage:
            return "the car is out: too much damage";
        case CarOut::controller_ended:
        case CarOut::controller_silent:
        case CarOut::controller_value:
            return "the car is out: its controller failed";
    }
    return "";
}

Json cars_json(const Configuration& configuration, const RunEnd& end) {
    Json cars = Json::array();
    for (std::size_t i = 0; i < end.cars.size(); ++i) {
        const model::RoadCarState& state = end.cars[i];
        cars.push_back({{"vehicle", configuration.world.road()->cars()[i].car.parameters().name},
                        {"laps", state.laps},
                        {"distance_m", state.car.drive.distance_m},
                        {"along_m", state.place.along_m},
                        {"offset_m", state.place.offset_m},
                        {"speed_kph", state.car.drive.speed_mps / model::mps_per_kph},
                        {"damage", state.damage},
                        {"stalls", state.car.drive.stalls},
                        {"blocked_shifts", state.car.drive.blocked_shifts},
                        {"out", state.out != CarOut::no}});
        if (end.car_notes.empty() || end.car_notes[i].controller.is_null()) continue;
        cars.back()["message"] =
            end.car_notes[i].words.empty() ? car_out_words(state.out) : end.car_notes[i].words;
        cars.back()["controller"] = end.car_notes[i].controller;
    }
    if (const model::RaceJudge* judge = configuration.judge.race())
        add_race_results(cars, *judge, end);
    return cars;
}

std::string race_card(const Json& result) {
    if (result["kind"] != "race") return "";
    constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();
    struct Line {
        std::int64_t place;
        std::string text;
    };
    std::vector<Line> lines;
    for (std::size_t i = 0; i < result["cars"].size(); ++i) {
        const Json& car = result["cars"][i];
        const bool placed = car["place"].is_number();
        lines.push_back(
            {placed ? car["place"].get<std::int64_t>() : last,
             "  " + (placed ? car["place"].dump() + ". " : std::string("-  ")) + "car " +
                 std::to_string(i + 1) + ", " + car["vehicle"].get<std::string>() + ": " +
                 (placed ? short_number_text(car["score"].get<double>()) + ", " : std::string()) +
                 car["message"].get<std::string>() + "\n"});
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.place < b.place; });
    std::string card;
    for (const Line& line : lines) card += line.text;
    return card;
}

}  // namespace ghostcar::board
