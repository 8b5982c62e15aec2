// SPDX-License-Identifier: Apache-2.0
#include "rt_core/controller/controller_port.h"

#include <sched.h>

#include "rt_core/fault_table.h"
#include "rt_core/monotonic_clock.h"

namespace ghostcar::rt_core {
namespace {

/// A wait is cut into slices, so that a controller's end is noticed even if nobody wakes us.
constexpr std::int64_t slice_ns = 20'000'000;
/// What a process that must not be trusted says about its own time has to be possible.
constexpr std::int64_t longest_spend_ns = 100 * controller_patience_ns;

std::int64_t now_ns() noexcept {
    return MonotonicClock().now_ns();
}

/// Only the loop writes: a plain load and store, without a bus lock, is enough.
void count(std::atomic<std::int64_t>& counter, std::int64_t by = 1) noexcept {
    counter.store(counter.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
}

}  // namespace

ControllerPort::ControllerPort(const ControllerTiming& timing, const model::ViewMaker& views,
                               Exchange& exchange, const std::atomic<bool>& ended,
                               const model::BuiltinEntry* builtin)
    : timing_(timing),
      views_(views),
      asker_(exchange),
      ended_(ended),
      builtin_(builtin == nullptr ? nullptr : builtin->make()) {}

void ControllerPort::begin(std::span<const model::RoadCarState> cars) {
    cars_ = cars;
    controls_ = cars[views_.driven()].controls;
    ask();
    wait_for_answer();
}

void ControllerPort::ask() noexcept {
    due_ = running_ticks_ + timing_.latency_ticks;
    if (builtin_ != nullptr) {
        ask_builtin();
        return;
    }
    views_.fill(cars_, static_cast<double>(running_ticks_) * tick_s, asker_.next());
    asker_.ask();
}

/// Answered on the spot; looked at when it takes effect, like everybody's answer.
void ControllerPort::ask_builtin() noexcept {
    if (running_ticks_ == 0) builtin_->restart();
    views_.fill(cars_, static_cast<double>(running_ticks_) * tick_s, builtin_view_);
    builtin_answer_.command = model::idle_command();
    const std::int64_t before_ns = now_ns();
    builtin_->drive(builtin_view_, builtin_answer_.command);
    builtin_answer_.spend_ns = now_ns() - before_ns;
}

bool ControllerPort::answer(Answer& answer) noexcept {
    if (builtin_ == nullptr) return asker_.take(answer);
    answer = builtin_answer_;
    return true;
}

void ControllerPort::publish_cars(std::int64_t /*tick*/,
                                  std::span<const model::RoadCarState> cars) noexcept {
    cars_ = cars;
}

void ControllerPort::publish(const Inputs& /*inputs*/, const State& state,
                             std::uint64_t /*state_hash*/) noexcept {
    if (state.session.running_ticks == running_ticks_) return;  // nothing moves, or the safe state
    running_ticks_ = state.session.running_ticks;
    if (running_ticks_ == 0) {  // a reset: begins afresh
        controls_ = cars_[views_.driven()].controls;
        finish_ = 0;
        missed_in_a_row_ = 0;
    }
    if (running_ticks_ % timing_.period_ticks == 0) ask();
}

void ControllerPort::await() noexcept {
    if (!due() || builtin_ != nullptr || asker_.answered()) return;
    // Whoever answers then runs on our processor: we wait, and its cache is warm.
    asker_.exchange().loop_cpu.store(sched_getcpu(), std::memory_order_relaxed);
    wait_for_answer();
}

void ControllerPort::wait_for_answer() noexcept {
    if (builtin_ != nullptr) return;
    Exchange& exchange = asker_.exchange();
    std::int64_t end_ns = 0;  // the clock is only read when the first slice was in vain
    while (!asker_.answered() && !ended_.load(std::memory_order_acquire)) {
        const std::uint32_t value = exchange.answered.load(std::memory_order_acquire);
        if (asker_.answered()) return;
        futex_wait(exchange.answered, value, slice_ns);
        if (asker_.answered()) return;
        const std::int64_t time_ns = now_ns();
        if (end_ns == 0) end_ns = time_ns + controller_patience_ns - slice_ns;
        if (time_ns >= end_ns) {
            waited_in_vain_ = true;
            return;
        }
    }
}

void ControllerPort::latch(std::int64_t /*tick*/, Inputs& inputs) noexcept {
    if (due()) {
        inputs.faults |= take();
        due_ = 0;
    }
    inputs.controls = controls_;
    inputs.finish = finish_;
}

void ControllerPort::add_spend(std::int64_t spend_ns) noexcept {
    figures_.spend.add(spend_ns < longest_spend_ns ? spend_ns : longest_spend_ns);
}

FaultBits ControllerPort::take() noexcept {
    count(figures_.periods);
    Answer given;
    if (!answer(given)) return miss();
    missed_in_a_row_ = 0;
    add_spend(given.spend_ns);
    const model::CheckedCommand checked = model::check_command(given.command);
    if (!checked.not_a_number.empty()) {
        figures_.not_a_number = checked.not_a_number;
        figures_.infinite = checked.infinite;
        return fault_controller_value;
    }
    count(figures_.clamped, checked.clamped);
    controls_ = checked.controls;
    finish_ = checked.finish ? 1 : 0;
    return 0;
}

FaultBits ControllerPort::miss() noexcept {
    count(figures_.missed);
    Answer late;
    if (asker_.take_late(
            late)) {  // slow, but not silent; and whoever is slow wants to know how slow
        missed_in_a_row_ = 0;
        if (late.spend_ns >= 0) add_spend(late.spend_ns);
    }
    ++missed_in_a_row_;
    if (ended_.load(std::memory_order_acquire)) return fault_controller_ended;
    const bool silent =
        waited_in_vain_ || missed_in_a_row_ * timing_.period_ticks >= controller_patience_ticks;
    waited_in_vain_ = false;
    return silent ? fault_controller_silent : FaultBits{0};
}

}  // namespace ghostcar::rt_core
