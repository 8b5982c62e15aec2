// SPDX-License-Identifier: Apache-2.0
// Where the heart and whoever drives meet: numbered questions one way, numbered answers back. It
// has no pointers and no locks, so it works between two threads and, in shared memory, between two
// processes of which one must not be trusted: the heart never reads what it wrote itself, and
// reads each answer once, into a copy of its own, before it looks at it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "model/driver/controller/ghostcar_controller.h"

namespace ghostcar::rt_core {

/// One answer. 0 is no question's number.
struct Answer {
    std::uint32_t number = 0;
    std::uint32_t reserved = 0;
    std::int64_t spend_ns = 0;  // time in the controller's own code
    GhostcarCommand command{};
};

/// Two places each way: while the controller still looks at one question the next may come. Two
/// questions later it has missed its time anyway, and notices.
struct Exchange {
    static constexpr std::uint32_t places = 2;

    alignas(64) std::atomic<std::uint32_t> asked{0};  // the newest question; a futex
    std::atomic<std::int32_t> loop_cpu{-1};  // where the loop runs when it waits for answers
    std::atomic<std::uint32_t> closing{0};   // 1: no more questions
    alignas(64) std::array<GhostcarView, places> questions{};
    alignas(64) std::atomic<std::uint32_t> answered{0};  // the newest answer; a futex
    alignas(64) std::array<Answer, places> answers{};
};

/// futex(2). Another process may wait: never the private kind. Wakes one waiter: each side has one.
/// Whoever lets a thousand threads wait in its place misses its own answer, and costs us no more.
void futex_wake(std::atomic<std::uint32_t>& word) noexcept;
/// Until it is woken, the word is not `value` (any more), or the time is over.
void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t value,
                std::int64_t patience_ns) noexcept;

/// The heart's end. Nothing here blocks.
class Asker {
public:
    explicit Asker(Exchange& exchange) noexcept : exchange_(exchange) {}

    /// Where the next question is to be written …
    [[nodiscard]] GhostcarView& next() noexcept {
        return exchange_.questions[(number_ + 1) % Exchange::places];
    }
    /// … and there it is.
    void ask() noexcept {
        if (++number_ == 0) ++number_;
        exchange_.asked.store(number_, std::memory_order_release);
        futex_wake(exchange_.asked);
    }
    [[nodiscard]] bool answered() const noexcept {
        return exchange_.answered.load(std::memory_order_acquire) == number_;
    }
    /// The answer to the newest question, if it is there.
    [[nodiscard]] bool take(Answer& answer) noexcept;
    /// An answer that has come since, to an older question: each is told once.
    [[nodiscard]] bool take_late(Answer& answer) noexcept;
    [[nodiscard]] Exchange& exchange() const noexcept { return exchange_; }

private:
    Exchange& exchange_;
    std::uint32_t number_ = 0;  // our own: the one in the exchange is not to be trusted
    std::uint32_t heard_ = 0;   // the answer that was taken last, in time or late
};

/// Puts down the answer to question `number`; nobody minds if it comes too late.
void put_answer(Exchange& exchange, std::uint32_t number, const GhostcarCommand& command,
                std::int64_t spend_ns) noexcept;

/// The controller's end.
class Answerer {
public:
    explicit Answerer(Exchange& exchange) noexcept : exchange_(exchange) {}

    /// Waits for a question newer than the last one and copies it. False: the time is over, or
    /// there will be no more (closing()).
    [[nodiscard]] bool wait(GhostcarView& view, std::int64_t patience_ns) noexcept;
    void answer(const GhostcarCommand& command, std::int64_t spend_ns) noexcept {
        put_answer(exchange_, number_, command, spend_ns);
    }
    [[nodiscard]] bool closing() const noexcept {
        return exchange_.closing.load(std::memory_order_acquire) != 0;
    }
    [[nodiscard]] std::uint32_t number() const noexcept { return number_; }

private:
    [[nodiscard]] bool copy_newest(GhostcarView& view) noexcept;

    Exchange& exchange_;
    std::uint32_t number_ = 0;
};

}  // namespace ghostcar::rt_core
