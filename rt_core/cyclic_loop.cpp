// SPDX-License-Identifier: Apache-2.0
#include "rt_core/cyclic_loop.h"

#include <sys/resource.h>

#include "rt_core/housekeeping.h"
#include "rt_core/schedule.h"
#include "rt_core/state_hash.h"

namespace ghostcar::rt_core {
namespace {

/// Page faults of this thread so far (getrusage(2), RUSAGE_THREAD): minor and major ones.
std::int64_t page_faults() noexcept {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_minflt + usage.ru_majflt;
}

void add(std::atomic<std::uint64_t>& counter, std::uint64_t amount) noexcept {
    counter.store(counter.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

constexpr std::size_t fast_batch = 64;           // ticks between two looks at the sinks
constexpr std::int64_t fault_look_wakes = 1000;  // wake-ups between two counts of page faults

}  // namespace

CyclicLoop::CyclicLoop(const LoopConfig& config, Clock& clock, Tick& tick, Timing& timing,
                       Beat& beat) noexcept
    : config_(config), clock_(clock), tick_(tick), timing_(timing), beat_(beat) {}

void CyclicLoop::run() noexcept {
    faults_before_ = page_faults();
    if (config_.pace.fast) {
        run_fast();
    } else {
        run_paced();
    }
    note_page_faults();
}

void CyclicLoop::note_page_faults() noexcept {
    timing_.page_faults.store(page_faults() - faults_before_, std::memory_order_relaxed);
}

void CyclicLoop::run_fast() noexcept {
    while (!tick_.done()) {
        if (!wait_for_room(fast_batch)) return;
        for (std::size_t n = 0; n < fast_batch && !tick_.done(); ++n) run_tick(0);
        beat_.fetch_add(1, std::memory_order_relaxed);
    }
}

void CyclicLoop::run_paced() noexcept {
    const bool may_wait = !config_.pace.is_realtime();
    const auto most_ticks = static_cast<std::size_t>(config_.pace.factor) + 1;  // of one wake-up
    if (may_wait && !wait_for_room(most_ticks)) return;
    // The first sleep warms up the timer path and is not measured; the schedule is anchored after
    // it, so a slow start does not spoil the maximum.
    if (!sleep_until(clock_.now_ns() + millisecond_ns)) return;
    const std::int64_t now_ns = clock_.now_ns();
    Schedule schedule(config_.pace, now_ns - now_ns % millisecond_ns + loop_phase_ns);
    std::uint64_t wake_hash = hash_seed;

    for (std::int64_t wake = 1; !tick_.done(); ++wake) {
        if (!sleep_until(schedule.wake_ns())) return;
        std::int64_t begin_ns = clock_.now_ns();
        const std::int64_t latency_ns = begin_ns - schedule.wake_ns();
        timing_.wake.add(latency_ns);
        wake_hash = hash_word(wake_hash, static_cast<std::uint64_t>(latency_ns));

        std::int64_t end_ns = begin_ns;
        for (std::int64_t n = schedule.ticks(); n > 0 && !tick_.done(); --n) {
            run_tick(take_faults());
            end_ns = clock_.now_ns();
            timing_.tick.add(end_ns - begin_ns);
            begin_ns = end_ns;
        }
        if (may_wait) {
            if (!wait_for_room(most_ticks)) return;
            end_ns = clock_.now_ns();
        }
        note_end(schedule.advance(end_ns));
        timing_.wake_hash.store(wake_hash, std::memory_order_relaxed);
        if (wake % fault_look_wakes == 0) note_page_faults();
        beat_.fetch_add(1, std::memory_order_relaxed);
    }
}

/// But for real time a run waits for slow consumers between ticks, so that nothing is ever dropped.
/// False: the clock refused, and the run is over.
bool CyclicLoop::wait_for_room(std::size_t ticks) noexcept {
    while (!tick_.sinks_have_room(ticks))
        if (!sleep_until(clock_.now_ns() + millisecond_ns)) return false;
    return true;
}

/// False: the clock refused, and the run is over.
bool CyclicLoop::sleep_until(std::int64_t wake_ns) noexcept {
    const int error = clock_.sleep_until(wake_ns);
    if (error != 0) timing_.sleep_error.store(error, std::memory_order_relaxed);
    return error == 0;
}

void CyclicLoop::run_tick(FaultBits faults) noexcept {
    if (config_.awaited != nullptr) config_.awaited->await();
    tick_.run(faults);
}

void CyclicLoop::note_end(std::int64_t dropped_periods) noexcept {
    if (dropped_periods == 0) {
        late_in_a_row_ = 0;
        return;
    }
    ++late_in_a_row_;
    add(timing_.overruns, 1);
    add(timing_.dropped_periods, static_cast<std::uint64_t>(dropped_periods));
}

FaultBits CyclicLoop::take_faults() noexcept {
    if (!config_.overrun_is_fault || late_in_a_row_ < config_.overrun_limit) return 0;
    late_in_a_row_ = 0;  // reported once; the safe state latches it
    return fault_overrun;
}

}  // namespace ghostcar::rt_core
