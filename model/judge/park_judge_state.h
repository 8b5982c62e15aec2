// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/judge/drive_figures.h"

namespace ghostcar::model {

/// What the judge of a parking carries from tick to tick. Eight-byte members only.
struct ParkJudgeState {
    std::int64_t running_ticks = 0;
    std::int64_t start_tick = 0;   // timing began; 0: not yet
    std::int64_t finish_tick = 0;  // the driver said "parked"; 0: not yet
    std::int64_t broken_rule = 0;  // 1 + its number in the table; 0: none
    double damage = 0.0;
    // The car's centre seen from the lot, which looks where the parked car is to head: in the last
    // control period, and at the end.
    double deviation_m = 0.0;
    double ahead_m = 0.0;
    double left_m = 0.0;
    double heading_error_rad = 0.0;
    double finish_speed_kph = 0.0;
    std::int64_t direction = 0;          // +1 forward, -1 backward, 0: not moved since timing began
    std::int64_t direction_changes = 0;  // since timing began
    DriveFigures drive;
};

}  // namespace ghostcar::model
