// SPDX-License-Identifier: Apache-2.0
// Watches how a drive cycle is driven: the speed against the tolerance band, and the work of the
// legs. In the tick only what a driver's aid shows and what must be counted at 1 kHz; the indices
// come from the trace afterwards (cycle_verdict.h).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/driver/drive_cycle.h"
#include "model/judge/cycle_judge_state.h"
#include "model/judge/drive_trace.h"
#include "model/vehicle/gearbox.h"
#include "model/world/world_state.h"

namespace ghostcar::model {

/// A pedal counts as pressed from here on.
constexpr double pedal_pressed = 0.02;
/// From here on the car can do no more: the target replaces the driven speed.
constexpr double full_accelerator = 0.99;

class CycleJudge {
public:
    /// The cycle begins `lead_ticks` after the first running tick.
    CycleJudge(std::shared_ptr<const DriveCycle> cycle, const DriveTolerance& tolerance,
               const Gearbox& gearbox, std::int64_t lead_ticks);

    [[nodiscard]] CycleJudgeState initial() const noexcept;
    void step(CycleJudgeState& judge, const WorldState& world) const noexcept;

    [[nodiscard]] const DriveCycle& cycle() const noexcept { return *cycle_; }
    [[nodiscard]] const DriveTolerance& tolerance() const noexcept { return tolerance_; }
    [[nodiscard]] std::int64_t lead_ticks() const noexcept { return lead_ticks_; }

private:
    struct Band {
        double low_kph;
        double high_kph;
    };

    void look_at_speed(CycleJudgeState& judge, const WorldState& world) const noexcept;

    std::shared_ptr<const DriveCycle> cycle_;
    DriveTolerance tolerance_;
    Gearbox gearbox_;
    std::int64_t lead_ticks_;
    std::vector<Band> bands_;  // ten a second
};

}  // namespace ghostcar::model
