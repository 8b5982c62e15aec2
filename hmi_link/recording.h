// SPDX-License-Identifier: Apache-2.0
// What a recording (run.mcap) consists of, for the recorder that writes it and the reader that
// replays it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "model/world/road_car_state.h"
#include "rt_core/inputs.h"

namespace ghostcar::hmi_link {

/// Everything a replay needs beside the ticks: the files' texts, not their names, so that a
/// recording replays on a machine that has none of them.
struct RecordingHeader {
    std::string session_name;
    std::string session_toml;
    std::string vehicle_toml;
    std::string board_toml;
    std::string ghostcar_version;
    std::uint64_t seed = 1;
    std::map<std::string, std::string> other;  // further texts by name
};

struct RecordedTick {
    std::int64_t tick = 0;
    rt_core::Inputs inputs;
    std::uint64_t state_hash = 0;
};

/// Written when they change, before the tick in which they do.
struct RecordedCarInputs {
    std::int64_t tick = 0;
    std::uint64_t index = 0;  // among the cars with a controller of their own
    model::CarInputs inputs;
};

struct RecordedCar {
    std::int64_t tick = 0;
    std::uint64_t index = 0;
    model::RoadCarState state;
};

constexpr std::string_view cars_topic = "/cars";  // only on a track
constexpr std::string_view car_inputs_topic = "/car_inputs";
constexpr std::string_view inputs_topic = "/inputs";
constexpr std::string_view state_topic = "/state";
constexpr std::string_view header_metadata = "ghostcar";   // written first
constexpr std::string_view end_metadata = "ghostcar.end";  // written at an orderly end
constexpr std::uint64_t tick_ns = 1'000'000;

}  // namespace ghostcar::hmi_link
