// SPDX-License-Identifier: Apache-2.0
// What the wall clock says about the loop. Reported, never part of State.
#pragma once

#include <atomic>
#include <cstdint>

#include "rt_core/histogram.h"

namespace ghostcar::rt_core {

/// Written by the cyclic thread, readable by everyone at any time.
struct Timing {
    Histogram wake;                          // how late the thread woke up
    Histogram tick;                          // how long the ticks of one wake-up took, per tick
    std::atomic<std::uint64_t> overruns{0};  // wake-ups whose ticks ended late
    std::atomic<std::uint64_t> dropped_periods{0};  // the lag of simulation behind the wall clock
    std::atomic<std::int64_t> page_faults{0};       // of the cyclic thread since its first tick
    std::atomic<std::uint64_t> wake_hash{0};        // chained over every wake-up latency in ns
    std::atomic<int> sleep_error{0};                // an errno value that ended the loop
};

}  // namespace ghostcar::rt_core
