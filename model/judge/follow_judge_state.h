// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/judge/drive_figures.h"
#include "model/judge/following_risk.h"

namespace ghostcar::model {

/// What the judge of a follow carries from tick to tick. Eight-byte members only.
struct FollowJudgeState {
    std::int64_t running_ticks = 0;
    std::int64_t broken_rule = 0;  // 1 + its number in the table; 0: none
    double damage = 0.0;
    double distance_m = 0.0;      // centre to centre, in the last control period …
    double distance_sum_m = 0.0;  // … and over all of them: drive.periods
    FollowingRisk risk;
    DriveFigures drive;
};

}  // namespace ghostcar::model
