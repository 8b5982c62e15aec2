// SPDX-License-Identifier: Apache-2.0
// A transport whose frames have to be put into words: a thread does that, beside the tick. Rings
// on both ways; a frame that could not leave before its deadline never leaves.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "can_bridge/bus_ports.h"
#include "rt_core/ring.h"
#include "rt_core/thread.h"

namespace ghostcar::can_bridge {

class QueuedTransport : public Transport {
public:
    static constexpr std::size_t ring_capacity = 1024;

    QueuedTransport(const QueuedTransport&) = delete;
    QueuedTransport& operator=(const QueuedTransport&) = delete;

    void receive(FrameBatch& batch, std::size_t most) noexcept override;
    std::size_t send(std::span<const BusFrame> frames) noexcept override;
    [[nodiscard]] TransportCounts counts() const noexcept override;

protected:
    explicit QueuedTransport(std::int64_t deadline_ns);

    /// The last thing a constructor does, and the first of a destructor.
    void start(const char* name);
    void stop();

    // What a subclass does, on the thread.
    /// Sleeps until something has arrived, at most so long.
    virtual void wait(std::int64_t longest_ns) = 0;
    /// Takes everything that has arrived and delivers it.
    virtual void read_all() = 0;
    /// Puts one frame on the wire; false when it did not leave.
    virtual bool write(const TimedFrame& timed) = 0;
    /// After the last write of a round.
    virtual void flush() {}

    // What it has to tell, on the thread.
    void deliver(const Frame& frame) noexcept;
    void count_malformed() noexcept { add(malformed_); }
    void count_own() noexcept { add(own_); }
    void count_dropped(std::uint64_t frames) noexcept { add(dropped_, frames); }

private:
    struct Waiting {
        Frame frame;
        std::int64_t deadline_ns;  // CLOCK_MONOTONIC
    };
    static void add(std::atomic<std::uint64_t>& counter, std::uint64_t count = 1) noexcept {
        counter.store(counter.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
    }
    void work();
    void write_waiting();

    std::int64_t deadline_ns_;
    rt_core::Ring<TimedFrame> received_;
    rt_core::Ring<Waiting> waiting_;
    std::atomic<std::uint64_t> dropped_{0};
    std::atomic<std::uint64_t> malformed_{0};
    std::atomic<std::uint64_t> own_{0};
    std::atomic<std::uint64_t> refused_{0};
    std::atomic<std::uint64_t> stale_{0};
    std::atomic<bool> stop_{false};
    std::unique_ptr<rt_core::Thread> thread_;
};

}  // namespace ghostcar::can_bridge
