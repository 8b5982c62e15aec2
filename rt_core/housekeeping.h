// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::rt_core {

constexpr std::int64_t millisecond_ns = 1'000'000;

/// The loop wakes half a millisecond after whole milliseconds of CLOCK_MONOTONIC; the kernel's own
/// tick, and everybody beside the loop, wakes on them. On one processor two timers that fire
/// together delay each other by some 20 µs.
constexpr std::int64_t loop_phase_ns = 500'000;

/// The pause of a thread beside the loop: until the next multiple of `period_ms`.
void housekeeping_pause(std::int64_t period_ms) noexcept;

/// How long that is from now, in ns.
[[nodiscard]] std::int64_t housekeeping_pause_ns(std::int64_t period_ms) noexcept;

}  // namespace ghostcar::rt_core
