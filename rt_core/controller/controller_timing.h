// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::rt_core {

/// How often whoever drives is asked, and how much later the command takes effect.
struct ControllerTiming {
    std::int64_t period_ticks = 20;
    std::int64_t latency_ticks = 5;  // at most the period
};

}  // namespace ghostcar::rt_core
