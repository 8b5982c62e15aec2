// SPDX-License-Identifier: Apache-2.0
// Judges how a pedal robot drives the bench, from State alone: does the car begin to move at the
// clutch's bite point, do upshifts keep the speed, does the engine stay alive, does the gearbox
// accept every lever move. These are the pictures of the bench paper (its figures 9 and 10).
#pragma once

#include <cstdint>

#include "model/config/table_reader.h"
#include "model/judge/bench_judge_state.h"
#include "model/judge/verdict.h"
#include "model/world/world_state.h"

namespace ghostcar::model {

class BenchJudge {
public:
    struct Limits {
        double bite_point = 0.0;         // clutch pedal at which a shift is over
        double motion_clutch_low = 0.0;  // clutch pedal when the car begins to move
        double motion_clutch_high = 0.0;
        double shift_speed_change_kph = 0.0;  // an upshift must stay below it
        std::int64_t shifts_expected = 0;     // fewer: the drive was not complete, no verdict
    };

    explicit BenchJudge(const Limits& limits) noexcept : limits_(limits) {}

    /// Reads the session's [judge] table.
    static BenchJudge from_toml(TableReader& reader);

    /// Once per running tick, after the car has moved.
    void step(BenchJudgeState& judge, const WorldState& world) const noexcept;

    /// The rules applied to what was seen. Off the tick.
    [[nodiscard]] Verdict verdict(const BenchJudgeState& judge) const;

    [[nodiscard]] const Limits& limits() const noexcept { return limits_; }

private:
    Limits limits_;
};

/// Above this share of its travel the clutch pedal counts as pressed, and a shift begins.
constexpr double clutch_pressed = 0.05;
/// Above this speed the car counts as moving.
constexpr double motion_mps = 0.1 / 3.6;

}  // namespace ghostcar::model
