// SPDX-License-Identifier: Apache-2.0
// A transport whose frames have to be put into words: a thread does that, beside the tick. Rings
// on both ways; a frame that could not leave before its deadline never leaves.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "can_bridge/bus_ports.h"
#include "can_bridge/transport/file_descriptor.h"
#include "rt_core/ring.h"
#include "rt_core/thread.h"

namespace ghostcar::can_bridge {

/// How long a frame may wait until it leaves.
struct SendDeadline {
    std::int64_t ns = 0;
    /// Ids of diagnostic transfers, whose frames may be as late as ISO 15765-2 allows: one that is
    /// missing loses the whole answer.
    std::vector<SideLink::Id> segments;

    [[nodiscard]] std::int64_t of(const Frame& frame) const noexcept;
};

class QueuedTransport : public Transport {
public:
    static constexpr std::size_t ring_capacity = 1024;   // received frames
    static constexpr std::size_t packet_capacity = 512;  // ticks whose frames wait to be sent

    QueuedTransport(const QueuedTransport&) = delete;
    QueuedTransport& operator=(const QueuedTransport&) = delete;

    void receive(FrameBatch& batch, std::size_t most) noexcept override;
    std::size_t send(std::span<const BusFrame> frames) noexcept override;
    [[nodiscard]] TransportCounts counts() const noexcept override;

protected:
    explicit QueuedTransport(SendDeadline deadline);

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

    /// For wait(): until this one can be read.
    static void wait_for_input(const FileDescriptor& file, std::int64_t longest_ns) noexcept;

    /// One round of the thread: takes what has arrived, puts on the wire what waits.
    void work_once();

    // What it has to tell, on the thread.
    void deliver(const Frame& frame) noexcept;
    void count_malformed() noexcept { add(malformed_); }
    void count_own() noexcept { add(own_); }
    void count_dropped(std::uint64_t frames) noexcept { add(dropped_, frames); }
    void count_refused(std::uint64_t frames) noexcept { add(refused_, frames); }

private:
    /// Frames of one tick, with its time: one record of the ring for all of them. They are kept as
    /// bytes, so that places without a frame need not be made.
    // NOLINTBEGIN(cppcoreguidelines-pro-type-member-init): only what is used is written
    class Packet {
    public:
        static constexpr std::size_t capacity = 8;

        Packet() = default;
        Packet(std::span<const BusFrame> frames, std::int64_t time_ns) noexcept
            : time_ns_(time_ns), size_(frames.size()) {
            for (std::size_t index = 0; index < size_; ++index)
                std::memcpy(bytes_.data() + index * sizeof(Frame), &frames[index].timed.frame,
                            sizeof(Frame));
        }
        // NOLINTEND(cppcoreguidelines-pro-type-member-init)

        [[nodiscard]] std::int64_t time_ns() const noexcept { return time_ns_; }
        [[nodiscard]] std::size_t size() const noexcept { return size_; }
        [[nodiscard]] Frame frame(std::size_t index) const noexcept {
            Frame frame;
            std::memcpy(&frame, bytes_.data() + index * sizeof(Frame), sizeof(Frame));
            return frame;
        }

    private:
        std::int64_t time_ns_ = 0;  // CLOCK_MONOTONIC
        std::size_t size_ = 0;
        std::array<std::byte, capacity * sizeof(Frame)> bytes_;
    };
    static_assert(std::is_trivially_copyable_v<Frame>);
    static void add(std::atomic<std::uint64_t>& counter, std::uint64_t count = 1) noexcept {
        counter.store(counter.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
    }
    void work();
    void write_waiting();

    SendDeadline deadline_;
    rt_core::Ring<TimedFrame> received_;
    rt_core::Ring<Packet> waiting_;
    std::atomic<std::uint64_t> no_room_{0};  // the tick's; the others are the thread's
    std::atomic<std::uint64_t> dropped_{0};
    std::atomic<std::uint64_t> malformed_{0};
    std::atomic<std::uint64_t> own_{0};
    std::atomic<std::uint64_t> refused_{0};
    std::atomic<std::uint64_t> stale_{0};
    std::atomic<bool> stop_{false};
    std::unique_ptr<rt_core::Thread> thread_;
};

}  // namespace ghostcar::can_bridge
