// SPDX-License-Identifier: Apache-2.0
#include "rt_core/schedule.h"

namespace ghostcar::rt_core {
namespace {
constexpr double whole_period_ns = 1'000'000.0;
}

Schedule::Schedule(const Pace& pace, std::int64_t anchor_ns) noexcept
    : anchor_ns_(anchor_ns),
      period_ns_(static_cast<std::int64_t>(pace.factor < 1.0 ? whole_period_ns / pace.factor
                                                             : whole_period_ns)),
      ticks_per_period_(pace.factor < 1.0 ? 1.0 : pace.factor) {}

std::int64_t Schedule::ticks() const noexcept {
    // floor(n f) - floor((n-1) f): a factor of 1.5 gives 1, 2, 1, 2 … without ever drifting.
    const double n = static_cast<double>(wake_);
    return static_cast<std::int64_t>(n * ticks_per_period_) -
           static_cast<std::int64_t>((n - 1.0) * ticks_per_period_);
}

std::int64_t Schedule::advance(std::int64_t end_ns) noexcept {
    ++wake_;
    const std::int64_t late_ns = end_ns - wake_ns();
    if (late_ns <= 0) return 0;  // ending exactly when the next one is due is still in time
    // The next wake-up lies at or after end_ns, on the old phase.
    const std::int64_t dropped = (late_ns + period_ns_ - 1) / period_ns_;
    wake_ += dropped;
    return dropped;
}

}  // namespace ghostcar::rt_core
