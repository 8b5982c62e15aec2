// SPDX-License-Identifier: Apache-2.0
// When to wake up, and how many ticks to run then: pure arithmetic on a time that is passed in.
//
// Wake-up n is due at anchor + n × period. Paces above 1 wake once per millisecond and run that
// many ticks; paces below 1 stretch the period. A wake-up that ends after the next one was due
// has overrun: the missed periods are dropped from the wall schedule, the phase is kept, and no
// burst follows. Simulation then lags behind the wall clock, and the lag is counted.
#pragma once

#include <cstdint>

#include "rt_core/pace.h"

namespace ghostcar::rt_core {

class Schedule {
public:
    /// The first wake-up is one period after `anchor_ns`.
    Schedule(const Pace& pace, std::int64_t anchor_ns) noexcept;

    /// When the current wake-up is due.
    [[nodiscard]] std::int64_t wake_ns() const noexcept { return anchor_ns_ + wake_ * period_ns_; }
    /// How many ticks belong to the current wake-up.
    [[nodiscard]] std::int64_t ticks() const noexcept;

    /// The work of the current wake-up ended at `end_ns`: goes on to the next one that is not yet
    /// due. Returns how many periods were dropped: 0 when it was in time.
    std::int64_t advance(std::int64_t end_ns) noexcept;

private:
    std::int64_t anchor_ns_;
    std::int64_t period_ns_;
    double ticks_per_period_;
    std::int64_t wake_ = 1;
};

}  // namespace ghostcar::rt_core
