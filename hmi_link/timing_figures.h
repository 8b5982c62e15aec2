// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "rt_core/timing.h"

namespace ghostcar::hmi_link {

/// A moment's figures of the loop, small enough to hand over as one value.
struct TimingFigures {
    bool realtime = false;  // was real time granted
    double wake_p50_us = 0.0;
    double wake_p99_us = 0.0;
    double wake_max_us = 0.0;
    double tick_p50_us = 0.0;
    double tick_p99_us = 0.0;
    double tick_max_us = 0.0;
    std::uint64_t overruns = 0;
    std::uint64_t dropped_periods = 0;
    std::uint64_t page_faults = 0;

    static TimingFigures of(const rt_core::Timing& timing, bool realtime) noexcept {
        const std::int64_t faults = timing.page_faults.load(std::memory_order_relaxed);
        return {realtime,
                timing.wake.percentile_us(0.5),
                timing.wake.percentile_us(0.99),
                timing.wake.max_us(),
                timing.tick.percentile_us(0.5),
                timing.tick.percentile_us(0.99),
                timing.tick.max_us(),
                timing.overruns.load(std::memory_order_relaxed),
                timing.dropped_periods.load(std::memory_order_relaxed),
                faults > 0 ? static_cast<std::uint64_t>(faults) : 0};
    }
};

}  // namespace ghostcar::hmi_link
