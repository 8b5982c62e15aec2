// SPDX-License-Identifier: Apache-2.0
// Judges how closely a leader is followed: it must be neither touched nor overtaken.
// Score = mean distance between the cars' centres over the control periods.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "model/judge/follow_judge_state.h"
#include "model/judge/judge_rule.h"
#include "model/judge/road_task.h"
#include "model/judge/ruling.h"
#include "model/judge/verdict.h"
#include "model/world/collision/collision_box.h"

namespace ghostcar::model {

/// The rules, in the order in which they are asked.
enum class FollowRule : std::int64_t { damage = 0, overtaking = 1 };
constexpr std::array<JudgeRule, 2> follow_rules{{
    {"damage", 1.0, "Your damage is too large!"},
    {"ahead_of_leaders_tail_m", 0.0, "Failed! You have overtaken the leader!"},
}};

/// The region behind the follower's nose line that no corner of the leader may enter. It ends this
/// far to either side and behind the nose: elsewhere on a circuit the leader may be anywhere.
constexpr double region_beside_m = 20.0;
constexpr double region_behind_m = 20.0;

class FollowJudge {
public:
    FollowJudge(RoadTask task, const CollisionBox& follower, const CollisionBox& leader) noexcept
        : task_(std::move(task)), follower_(follower), leader_(leader) {}

    /// Once per running tick, after the cars have moved: the follower, then the leader.
    Ruling step(FollowJudgeState& judge, std::span<const RoadCarState> cars) const noexcept;

    /// Off the tick.
    [[nodiscard]] Verdict verdict(const FollowJudgeState& judge) const;

private:
    RoadTask task_;
    CollisionBox follower_;
    CollisionBox leader_;
};

}  // namespace ghostcar::model
