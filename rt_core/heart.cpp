// SPDX-License-Identifier: Apache-2.0
#include "rt_core/heart.h"

#include "rt_core/memory.h"
#include "rt_core/scheduling.h"

namespace ghostcar::rt_core {

Heart::Heart(const RealtimeConfig& realtime, const Pace& pace, Clock& clock, Tick& tick, Beat& beat,
             AwaitedSource* awaited)
    : beat_(beat) {
    // A fast run never sleeps: with real-time priority it would take its processor from everybody
    // for good, and it has no wake-ups that could profit.
    if (!pace.fast) prepare_machine();

    thread_.emplace("ghostcar-tick", [this, realtime, pace, &clock, &tick, awaited] {
        run(realtime, pace, clock, tick, awaited);
    });
    started_.get_future().wait();
}

void Heart::prepare_machine() {
    if (!kernel_is_preempt_rt())
        grant_.refused.emplace_back(
            "the kernel is not PREEMPT_RT: install Debian's linux-image-rt-amd64 or -arm64");
    cpu_dma_latency_.emplace();
    if (!cpu_dma_latency_->refused().empty()) grant_.refused.push_back(cpu_dma_latency_->refused());
    const std::string unlocked = lock_memory();
    if (!unlocked.empty()) grant_.refused.push_back(unlocked);
}

void Heart::join() {
    thread_->join();
    unlock_memory();  // what follows (files, the report) may take what it needs
    cpu_dma_latency_.reset();
}

void Heart::run(const RealtimeConfig& realtime, const Pace& pace, Clock& clock, Tick& tick,
                AwaitedSource* awaited) {
    if (!pace.fast)
        for (std::string& line : schedule_this_thread(realtime))
            grant_.refused.push_back(std::move(line));
    grant_.hard = !pace.fast && grant_.refused.empty();
    prefault_stack();
    // The first look at the clock maps the kernel's data page (vdso(7)), which mlockall leaves out.
    [[maybe_unused]] const std::int64_t now_ns = clock.now_ns();

    LoopConfig config;
    config.pace = pace;
    config.overrun_limit = realtime.overrun_limit;
    config.overrun_is_fault = grant_.hard && pace.is_realtime();
    if (!pace.is_realtime()) config.awaited = awaited;
    CyclicLoop loop(config, clock, tick, timing_, beat_);
    started_.set_value();  // wakes the starter: the last thing that is not real-time
    loop.run();
    ended_.store(true, std::memory_order_release);
}

}  // namespace ghostcar::rt_core
