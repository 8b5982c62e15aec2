// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::model {

/// The work of one leg.
struct PedalWork {
    double travel = 0.0;         // summed, in full strokes; below 1 % of the stroke is noise
    double turned_at = 0.0;      // the farthest position since the leg last turned
    std::int64_t direction = 0;  // -1 coming up, +1 going down, 0 not moved yet
    std::int64_t presses = 0;    // from released to pressed
    std::int64_t reversals = 0;  // changes of direction
};

/// What the judge of a drive cycle carries from tick to tick. Eight-byte members only.
struct CycleJudgeState {
    std::int64_t cycle_tick = 0;  // negative: before the cycle's first moment
    double target_kph = 0.0;
    double low_kph = 0.0;  // the tolerance band, looked at ten times a second
    double high_kph = 0.0;
    std::int64_t excursions = 0;  // the one that goes on included
    std::int64_t outside = 0;     // 1: it goes on
    // In samples of a tenth of a second, as drive_trace.h counts them.
    std::int64_t excursion_samples = 0;
    std::int64_t longest_excursion_samples = 0;
    std::int64_t this_excursion_samples = 0;
    PedalWork accelerator;
    PedalWork brake;
    PedalWork clutch;
    std::int64_t overlap_ticks = 0;           // accelerator and brake pressed together
    std::int64_t full_accelerator_ticks = 0;  // there the target replaces the driven speed
    std::int64_t slip_ticks = 0;              // clutch carrying torque without being locked
    double slip_energy_j = 0.0;
    std::int64_t shifts = 0;  // a gear engaged that is not the last one
    std::int64_t shift_ticks = 0;
    std::int64_t longest_shift_ticks = 0;
    std::int64_t out_of_gear_ticks = 0;  // since the last gear was left, while moving
    std::int64_t last_gear = 0;
};

}  // namespace ghostcar::model
