// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/transport/queued_transport.h"

#include <poll.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <utility>

#include "rt_core/housekeeping.h"
#include "rt_core/monotonic_clock.h"

namespace ghostcar::can_bridge {
namespace {

std::int64_t realtime_ns() noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

std::int64_t SendDeadline::of(const Frame& frame) const noexcept {
    constexpr std::int64_t segment_ns = 1'000'000'000;  // N_As
    const bool is_segment =
        std::any_of(segments.begin(), segments.end(), [&](const SideLink::Id& segment) {
            return segment.id == frame.id && segment.is_extended == frame.is_extended;
        });
    return is_segment ? segment_ns : ns;
}

QueuedTransport::QueuedTransport(SendDeadline deadline)
    : deadline_(std::move(deadline)), received_(ring_capacity), waiting_(packet_capacity) {}

void QueuedTransport::receive(FrameBatch& batch, std::size_t most) noexcept {
    // Straight into its place; the batch has the room.
    for (; most > 0; --most) {
        BusFrame* place = batch.add();
        if (place == nullptr) return;
        if (received_.pop(place->timed)) continue;
        batch.remove_last();
        return;
    }
}

std::size_t QueuedTransport::send(std::span<const BusFrame> frames) noexcept {
    const std::int64_t time_ns = rt_core::MonotonicClock().now_ns();
    std::size_t taken = 0;
    while (taken < frames.size()) {
        const std::size_t count = std::min(frames.size() - taken, Packet::capacity);
        if (!waiting_.emplace(frames.subspan(taken, count), time_ns)) {
            add(no_room_, frames.size() - taken);
            break;
        }
        taken += count;
    }
    return taken;
}

TransportCounts QueuedTransport::counts() const noexcept {
    TransportCounts counts;
    counts.dropped = dropped_.load(std::memory_order_relaxed) + received_.dropped();
    counts.malformed = malformed_.load(std::memory_order_relaxed);
    counts.own = own_.load(std::memory_order_relaxed);
    counts.lost = stale_.load(std::memory_order_relaxed) + refused_.load(std::memory_order_relaxed);
    counts.refused =
        refused_.load(std::memory_order_relaxed) + no_room_.load(std::memory_order_relaxed);
    counts.stale = stale_.load(std::memory_order_relaxed);
    return counts;
}

void QueuedTransport::start(const char* name) {
    thread_ = std::make_unique<rt_core::Thread>(name, [this] { work(); });
}

void QueuedTransport::stop() {
    stop_.store(true, std::memory_order_relaxed);
    if (thread_) thread_->join();
    thread_.reset();
}

void QueuedTransport::wait_for_input(const FileDescriptor& file, std::int64_t longest_ns) noexcept {
    pollfd wanted{file.get(), POLLIN, 0};
    const timespec longest{longest_ns / 1'000'000'000, longest_ns % 1'000'000'000};
    ::ppoll(&wanted, 1, &longest, nullptr);
}

void QueuedTransport::deliver(const Frame& frame) noexcept {
    received_.push({realtime_ns(), 0, frame});
}

void QueuedTransport::work() {
    sigset_t all;  // signals are the main thread's
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    while (!stop_.load(std::memory_order_relaxed)) {
        // The tick wakes half-way between whole milliseconds, and this thread on them: what a tick
        // sends has left half a millisecond later.
        wait(rt_core::housekeeping_pause_ns(1));
        work_once();
    }
    write_waiting();  // of the last tick
}

void QueuedTransport::work_once() {
    read_all();
    write_waiting();
}

void QueuedTransport::write_waiting() {
    Packet next{};
    bool wrote = false;
    while (waiting_.pop(next))
        for (std::size_t index = 0; index < next.size(); ++index) {
            const Frame frame = next.frame(index);
            const std::int64_t waited_ns = rt_core::MonotonicClock().now_ns() - next.time_ns();
            if (waited_ns > deadline_.of(frame)) {
                add(stale_);
                continue;
            }
            if (!write({realtime_ns(), 0, frame})) add(refused_);
            wrote = true;
        }
    if (wrote) flush();
}

}  // namespace ghostcar::can_bridge
