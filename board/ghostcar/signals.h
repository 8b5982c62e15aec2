// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::board {

/// SIGINT and SIGTERM as something to wait for. Made before any other thread, so that all of them
/// inherit the blocked signals and none is ever interrupted by one.
class StopSignals {
public:
    StopSignals();

    /// Waits for the next multiple of `period_ms` (below 1000) on the clock beside the loop. 0, or
    /// the signal by which somebody wants the program to end.
    [[nodiscard]] int wait(std::int64_t period_ms) const noexcept;

    /// True when somebody has wanted it since the last look.
    [[nodiscard]] static bool pending() noexcept;

    /// From now on the signals end the program at once.
    static void release() noexcept;

    /// Does now what `signal` would do to a program that does not wait for it.
    static void obey(int signal) noexcept;
};

}  // namespace ghostcar::board
