// SPDX-License-Identifier: Apache-2.0
// Inside the learning run: what its sources share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/driver/cycle_driver/learning_run.h"
#include "model/tick.h"

namespace ghostcar::model {

constexpr std::size_t gain_accelerator = 8;  // 0.40: pulls well in every gear
constexpr double clutch_curve_per_tick = 0.03 * tick_s;

/// One tick's reading, targets and what they belong to.
struct LearningRun::Tick {
    LearningState& robot;
    const GaugeReading& gauge;
    LimbTargets targets;

    void next_stage() const noexcept {
        ++robot.stage;
        robot.stage_ticks = 0;
    }
    [[nodiscard]] bool standing() const noexcept { return gauge.speed_kph <= 0.0; }
    [[nodiscard]] double idle_rpm() const noexcept { return robot.record.idle.place(); }
    [[nodiscard]] double touch() const noexcept { return robot.record.touch.place(); }
    void begin_stretch() const noexcept {
        robot.stretch_ticks = 0;
        robot.stretch_rpm = gauge.engine_rpm;
        robot.stretch_kph = gauge.speed_kph;
    }
};

inline bool lever_is_in(const LimbState& limbs, std::int64_t gear) noexcept {
    return limbs.at.lever == gear && limbs.hand_ticks == 0;
}

}  // namespace ghostcar::model
