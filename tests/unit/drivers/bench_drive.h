// SPDX-License-Identifier: Apache-2.0
// A shipped session driven in closed loop without the heart: virtual bench, world and judge.
#pragma once

#include <toml++/toml.h>
#include <cstdint>
#include <functional>
#include <string>

#include "drivers/virtual/virtual_bench.h"
#include "model/judge/bench_judge.h"
#include "model/world/world.h"
#include "rt_core/state.h"

namespace ghostcar::tests {

class BenchDrive {
public:
    /// `edit` may change the parsed session before it is used.
    explicit BenchDrive(
        const std::string& session, std::uint64_t seed = 1,
        const std::function<void(toml::table&)>& edit = [](toml::table&) {});

    /// One running tick; false when the session's duration is over.
    bool tick();
    void run() {
        while (tick()) {
        }
    }

    [[nodiscard]] const rt_core::State& state() const { return state_; }
    [[nodiscard]] const rt_core::Inputs& inputs() const { return inputs_; }
    [[nodiscard]] const drivers::VirtualBench& bench() const { return bench_; }
    [[nodiscard]] model::Verdict verdict() const { return judge_.verdict(state_.judge.bench); }
    [[nodiscard]] std::uint64_t inputs_hash() const { return inputs_hash_; }
    [[nodiscard]] double speed_kph() const { return state_.world.car.speed_mps * 3.6; }
    [[nodiscard]] double engine_rpm() const;
    [[nodiscard]] double time_s() const { return static_cast<double>(state_.tick) * 0.001; }

private:
    BenchDrive(const toml::table& session_file, std::uint64_t seed);

    model::World world_;
    model::BenchJudge judge_;
    drivers::VirtualBench bench_;
    std::int64_t duration_ticks_;
    rt_core::State state_{};
    rt_core::Inputs inputs_{};
    std::uint64_t inputs_hash_;
};

}  // namespace ghostcar::tests
