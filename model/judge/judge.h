// SPDX-License-Identifier: Apache-2.0
// The session's judge, whichever kind it is. It decides from State alone, once per running tick.
#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "model/judge/bench_judge.h"
#include "model/judge/cruise_judge.h"
#include "model/judge/cycle_judge.h"
#include "model/judge/follow_judge.h"
#include "model/judge/judge_state.h"
#include "model/judge/park_judge.h"
#include "model/judge/race_judge.h"
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
    explicit Judge(CruiseJudge judge) : rules_(std::move(judge)) {}
    explicit Judge(FollowJudge judge) : rules_(std::move(judge)) {}
    explicit Judge(ParkJudge judge) : rules_(std::move(judge)) {}
    explicit Judge(RaceJudge judge) : rules_(std::move(judge)) {}

    [[nodiscard]] JudgeState initial() const noexcept {
        JudgeState state;
        state.kind = static_cast<JudgeKind>(rules_.index());
        if (const CycleJudge* judge = cycle()) state.cycle = judge->initial();
        if (cruise() != nullptr) state.cruise = {};
        if (follow() != nullptr) state.follow = {};
        if (park() != nullptr) state.park = {};
        if (race() != nullptr) state.race = {};
        return state;
    }
    /// Of a race: what is carried of each car, beside the JudgeState. Empty otherwise.
    [[nodiscard]] std::vector<CruiseJudgeState> initial_drives() const {
        return std::vector<CruiseJudgeState>(race() == nullptr ? 0 : race()->cars().size());
    }

    /// Once per running tick, after the world has moved. `cars` are those on a track, the judged
    /// one first; `drives` are those of a race, as initial_drives() begins them. Lists, not
    /// spans: who judges no cars does not count them. Always inline: a tick has no instruction to
    /// spare for a call, which a compiler would rather make with so many kinds.
    [[gnu::always_inline]] Ruling step(
        JudgeState& state, const WorldState& world, const std::vector<RoadCarState>& cars,
        std::vector<CruiseJudgeState>* drives = nullptr) const noexcept {
        switch (state.kind) {
            case JudgeKind::bench:
                bench()->step(state.bench, world);
                break;
            case JudgeKind::cycle:
                cycle()->step(state.cycle, world);
                break;
            case JudgeKind::cruise:
                return cruise()->step(state.cruise, cars.front());
            case JudgeKind::follow:
                return follow()->step(state.follow, cars);
            case JudgeKind::park:
                return park()->step(state.park, cars.front(), world.finish != 0);
            case JudgeKind::race:
                return race()->step(state.race, *drives, cars);
            default:  // none
                break;
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
    [[nodiscard]] const CruiseJudge* cruise() const noexcept {
        return std::get_if<CruiseJudge>(&rules_);
    }
    [[nodiscard]] const FollowJudge* follow() const noexcept {
        return std::get_if<FollowJudge>(&rules_);
    }
    [[nodiscard]] const ParkJudge* park() const noexcept { return std::get_if<ParkJudge>(&rules_); }
    [[nodiscard]] const RaceJudge* race() const noexcept { return std::get_if<RaceJudge>(&rules_); }

private:
    /// In the order of JudgeKind.
    std::variant<std::monostate, BenchJudge, CycleJudge, CruiseJudge, FollowJudge, ParkJudge,
                 RaceJudge>
        rules_;
};

}  // namespace ghostcar::model
