// SPDX-License-Identifier: Apache-2.0
#include "rt_core/monotonic_clock.h"

#include <cerrno>
#include <ctime>

namespace ghostcar::rt_core {
namespace {
constexpr std::int64_t second_ns = 1'000'000'000;
}

std::int64_t MonotonicClock::now_ns() noexcept {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * second_ns + now.tv_nsec;
}

int MonotonicClock::sleep_until(std::int64_t wake_ns) noexcept {
    const timespec wake{wake_ns / second_ns, wake_ns % second_ns};
    // clock_nanosleep(2) returns the error itself, not -1; an absolute sleep that a signal
    // interrupted is simply taken up again.
    int error = EINTR;
    while (error == EINTR) error = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nullptr);
    return error;
}

}  // namespace ghostcar::rt_core
