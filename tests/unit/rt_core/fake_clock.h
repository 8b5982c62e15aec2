// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rt_core/ports.h"

namespace ghostcar::tests {

/// A clock that tells what the test wants. Time passes only when the loop sleeps (until the time
/// asked for, plus the scripted lateness) or when the test advances it.
class FakeClock final : public rt_core::Clock {
public:
    [[nodiscard]] std::int64_t now_ns() noexcept override { return now_ns_; }

    int sleep_until(std::int64_t wake_ns) noexcept override {
        const std::size_t index = sleeps_ns.size();
        sleeps_ns.push_back(wake_ns);
        if (index == failing_sleep) return sleep_error;
        if (wake_ns > now_ns_) now_ns_ = wake_ns;
        now_ns_ += index < lateness_ns.size() ? lateness_ns[index] : 0;
        return 0;
    }

    void advance(std::int64_t duration_ns) noexcept { now_ns_ += duration_ns; }

    std::vector<std::int64_t> lateness_ns;  // by number of the sleep; 0 after the last
    std::vector<std::int64_t> sleeps_ns;    // what the loop asked for
    std::size_t failing_sleep = static_cast<std::size_t>(-1);
    int sleep_error = 0;

private:
    std::int64_t now_ns_ = 5'000'000'000;  // a machine that is up for a while
};

}  // namespace ghostcar::tests
