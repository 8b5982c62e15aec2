// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/bus.h"

#include <deque>

#include "tests/unit/can_bridge/can_session.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::can_bridge;
using tests::TestTransport;
using tests::Wire;

namespace {

Frame frame_of(std::uint32_t id, std::uint8_t first_byte = 0) {
    Frame frame;
    frame.id = id;
    frame.length = 8;
    frame.data[0] = first_byte;
    return frame;
}

class Tap final : public FrameTap {
public:
    void record(std::span<const BusFrame> frames) noexcept override {
        seen.insert(seen.end(), frames.begin(), frames.end());
    }
    std::vector<BusFrame> seen;
};

Bus bus_on(std::initializer_list<Wire*> wires) {
    std::vector<std::unique_ptr<Transport>> transports;
    for (Wire* wire : wires) transports.push_back(std::make_unique<TestTransport>(*wire));
    return Bus(std::move(transports));
}

void tick(Bus& bus, std::int64_t number) {
    rt_core::Inputs inputs;
    rt_core::State state;
    state.tick = number;
    bus.latch(number, inputs);
    bus.publish(inputs, state, 0);
}

void a_link_hears_its_ids_and_its_answers_leave_on_its_bus() {
    Wire one;
    Wire other;
    Bus bus = bus_on({&one, &other});
    const SideLink::Id hears[] = {{0x7DF, false}, {0x18DA00F1, true}};
    const SideLink::Id says[] = {{0x7E8, false}};
    SideLink link(1, hears, says);
    bus.add(link);
    other.to_us = {frame_of(0x7DF, 1), frame_of(0x123), frame_of(0x18DA00F1 & 0x7FF)};
    Frame extended = frame_of(0x18DA00F1, 2);
    extended.is_extended = true;
    other.to_us.push_back(extended);
    one.to_us = {frame_of(0x7DF, 3)};  // the other bus
    tick(bus, 5);
    BusFrame heard;
    TEST_ASSERT_TRUE(link.take(heard));
    TEST_ASSERT_EQUAL_UINT(1, heard.timed.frame.data[0]);
    TEST_ASSERT_EQUAL_UINT(1, heard.timed.channel);
    TEST_ASSERT_EQUAL_INT64(5, heard.tick);
    TEST_ASSERT_TRUE(link.take(heard));
    TEST_ASSERT_EQUAL_UINT(2, heard.timed.frame.data[0]);
    TEST_ASSERT_FALSE(link.take(heard));

    link.give(frame_of(0x7E8, 4));
    link.give(frame_of(0x7E9, 5));  // not one of its ids
    tick(bus, 6);
    TEST_ASSERT_EQUAL_UINT(1, other.from_us.size());
    TEST_ASSERT_EQUAL_UINT(0, bus.counts(1).not_allowed);  // one frame a tick
    tick(bus, 7);
    TEST_ASSERT_EQUAL_UINT(0, one.from_us.size());
    TEST_ASSERT_EQUAL_UINT(1, other.from_us.size());
    TEST_ASSERT_EQUAL_UINT(4, other.from_us[0].timed.frame.data[0]);
    TEST_ASSERT_EQUAL_UINT(1, bus.counts(1).not_allowed);
}

void a_flood_enters_only_within_the_budget_of_a_tick() {
    Wire wire;
    Bus bus = bus_on({&wire});
    for (int count = 0; count < 1000; ++count) wire.to_us.push_back(frame_of(0x10));
    tick(bus, 1);
    TEST_ASSERT_EQUAL_UINT(Bus::frames_per_tick, bus.counts(0).received);
    TEST_ASSERT_EQUAL_UINT(1000 - Bus::frames_per_tick, wire.to_us.size());
}

void what_the_wire_refuses_is_counted_and_not_tried_again() {
    Wire wire;
    wire.takes = 2;
    Bus bus = bus_on({&wire});
    const SideLink::Id says[] = {{0x7E8, false}};
    std::deque<SideLink> links;
    Tap tap;
    for (std::uint8_t count = 0; count < 5; ++count) {
        bus.add(links.emplace_back(0U, std::span<const SideLink::Id>(), says));
        links.back().give(frame_of(0x7E8, count));
    }
    bus.add(tap);
    tick(bus, 1);
    tick(bus, 2);
    TEST_ASSERT_EQUAL_UINT(2, wire.from_us.size());
    TEST_ASSERT_EQUAL_UINT(2, bus.counts(0).sent);
    TEST_ASSERT_EQUAL_UINT(3, bus.counts(0).not_sent);
    TEST_ASSERT_EQUAL_UINT(2, tap.seen.size());  // a log shows what left, no more
}

/// Drops every frame of id 1, delays those of id 2 by a tick.
class Stage final : public FrameStage {
public:
    void process(std::uint32_t /*bus*/, Direction direction, std::int64_t /*tick*/,
                 FrameBatch& batch) noexcept override {
        calls[direction == Direction::sent ? 1 : 0] += 1;
        const std::vector<BusFrame> due = std::move(kept_);
        kept_.clear();
        batch.erase_if([this](const BusFrame& frame) {
            const std::uint32_t id = frame.timed.frame.id;
            if (id == 2) kept_.push_back(frame);
            return id == 1 || id == 2;
        });
        for (const BusFrame& frame : due) batch.add(frame);
    }
    int calls[2] = {0, 0};

private:
    std::vector<BusFrame> kept_;
};

void a_stage_drops_delays_and_is_asked_in_empty_ticks_too() {
    Wire wire;
    Bus bus = bus_on({&wire});
    Stage stage;
    Tap tap;
    bus.add(stage);
    bus.add(tap);
    bus.allow(0, 2, false);
    wire.to_us = {frame_of(1), frame_of(2), frame_of(3), frame_of(4)};
    rt_core::Inputs inputs;
    bus.latch(1, inputs);
    TEST_ASSERT_EQUAL_UINT(2, tap.seen.size());
    TEST_ASSERT_EQUAL_UINT(3, tap.seen[0].timed.frame.id);
    TEST_ASSERT_EQUAL_UINT(4, tap.seen[1].timed.frame.id);
    bus.latch(2, inputs);
    TEST_ASSERT_EQUAL_UINT(3, tap.seen.size());
    TEST_ASSERT_EQUAL_UINT(2, tap.seen[2].timed.frame.id);
    TEST_ASSERT_EQUAL_INT(2, stage.calls[0]);
}

/// Keeps what passes it.
class Witness final : public FrameStage {
public:
    void process(std::uint32_t /*bus*/, Direction direction, std::int64_t /*tick*/,
                 FrameBatch& batch) noexcept override {
        if (direction == Direction::sent)
            sent.insert(sent.end(), batch.frames().begin(), batch.frames().end());
    }
    std::vector<BusFrame> sent;
};

/// A fault counts from the tick of a frame and asks for its way: both must be there when it looks.
void a_stage_meets_sent_frames_with_bus_tick_and_way() {
    Wire one;
    Wire other;
    Bus bus = bus_on({&one, &other});
    const SideLink::Id says[] = {{0x7E8, false}};
    SideLink link(1, {}, says);
    Witness witness;
    bus.add(link);
    bus.add(witness);
    for (std::int64_t number = 1; number <= 3; ++number) {
        link.give(frame_of(0x7E8));
        tick(bus, number);
    }
    TEST_ASSERT_EQUAL_UINT(3, witness.sent.size());
    for (std::size_t index = 0; index < witness.sent.size(); ++index) {
        const BusFrame& frame = witness.sent[index];
        TEST_ASSERT_EQUAL_UINT(1, frame.timed.channel);
        TEST_ASSERT_EQUAL_INT64(index + 1, frame.tick);
        TEST_ASSERT_TRUE(frame.direction == Direction::sent);
    }
}

/// Off the bus nothing reaches a fault either: it would take every frame for a try to send.
void off_the_bus_nothing_is_sent_nor_met_by_a_stage() {
    Wire wire;
    Bus bus = bus_on({&wire});
    const SideLink::Id says[] = {{0x7E8, false}};
    SideLink link(0, {}, says);
    Witness witness;
    bus.add(link);
    bus.add(witness);
    Frame off = frame_of(0x040);
    off.is_error = true;
    wire.to_us.push_back(off);
    const std::int64_t again = 1 + BusGuard::first_pause_ticks;
    for (std::int64_t number = 1; number <= again; ++number) {
        link.give(frame_of(0x7E8));
        tick(bus, number);
        TEST_ASSERT_EQUAL_UINT(number < again ? 0 : 1, witness.sent.size());
    }
    TEST_ASSERT_EQUAL_UINT(1, wire.from_us.size());
    TEST_ASSERT_EQUAL_INT64(again, wire.from_us[0].tick);
    TEST_ASSERT_EQUAL_UINT(BusGuard::first_pause_ticks, bus.counts(0).not_sent);
}

void ids_are_found_standard_and_extended() {
    IdIndex index;
    index.set(0x7FF, false, 3);
    index.set(0x7FF, true, 4);
    index.set(0x1FFF'FFFF, true, 5);
    index.set(0, true, 6);
    index.set(0x7FF, true, 7);
    TEST_ASSERT_EQUAL_INT(3, index.find(0x7FF, false));
    TEST_ASSERT_EQUAL_INT(7, index.find(0x7FF, true));
    TEST_ASSERT_EQUAL_INT(5, index.find(0x1FFF'FFFF, true));
    TEST_ASSERT_EQUAL_INT(6, index.find(0, true));
    TEST_ASSERT_EQUAL_INT(IdIndex::none, index.find(0, false));
    TEST_ASSERT_EQUAL_INT(IdIndex::none, index.find(1, true));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_link_hears_its_ids_and_its_answers_leave_on_its_bus);
    RUN_TEST(a_flood_enters_only_within_the_budget_of_a_tick);
    RUN_TEST(what_the_wire_refuses_is_counted_and_not_tried_again);
    RUN_TEST(a_stage_drops_delays_and_is_asked_in_empty_ticks_too);
    RUN_TEST(a_stage_meets_sent_frames_with_bus_tick_and_way);
    RUN_TEST(off_the_bus_nothing_is_sent_nor_met_by_a_stage);
    RUN_TEST(ids_are_found_standard_and_extended);
    return UNITY_END();
}
