// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "model/tick.h"
#include "model/track/track.h"

namespace ghostcar::model {

/// What the judges of experiments on a road share: constant, known before the start.
struct RoadTask {
    std::shared_ptr<const Track> track;  // a copy that outlives every move of the world
    double start_m = 0.0;                // station at which the judged car begins
    std::int64_t time_limit_ticks = 0;   // the session ends then
    std::int64_t period_ticks = 0;       // the control period

    [[nodiscard]] double period_s() const noexcept {
        return static_cast<double>(period_ticks) * tick_s;
    }
    [[nodiscard]] bool is_period(std::int64_t running_ticks) const noexcept {
        return running_ticks % period_ticks == 0;
    }
};

}  // namespace ghostcar::model
