// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::model {

/// The shifts a bench run remembers: enough for 1-2-3-4-5. Further ones share the last
/// slot; they are counted, and the largest speed change covers them too.
constexpr std::int64_t bench_shift_slots = 4;

/// One gear change: from the clutch pedal above 5 % to the new gear engaged and the pedal back at
/// the bite point.
struct ShiftRecord {
    std::int64_t from_gear = 0;
    std::int64_t to_gear = 0;
    std::int64_t begin_tick = 0;  // of running time
    std::int64_t end_tick = 0;    // 0: not completed
    double begin_speed_mps = 0.0;
    double largest_change_mps = 0.0;  // largest |speed - begin_speed| during the shift
};

/// What the bench judge carries from tick to tick. Eight-byte members only.
struct BenchJudgeState {
    std::int64_t running_ticks = 0;
    double motion_clutch = -1.0;  // clutch pedal when the car began to move; -1: not yet
    double largest_speed_mps = 0.0;
    double largest_upshift_change_mps = 0.0;  // over all completed upshifts
    std::uint64_t stalls = 0;
    std::uint64_t blocked_shifts = 0;
    std::int64_t shifts = 0;             // completed shifts
    std::int64_t shift_in_progress = 0;  // 1: shift[shifts] (or the last slot) is being filled
    std::int64_t clutch_down = 0;        // 1: the pedal was above 5 % in the last tick
    ShiftRecord shift[bench_shift_slots];
};

}  // namespace ghostcar::model
