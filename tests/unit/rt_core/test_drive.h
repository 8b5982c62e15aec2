// SPDX-License-Identifier: Apache-2.0
// A whole drive for tests of the tick and the loop: the shipped car, a judge, and inputs that are
// a pure function of the tick number.
#pragma once

#include <toml++/toml.h>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "model/config/table_reader.h"
#include "model/judge/bench_judge.h"
#include "model/world/world.h"
#include "rt_core/ports.h"
#include "rt_core/session_config.h"
#include "rt_core/tick.h"

namespace ghostcar::tests {

inline model::LongitudinalParameters shipped_car() {
    const toml::table file = toml::parse_file("model/data/vehicles/focus-2.0-mt.toml");
    model::TableReader reader(file);
    return model::LongitudinalParameters::from_toml(reader);
}

inline model::World shipped_world() {
    return model::World(model::Longitudinal(shipped_car()), model::Environment{});
}

inline model::Judge bench_judge() {
    return model::Judge(model::BenchJudge(model::BenchJudge::Limits{0.6, 0.57, 0.63, 2.0, 3}));
}

/// Starts the engine, pulls away and then does something every few ticks: all kinds of pedal and
/// lever moves, without any claim to drive well. The same tick gives the same inputs, always.
class ScriptedDriver final : public rt_core::InputSource {
public:
    explicit ScriptedDriver(std::uint64_t seed = 1) : seed_(seed) {}

    void latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept override {
        model::Controls& controls = inputs.controls;
        controls.key = tick < 800 ? model::Key::start : model::Key::on;
        if (tick < 1500) {  // cranking, then idle
            controls.clutch = 1.0;
            return;
        }
        const std::uint64_t dice = roll(static_cast<std::uint64_t>(tick / 40));
        controls.accelerator = share(dice);
        controls.brake = dice % 5 == 0 ? share(dice >> 20) : 0.0;
        const std::int64_t phase = tick % 1500;  // clutch down, lever, clutch up slowly
        controls.clutch =
            phase < 200 ? 1.0
                        : (phase < 1000 ? 1.0 - (static_cast<double>(phase) - 200.0) / 800.0 : 0.0);
        controls.gear = 1 + (tick / 1500 - 1) % 4;
    }

private:
    [[nodiscard]] std::uint64_t roll(std::uint64_t step) const noexcept {
        std::uint64_t x = (step + 1) * 0x9E3779B97F4A7C15ULL ^ seed_ * 0xBF58476D1CE4E5B9ULL;
        x = (x ^ (x >> 30)) * 0x94D049BB133111EBULL;
        return x ^ (x >> 31);
    }
    [[nodiscard]] static double share(std::uint64_t dice) noexcept {
        return static_cast<double>(dice & 0xFFFF) / 65535.0;
    }

    std::uint64_t seed_;
};

/// Keeps everything that was published.
class Notebook final : public rt_core::OutputSink {
public:
    struct Page {
        rt_core::Inputs inputs;
        rt_core::State state;
        std::uint64_t hash;
    };

    void publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                 std::uint64_t state_hash) noexcept override {
        pages.push_back({inputs, state, state_hash});
    }

    std::vector<Page> pages;
};

/// Plays recorded Inputs, whole, in their order.
class Player final : public rt_core::InputSource {
public:
    explicit Player(std::vector<rt_core::Inputs> recorded) : recorded_(std::move(recorded)) {}

    void latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept override {
        const auto index = static_cast<std::size_t>(tick - 1);
        if (index < recorded_.size()) inputs = recorded_[index];
    }

private:
    std::vector<rt_core::Inputs> recorded_;
};

/// A record as the words it is hashed by.
template <typename Record>
std::vector<std::uint64_t> words_of(const Record& record) {
    static_assert(sizeof(Record) % 8 == 0);
    std::vector<std::uint64_t> words(sizeof(Record) / 8);
    std::memcpy(words.data(), &record, sizeof record);
    return words;
}

}  // namespace ghostcar::tests
