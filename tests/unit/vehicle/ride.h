// SPDX-License-Identifier: Apache-2.0
// The full car in the open, driven by hand: what the vehicle tests share. They run at the top of
// the repository, where the vehicle files are.
#pragma once

#include <toml++/toml.h>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "model/config/table_reader.h"
#include "model/vehicle/car.h"

namespace ghostcar::tests {

constexpr std::array<const char*, 6> shipped_cars{"focus-2.0-mt", "ford-escort", "bmw-320i",
                                                  "vw-vanagon",   "city-car",    "truck-7.5t"};

inline model::CarParameters load_car(const std::string& name) {
    const toml::table table = toml::parse_file("model/data/vehicles/" + name + ".toml");
    model::TableReader reader(table);
    return model::CarParameters::from_toml(reader);
}

struct Ride {
    explicit Ride(model::CarParameters parameters, double speed_mps = 0.0,
                  double step = model::Car::default_step_s)
        : car(std::move(parameters), step),
          step_s(step),
          state(car.initial(0.0, 0.0, 0.0, speed_mps)) {
        controls.key = model::Key::on;
    }

    explicit Ride(const std::string& name, double speed_mps = 0.0,
                  double step = model::Car::default_step_s)
        : Ride(load_car(name), speed_mps, step) {}

    void tick() { car.step(state, controls, automatic, ground); }

    void run(double seconds) {
        for (int left = static_cast<int>(seconds / step_s + 0.5); left > 0; --left) tick();
    }

    /// A gear in and the engine turning with the wheels, or idling.
    void set_gear(std::int64_t gear) {
        controls.gear = gear;
        state.drive.lever = gear;
        state.drive.gear = gear;
        car.set_running(state);
    }

    [[nodiscard]] double rpm() const {
        return state.drive.engine_speed_radps / model::radps_per_rpm;
    }
    [[nodiscard]] double kph() const { return state.motion.forward_mps / model::mps_per_kph; }
    [[nodiscard]] const model::CarParameters& parameters() const { return car.parameters(); }

    model::Car car;
    double step_s;
    model::CarState state;
    model::Controls controls;
    model::Ground ground;
    bool automatic = false;
};

/// The state word by word, for comparing bits.
inline std::array<std::uint64_t, sizeof(model::CarState) / 8> words_of(
    const model::CarState& state) {
    static_assert(sizeof(model::CarState) % 8 == 0);
    std::array<std::uint64_t, sizeof(model::CarState) / 8> words{};
    std::memcpy(words.data(), &state, sizeof(state));
    return words;
}

}  // namespace ghostcar::tests
