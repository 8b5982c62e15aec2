// SPDX-License-Identifier: Apache-2.0
// A session on a shipped track, written in a test.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "model/config/table_reader.h"
#include "model/world/road_session.h"

namespace ghostcar::tests {

inline model::CarParameters shipped_vehicle(const std::string& name) {
    const toml::table table = toml::parse_file("model/data/vehicles/" + name + ".toml");
    model::TableReader reader(table);
    return model::CarParameters::from_toml(reader);
}

inline model::Track shipped_track(const std::string& name) {
    const toml::table table = toml::parse_file("model/data/tracks/" + name + ".toml");
    model::TableReader reader(table);
    return model::Track::from_toml(reader);
}

/// One `[[car]]` table of a session.
inline std::string car_text(const std::string& driver, double along_m, double offset_m,
                            double speed_kph, const std::string& vehicle = "focus-2.0-mt") {
    std::string text = "[[car]]\nvehicle = \"" + vehicle + "\"\ndriver = \"" + driver +
                       "\"\nalong_m = " + std::to_string(along_m) +
                       "\noffset_m = " + std::to_string(offset_m) +
                       "\nspeed_kph = " + std::to_string(speed_kph) + "\n";
    if (driver == "line-follower") text += "target_offset_m = " + std::to_string(offset_m) + "\n";
    if (driver == "wires") text += "automatic = true\n";
    return text;
}

inline std::string environment_text(const std::string& weather = "dry", double wind_mps = 0.0,
                                    double wind_from_deg = 0.0) {
    return "[environment]\nweather = \"" + weather + "\"\nwind_mps = " + std::to_string(wind_mps) +
           "\nwind_from_deg = " + std::to_string(wind_from_deg) +
           "\n[road]\nlargest_damage = 10000.0\n";
}

inline model::RoadWorld world_of(const std::string& session, const std::string& track) {
    const toml::table table = toml::parse(session, std::string_view("session.toml"));
    model::TableReader reader(table);
    return model::road_world_from_toml(reader, shipped_track(track), shipped_vehicle);
}

/// A world and its cars, ticking.
class RoadDrive {
public:
    RoadDrive(const std::string& session, const std::string& track)
        : world(world_of(session, track)), cars(world.initial()) {}

    void tick() {
        world.decide(cars, wires);
        world.step(cars);
    }
    void run(double seconds) {
        for (int left = static_cast<int>(seconds * 1000.0 + 0.5); left > 0; --left) tick();
    }

    model::RoadWorld world;
    std::vector<model::RoadCarState> cars;
    model::Controls wires;
};

}  // namespace ghostcar::tests
