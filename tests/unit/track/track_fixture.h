// SPDX-License-Identifier: Apache-2.0
// Tracks for the tests: the shipped ones, and roads written in a few lines. The tests run at the
// top of the repository, where the track files are.
#pragma once

#include <toml++/toml.h>
#include <array>
#include <fstream>
#include <sstream>
#include <string>

#include "model/config/table_reader.h"
#include "model/track/track.h"

namespace ghostcar::tests {

inline constexpr std::array circuits{"oval",   "club",         "lakeside",
                                     "forest", "figure-eight", "mountain"};

inline std::string track_text(const std::string& name) {
    std::ifstream file("model/data/tracks/" + name + ".toml");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

inline model::Track track_from(const std::string& text) {
    const toml::table table = toml::parse(text, std::string_view("track.toml"));
    model::TableReader reader(table);
    return model::Track::from_toml(reader);
}

inline model::Track load_track(const std::string& name) {
    return track_from(track_text(name));
}

/// Everything but the segments: an even, level road, 8 m wide, without kerbs and barriers.
inline std::string plain_road(bool closed) {
    return std::string("name = \"Test\"\ndescription = \"\"\nclosed = ") +
           (closed ? "true" : "false") + R"(
start = {x_m = 0, y_m = 0, heading_deg = 0}
lanes = {count = 2, width_m = 3}
width = {station_m = [0], left_m = [4], right_m = [4]}
elevation = {station_m = [0], height_m = [0]}
cross_fall = {station_m = [0], left_rise_pct = [0]}
surface = [{name = "asphalt", friction = 1, rolling_resistance = 0, roughness_m = 0},
           {name = "kerb", friction = 0.9, rolling_resistance = 0.01, roughness_m = 0.01},
           {name = "grass", friction = 0.4, rolling_resistance = 0.1, roughness_m = 0.05}]
zones = {road = "asphalt", kerb = "kerb", verge = "grass"}
)";
}

}  // namespace ghostcar::tests
