// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rt_core/ports.h"

namespace ghostcar::rt_core {

/// CLOCK_MONOTONIC with absolute sleeps. (std::this_thread::sleep_until is a relative sleep in
/// GCC 12's library: an interruption between reading the clock and sleeping would be added to
/// every period.)
class MonotonicClock final : public Clock {
public:
    [[nodiscard]] std::int64_t now_ns() noexcept override;
    int sleep_until(std::int64_t wake_ns) noexcept override;
};

}  // namespace ghostcar::rt_core
