// SPDX-License-Identifier: Apache-2.0
// The loop around the tick: sleep until due, run, measure, count what was late.
#pragma once

#include <atomic>
#include <cstdint>

#include "rt_core/pace.h"
#include "rt_core/ports.h"
#include "rt_core/tick.h"
#include "rt_core/timing.h"

namespace ghostcar::rt_core {

/// The sign of life: advances with every wake-up, whatever the session does.
using Beat = std::atomic<std::uint64_t>;

struct LoopConfig {
    Pace pace;
    std::int64_t overrun_limit = 10;   // so many late wake-ups in a row are a fault …
    bool overrun_is_fault = false;     // … but only where real time was granted and is the pace
    AwaitedSource* awaited = nullptr;  // whom to wait for before each tick; nobody in real time
};

class CyclicLoop {
public:
    CyclicLoop(const LoopConfig& config, Clock& clock, Tick& tick, Timing& timing,
               Beat& beat) noexcept;

    /// Runs until the session has its results, or a sleep fails.
    void run() noexcept;

private:
    void run_fast() noexcept;
    void run_paced() noexcept;
    [[nodiscard]] bool wait_for_room(std::size_t ticks) noexcept;
    [[nodiscard]] bool sleep_until(std::int64_t wake_ns) noexcept;
    void note_page_faults() noexcept;
    void run_tick(FaultBits faults) noexcept;
    void note_end(std::int64_t dropped_periods) noexcept;
    [[nodiscard]] FaultBits take_faults() noexcept;

    LoopConfig config_;
    Clock& clock_;
    Tick& tick_;
    Timing& timing_;
    Beat& beat_;
    std::int64_t late_in_a_row_ = 0;
    std::int64_t faults_before_ = 0;  // page faults of this thread before its first tick
};

}  // namespace ghostcar::rt_core
