// SPDX-License-Identifier: Apache-2.0
// The rings between the tick and a transport's thread; the thread's rounds are called by hand.
#include "can_bridge/transport/queued_transport.h"

#include <algorithm>
#include <ctime>
#include <memory>
#include <utility>
#include <vector>

#include "can_bridge/bus.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::can_bridge;

namespace {

Frame frame_of(std::uint32_t id) {
    Frame frame;
    frame.id = id;
    frame.length = 1;
    frame.data[0] = static_cast<std::uint8_t>(id);
    return frame;
}

/// A wire that lies on the test's desk.
class HandTransport final : public QueuedTransport {
public:
    explicit HandTransport(std::int64_t deadline_ns, std::vector<SideLink::Id> segments = {})
        : QueuedTransport({deadline_ns, std::move(segments)}) {}
    void round() { work_once(); }

    std::uint32_t arriving = 0;  // frames in the next round, numbered
    std::vector<Frame> written;

private:
    void wait(std::int64_t /*longest_ns*/) override {}
    void read_all() override {
        for (std::uint32_t id = 0; id < arriving; ++id) deliver(frame_of(id));
        arriving = 0;
    }
    bool write(const TimedFrame& timed) override {
        written.push_back(timed.frame);
        return true;
    }
};

constexpr std::int64_t second_ns = 1'000'000'000;

std::vector<BusFrame> frames_of(std::uint32_t count) {
    std::vector<BusFrame> frames(count);
    for (std::uint32_t id = 0; id < count; ++id) frames[id].timed.frame = frame_of(id);
    return frames;
}

void what_a_tick_sends_is_written_whole_and_in_order() {
    HandTransport transport(second_ns);
    for (const std::uint32_t count : {1U, 7U, 8U, 9U, 20U, 64U}) {
        transport.written.clear();
        TEST_ASSERT_EQUAL_size_t(count, transport.send(frames_of(count)));
        TEST_ASSERT_EQUAL_size_t(0, transport.written.size());
        transport.round();
        TEST_ASSERT_EQUAL_size_t(count, transport.written.size());
        for (std::uint32_t id = 0; id < count; ++id)
            TEST_ASSERT_TRUE(transport.written[id] == frame_of(id));
    }
}

void a_full_ring_refuses_and_counts_frames() {
    HandTransport transport(second_ns);
    std::size_t taken = 0;
    while (true) {
        const std::size_t now = transport.send(frames_of(3));
        taken += now;
        if (now < 3) break;
    }
    TEST_ASSERT_EQUAL_size_t(3 * QueuedTransport::packet_capacity, taken);
    TEST_ASSERT_EQUAL_UINT64(3, transport.counts().refused);
    transport.round();
    TEST_ASSERT_EQUAL_size_t(taken, transport.written.size());
}

void nothing_stale_is_written() {
    HandTransport transport(2'000'000);
    transport.send(frames_of(5));
    const timespec longer{0, 5'000'000};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &longer, nullptr);
    transport.round();
    TEST_ASSERT_EQUAL_size_t(0, transport.written.size());
    TEST_ASSERT_EQUAL_UINT64(5, transport.counts().stale);
}

/// One segment of a diagnostic answer that is dropped loses the answer.
void segments_of_a_transfer_may_be_later() {
    HandTransport transport(2'000'000, {{2, false}, {3, true}});
    transport.send(frames_of(5));
    const timespec longer{0, 5'000'000};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &longer, nullptr);
    transport.round();
    TEST_ASSERT_EQUAL_size_t(1, transport.written.size());
    TEST_ASSERT_TRUE(transport.written[0] == frame_of(2));
    TEST_ASSERT_EQUAL_UINT64(4, transport.counts().stale);
}

/// A flood waits in the ring, which drops and counts; a tick takes its budget, oldest first.
void a_flood_is_dropped_outside_the_tick() {
    auto own = std::make_unique<HandTransport>(second_ns);
    HandTransport& transport = *own;
    std::vector<std::unique_ptr<Transport>> transports;
    transports.push_back(std::move(own));
    Bus bus(std::move(transports));
    transport.arriving = 3000;
    transport.round();
    TEST_ASSERT_EQUAL_UINT64(3000 - QueuedTransport::ring_capacity, transport.counts().dropped);
    std::uint64_t status = 0;
    const std::int64_t ticks = QueuedTransport::ring_capacity / Bus::frames_per_tick;
    for (std::int64_t tick = 1; tick <= ticks + 3; ++tick) {
        rt_core::Inputs inputs;
        bus.latch(tick, inputs);
        status |= inputs.bus_status;
        const std::uint64_t most = Bus::frames_per_tick * static_cast<std::uint64_t>(tick);
        TEST_ASSERT_EQUAL_UINT64(std::min<std::uint64_t>(most, QueuedTransport::ring_capacity),
                                 bus.counts(0).received);
    }
    TEST_ASSERT_TRUE((status & status_dropped) != 0);
}

void a_tick_takes_no_more_than_it_asks_for() {
    HandTransport transport(second_ns);
    transport.arriving = 5;
    transport.round();
    FrameBatch batch;
    transport.receive(batch, 2);
    TEST_ASSERT_EQUAL_size_t(2, batch.size());
    transport.receive(batch, 32);
    TEST_ASSERT_EQUAL_size_t(5, batch.size());
    for (std::uint32_t id = 0; id < 5; ++id)
        TEST_ASSERT_TRUE(batch[id].timed.frame == frame_of(id));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(what_a_tick_sends_is_written_whole_and_in_order);
    RUN_TEST(a_full_ring_refuses_and_counts_frames);
    RUN_TEST(nothing_stale_is_written);
    RUN_TEST(segments_of_a_transfer_may_be_later);
    RUN_TEST(a_flood_is_dropped_outside_the_tick);
    RUN_TEST(a_tick_takes_no_more_than_it_asks_for);
    return UNITY_END();
}
