// SPDX-License-Identifier: Apache-2.0
// The cyclic thread: asks for real time, says what it got, then runs the loop.
#pragma once

#include <future>
#include <optional>
#include <string>
#include <vector>

#include "rt_core/cpu_dma_latency.h"
#include "rt_core/cyclic_loop.h"
#include "rt_core/realtime_config.h"
#include "rt_core/thread.h"

namespace ghostcar::rt_core {

/// What the machine granted.
struct RealtimeGrant {
    bool hard = false;                 // kernel, memory and scheduling are real-time
    std::vector<std::string> refused;  // one line each: what, and what to do
};

class Heart {
public:
    /// Locks memory, starts the cyclic thread, and returns when the thread knows what it was
    /// granted and its loop begins. Every other thread has to exist by then. A fast pace asks for
    /// nothing and is granted nothing.
    /// `awaited` is waited for before each tick unless the pace is real time; it may be nullptr.
    Heart(const RealtimeConfig& realtime, const Pace& pace, Clock& clock, Tick& tick, Beat& beat,
          AwaitedSource* awaited = nullptr);

    [[nodiscard]] const RealtimeGrant& grant() const noexcept { return grant_; }
    [[nodiscard]] const Timing& timing() const noexcept { return timing_; }
    [[nodiscard]] bool ended() const noexcept { return ended_.load(std::memory_order_acquire); }

    /// Waits for the end of the loop; memory is free again after it.
    void join();

private:
    void prepare_machine();
    void run(const RealtimeConfig& realtime, const Pace& pace, Clock& clock, Tick& tick,
             AwaitedSource* awaited);

    RealtimeGrant grant_;
    Timing timing_;
    Beat& beat_;
    std::atomic<bool> ended_{false};
    std::promise<void> started_;
    std::optional<CpuDmaLatency> cpu_dma_latency_;
    std::optional<Thread> thread_;  // last: joined before anything it uses goes away
};

}  // namespace ghostcar::rt_core
