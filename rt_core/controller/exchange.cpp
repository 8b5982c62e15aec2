// SPDX-License-Identifier: Apache-2.0
#include "rt_core/controller/exchange.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstring>

namespace ghostcar::rt_core {

static_assert(std::atomic<std::uint32_t>::is_always_lock_free);
static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

void futex_wake(std::atomic<std::uint32_t>& word) noexcept {
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t value,
                std::int64_t patience_ns) noexcept {
    constexpr std::int64_t second_ns = 1'000'000'000;
    const timespec patience{.tv_sec = patience_ns / second_ns, .tv_nsec = patience_ns % second_ns};
    syscall(SYS_futex, &word, FUTEX_WAIT, value, &patience, nullptr, 0);
}

namespace {

bool copy_answer(const Exchange& exchange, std::uint32_t number, Answer& answer) noexcept {
    std::memcpy(&answer, &exchange.answers[number % Exchange::places], sizeof answer);
    // From here on only the copy counts: the compiler must not look a second time.
    std::atomic_signal_fence(std::memory_order_seq_cst);
    return answer.number == number;
}

}  // namespace

bool Asker::take(Answer& answer) noexcept {
    if (!answered()) return false;
    heard_ = number_;
    return copy_answer(exchange_, number_, answer);
}

bool Asker::take_late(Answer& answer) noexcept {
    const std::uint32_t newest = exchange_.answered.load(std::memory_order_acquire);
    if (newest == heard_) return false;
    heard_ = newest;
    return copy_answer(exchange_, newest, answer);
}

bool Answerer::copy_newest(GhostcarView& view) noexcept {
    while (true) {
        const std::uint32_t newest = exchange_.asked.load(std::memory_order_acquire);
        if (newest == number_) return false;
        std::memcpy(&view, &exchange_.questions[newest % Exchange::places], sizeof view);
        std::atomic_thread_fence(std::memory_order_acquire);
        // Once the next question is out, the one after it may be on its way into this place.
        if (exchange_.asked.load(std::memory_order_relaxed) != newest) continue;
        number_ = newest;
        return true;
    }
}

bool Answerer::wait(GhostcarView& view, std::int64_t patience_ns) noexcept {
    if (closing()) return false;
    if (copy_newest(view)) return true;
    futex_wait(exchange_.asked, number_, patience_ns);
    return !closing() && copy_newest(view);
}

void put_answer(Exchange& exchange, std::uint32_t number, const GhostcarCommand& command,
                std::int64_t spend_ns) noexcept {
    Answer& place = exchange.answers[number % Exchange::places];
    place.number = number;
    place.spend_ns = spend_ns;
    place.command = command;
    exchange.answered.store(number, std::memory_order_release);
    futex_wake(exchange.answered);
}

}  // namespace ghostcar::rt_core
