// SPDX-License-Identifier: Apache-2.0
#include "rt_core/housekeeping.h"

#include "rt_core/monotonic_clock.h"

namespace ghostcar::rt_core {
namespace {

std::int64_t next_ns(std::int64_t now_ns, std::int64_t period_ms) noexcept {
    const std::int64_t period_ns = period_ms * 1'000'000;
    return (now_ns / period_ns + 1) * period_ns;
}

}  // namespace

void housekeeping_pause(std::int64_t period_ms) noexcept {
    MonotonicClock clock;
    clock.sleep_until(next_ns(clock.now_ns(), period_ms));
}

std::int64_t housekeeping_pause_ns(std::int64_t period_ms) noexcept {
    const std::int64_t now_ns = MonotonicClock().now_ns();
    return next_ns(now_ns, period_ms) - now_ns;
}

}  // namespace ghostcar::rt_core
