// SPDX-License-Identifier: Apache-2.0
// A car on a road, driven by hand: what the vehicle tests share. They run at the top of the
// repository, where the vehicle files are.
#pragma once

#include <toml++/toml.h>
#include <string>
#include <utility>

#include "model/config/table_reader.h"
#include "model/world/world.h"

namespace ghostcar::tests {

inline model::LongitudinalParameters load_vehicle(const std::string& name) {
    const toml::table table = toml::parse_file("model/data/vehicles/" + name + ".toml");
    model::TableReader reader(table);
    return model::LongitudinalParameters::from_toml(reader);
}

struct Drive {
    explicit Drive(model::LongitudinalParameters parameters, model::Environment environment = {})
        : world(model::Longitudinal(std::move(parameters)), environment),
          state(world.initial()),
          car(state.car) {}

    explicit Drive(const std::string& name, model::Environment environment = {})
        : Drive(load_vehicle(name), environment) {}

    Drive(const Drive&) = delete;
    Drive& operator=(const Drive&) = delete;

    void tick() { world.step(state, controls); }

    void run(double seconds) {
        for (int left = static_cast<int>(seconds * 1000.0 + 0.5); left > 0; --left) {
            tick();
        }
    }

    /// Key turned until the engine runs, then let go; clutch pressed.
    void start_engine() {
        controls.clutch = 1.0;
        controls.key = model::Key::start;
        for (int i = 0; i < 3000 && car.engine != model::EngineMode::running; ++i) {
            tick();
        }
        controls.key = model::Key::on;
        run(2.0);
    }

    /// Moves the clutch pedal evenly.
    void clutch_to(double pedal, double seconds) {
        const double from = controls.clutch;
        const int ticks = static_cast<int>(seconds * 1000.0 + 0.5);
        for (int i = 1; i <= ticks; ++i) {
            controls.clutch = from + (pedal - from) * i / ticks;
            tick();
        }
        controls.clutch = pedal;
    }

    /// First gear (or reverse) in and away, gently.
    void pull_away(std::int64_t gear = 1) {
        controls.clutch = 1.0;
        controls.gear = gear;
        controls.accelerator = 0.25;
        run(0.3);
        clutch_to(0.62, 0.2);
        clutch_to(0.20, 3.0);
        clutch_to(0.0, 0.2);
    }

    [[nodiscard]] double rpm() const { return car.engine_speed_radps / model::radps_per_rpm; }
    [[nodiscard]] double kph() const { return car.speed_mps / model::mps_per_kph; }

    model::World world;
    model::WorldState state;
    model::LongitudinalState& car;
    model::Controls controls;
};

}  // namespace ghostcar::tests
