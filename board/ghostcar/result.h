// SPDX-License-Identifier: Apache-2.0
// What a run leaves behind for programs: result.json, timing.json, junit.xml; and for people: the
// result card.
#pragma once

#include <string>

#include "board/ghostcar/configuration.h"
#include "board/ghostcar/json.h"
#include "rt_core/heart.h"
#include "rt_core/pace.h"
#include "rt_core/state.h"

namespace ghostcar::board {

/// What there is to say of the controller of one of several cars.
struct CarNote {
    Json controller;      // how it kept time; null: the car has none of its own
    std::string words;    // "" or how it failed
    std::string trouble;  // "" or what went wrong on the way
};

/// What is known when the loop has ended.
struct RunEnd {
    rt_core::State state;
    std::vector<model::RoadCarState> cars;        // of a session on a track
    std::vector<model::CruiseJudgeState> drives;  // of a race: what is judged of each car
    std::vector<CarNote> car_notes;               // by car, where cars have controllers
    std::optional<model::CycleFigures> cycle;     // of a drive cycle
    std::uint64_t state_hash = 0;
    std::uint64_t inputs_hash = 0;
    rt_core::Pace pace;
    bool realtime = false;    // hard real time was granted, and was the pace
    bool replayable = false;  // every tick is in the recording
    std::string trouble;      // "" or what went wrong beside the drive (the recorder failed …)
    std::string loop_error;   // "" or why the clock ended the loop
    std::string started_at;
    Json link = Json::object();    // what the stream sent and what became of commands
    Json controller;               // how whoever drives kept time; null without a controller
    std::string controller_words;  // "" or what a controller ended the run by
    Json can;                      // null without a bus; otherwise what each bus and message saw
};

[[nodiscard]] Json result_json(const Configuration& configuration, const RunEnd& end,
                               const rt_core::Timing& timing);
[[nodiscard]] Json timing_json(const RunEnd& end, const rt_core::RealtimeGrant& grant,
                               const rt_core::Timing& timing);
[[nodiscard]] std::string junit_xml(const Json& result);
/// Without a folder there is no report to name.
[[nodiscard]] std::string result_card(const Json& result, const std::string& folder);

/// As it is written; a name that is not UTF-8 does not spoil the rest.
[[nodiscard]] std::string text_of(const Json& json);

/// 0 or 1: did it pass, or was there nothing to pass?
[[nodiscard]] int exit_code_of(const Json& result);

}  // namespace ghostcar::board
