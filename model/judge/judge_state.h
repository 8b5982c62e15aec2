// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "model/judge/bench_judge_state.h"
#include "model/judge/cruise_judge_state.h"
#include "model/judge/cycle_judge_state.h"
#include "model/judge/follow_judge_state.h"
#include "model/judge/park_judge_state.h"
#include "model/judge/race_judge_state.h"

namespace ghostcar::model {

/// Who judges a session.
enum class JudgeKind : std::int64_t {
    none = 0,
    bench = 1,
    cycle = 2,
    cruise = 3,
    follow = 4,
    park = 5,
    race = 6
};

/// What the session's judge carries from tick to tick. The kinds share one room, so that a State
/// costs what its largest judge needs, not their sum.
struct JudgeState {
    JudgeKind kind = JudgeKind::none;
    union {
        BenchJudgeState bench;
        CycleJudgeState cycle;
        CruiseJudgeState cruise;
        FollowJudgeState follow;
        ParkJudgeState park;
        RaceJudgeState race;
    };

    JudgeState() noexcept : bench{} {}
};

static_assert(std::is_trivially_copyable_v<JudgeState>);
static_assert(sizeof(JudgeState) == 34 * 8, "every word is hashed in every tick");

}  // namespace ghostcar::model
