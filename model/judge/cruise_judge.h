// SPDX-License-Identifier: Apache-2.0
// Judges line following: along the road to the finish. Score = finishing time + damage / 10.
#pragma once

#include <cstdint>

#include "model/judge/cruise_judge_state.h"
#include "model/judge/judge_rule.h"
#include "model/judge/road_task.h"
#include "model/judge/ruling.h"
#include "model/judge/verdict.h"

namespace ghostcar::model {

/// The one rule; its limit is the session's `largest_damage`.
constexpr JudgeRule cruise_damage_rule{"damage", 10'000.0, "Your damage is too large!"};

constexpr double damage_per_second = 10.0;

class CruiseJudge {
public:
    /// `goal_m`: the way to the finish, from where the car begins.
    CruiseJudge(RoadTask task, double goal_m, double largest_damage) noexcept;

    /// Once per running tick, after the car has moved.
    Ruling step(CruiseJudgeState& judge, const RoadCarState& car) const noexcept;

    /// Off the tick.
    [[nodiscard]] Verdict verdict(const CruiseJudgeState& judge) const;

    [[nodiscard]] double goal_m() const noexcept { return goal_m_; }
    [[nodiscard]] const JudgeRule& damage_rule() const noexcept { return damage_rule_; }

private:
    RoadTask task_;
    double goal_m_;
    JudgeRule damage_rule_ = cruise_damage_rule;
};

}  // namespace ghostcar::model
