// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/judge/drive_figures.h"

namespace ghostcar::model {

/// What the judge of a cruise carries from tick to tick. Eight-byte members only.
struct CruiseJudgeState {
    std::int64_t running_ticks = 0;
    std::int64_t finish_tick = 0;  // 0: not there yet
    std::int64_t broken_rule = 0;  // 1 + its number in the table; 0: none
    double damage = 0.0;
    double progress_m = 0.0;  // along the road
    DriveFigures drive;
};

}  // namespace ghostcar::model
