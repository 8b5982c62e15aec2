// SPDX-License-Identifier: Apache-2.0
// The picture a driver's aid shows, in text: the target with its tolerance scrolls toward the
// present, the car's speed stands in it, and a line says which gear is wanted and when the next.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/driver/cycle_driver/gear_plan.h"
#include "model/driver/drive_cycle.h"
#include "model/judge/drive_trace.h"
#include "rt_core/state.h"

namespace ghostcar::board {

class DriverAid {
public:
    DriverAid(std::shared_ptr<const model::DriveCycle> cycle,
              const model::DriveTolerance& tolerance, std::vector<model::PlanEntry> gears);

    /// The picture of this moment; remembers the speed for the next ones.
    [[nodiscard]] std::string text(const rt_core::State& state);

private:
    struct Band {
        double low_kph;
        double high_kph;
    };
    [[nodiscard]] Band band(std::int64_t tick) const;
    [[nodiscard]] std::string gear_prompt(std::int64_t tick) const;

    std::shared_ptr<const model::DriveCycle> cycle_;
    model::DriveTolerance tolerance_;
    std::vector<model::PlanEntry> gears_;
    std::map<std::int64_t, double> driven_kph_;  // by column of time
};

}  // namespace ghostcar::board
