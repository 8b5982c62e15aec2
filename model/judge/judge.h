// SPDX-License-Identifier: Apache-2.0
// The session's judge, whichever kind it is. It decides from State alone, once per running tick.
#pragma once

#include <span>
#include <utility>
#include <variant>

#include "model/judge/bench_judge.h"
#include "model/judge/cycle_judge.h"
#include "model/judge/judge_state.h"
#include "model/judge/ruling.h"
#include "model/world/road_car_state.h"
#include "model/world/world_state.h"

namespace ghostcar::model {

class Judge {
public:
    /// Judges nothing.
    Judge() = default;
    explicit Judge(const BenchJudge& judge) : rules_(judge) {}
    explicit Judge(CycleJudge judge) : rules_(std::move(judge)) {}

    [[nodiscard]] JudgeState initial() const noexcept {
        JudgeState state;
        state.kind = static_cast<JudgeKind>(rules_.index());
        if (const CycleJudge* judge = cycle()) state.cycle = judge->initial();
        return state;
    }

    /// Once per running tick, after the world has moved. `cars` are those on a track.
    Ruling step(JudgeState& state, const WorldState& world,
                std::span<const RoadCarState> /*cars*/) const noexcept {
        if (const BenchJudge* on_bench = bench()) {
            on_bench->step(state.bench, world);
        } else if (const CycleJudge* of_cycle = cycle()) {
            of_cycle->step(state.cycle, world);
        }
        return Ruling::go_on;
    }

    // Off the tick: the rules of a kind, or nullptr.
    [[nodiscard]] const BenchJudge* bench() const noexcept {
        return std::get_if<BenchJudge>(&rules_);
    }
    [[nodiscard]] const CycleJudge* cycle() const noexcept {
        return std::get_if<CycleJudge>(&rules_);
    }

private:
    /// In the order of JudgeKind.
    std::variant<std::monostate, BenchJudge, CycleJudge> rules_;
};

}  // namespace ghostcar::model
