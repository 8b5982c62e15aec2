// SPDX-License-Identifier: Apache-2.0
// Each row of docs/can.md's table "when the bus misbehaves" that concerns what is received.
#include <bit>
#include <limits>

#include "can_bridge/e2e/profile1.h"
#include "rt_core/fault_table.h"
#include "tests/unit/can_bridge/can_session.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::tests;

namespace {

const std::string pedals = one_bus(R"([[can.bus.receive]]
message = "Pedals"
protection = { profile = "profile1", data_id = 0x123 }
signals = [ { signal = "Accelerator", to = "accelerator" }, { signal = "Brake", to = "brake" } ]
)");

constexpr auto ok = MessageStatus::ok;
constexpr auto lagging = MessageStatus::lagging;
constexpr auto invalid = MessageStatus::invalid;
constexpr auto timed_out = MessageStatus::timed_out;

void check(MessageStatus expected, const Desk& desk) {
    TEST_ASSERT_EQUAL_INT(static_cast<int>(expected), static_cast<int>(desk.status()));
}

Frame pedal_frame(int counter, int accelerator, int brake = 0) {
    Frame frame = frame_of(256, {0, 0, accelerator, brake});
    e2e::Profile1(0x123, e2e::DataIdMode::both).protect({frame.data.data(), 4}, counter);
    return frame;
}

/// A frame every ten ticks: the last one in the tick that this ends with.
void drive(Desk& desk, int frames, int first_counter, int accelerator = 100) {
    for (int number = 0; number < frames; ++number) {
        desk.ticks(9);
        desk.tick({pedal_frame((first_counter + number) % 15, accelerator)});
    }
}

void a_frame_in_order_becomes_controls() {
    Desk desk(pedals);
    desk.tick();
    check(timed_out, desk);  // nothing ever came
    TEST_ASSERT_TRUE((desk.inputs.faults & rt_core::fault_bus_timeout) != 0);
    desk.tick({pedal_frame(0, 100, 200)});
    check(ok, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, desk.inputs.controls.accelerator);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, desk.inputs.controls.brake);
    TEST_ASSERT_EQUAL_UINT64(0, desk.inputs.faults);
    TEST_ASSERT_EQUAL_UINT64(0, desk.inputs.bus_status);
}

void a_late_frame_is_lagging_and_silence_for_three_cycles_releases_the_pedals() {
    Desk desk(pedals);
    drive(desk, 3, 0);
    desk.ticks(14);
    check(ok, desk);  // half a cycle of jitter
    desk.tick();
    check(lagging, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, desk.inputs.controls.accelerator);
    desk.ticks(14);  // 29 ticks after the last frame
    check(lagging, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, desk.inputs.controls.accelerator);
    desk.tick();
    check(timed_out, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, desk.inputs.controls.accelerator);
    TEST_ASSERT_TRUE((desk.inputs.faults & rt_core::fault_bus_timeout) != 0);
    TEST_ASSERT_EQUAL_UINT64(1, desk.bus->receive_counts(0, 0).timeouts);
    drive(desk, 3, 6);  // it comes back
    check(ok, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, desk.inputs.controls.accelerator);
}

void a_wrong_length_is_rejected_and_never_padded() {
    for (const int length : {0, 1, 2, 3, 5, 8}) {
        Desk desk(pedals);
        drive(desk, 2, 0, 50);
        Frame frame = pedal_frame(2, 200);
        frame.length = static_cast<std::uint8_t>(length);
        desk.ticks(9);
        desk.tick({frame});
        check(invalid, desk);
        TEST_ASSERT_EQUAL_DOUBLE(0.25, desk.inputs.controls.accelerator);
        TEST_ASSERT_EQUAL_UINT64(1, desk.bus->receive_counts(0, 0).wrong_length);
    }
    Desk desk(pedals);
    drive(desk, 2, 0, 50);
    Frame remote = pedal_frame(2, 200);
    remote.is_remote = true;
    desk.tick({remote});
    check(invalid, desk);
}

void a_wrong_checksum_is_rejected() {
    Desk desk(pedals);
    drive(desk, 2, 0, 50);
    Frame frame = pedal_frame(2, 200);
    frame.data[0] ^= 1U;
    desk.tick({frame});
    check(invalid, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.25, desk.inputs.controls.accelerator);
    TEST_ASSERT_EQUAL_UINT64(1, desk.bus->receive_counts(0, 0).wrong_checksum);
    desk.ticks(9);
    desk.tick({pedal_frame(3, 200)});  // and right again
    check(ok, desk);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, desk.inputs.controls.accelerator);
}

void a_repeated_counter_holds_the_value_and_then_times_out() {
    Desk desk(pedals);
    drive(desk, 2, 0, 50);
    for (int number = 0; number < 2; ++number) {
        desk.ticks(9);
        desk.tick({pedal_frame(1, 200)});  // a replay: the counter of the last frame
        check(invalid, desk);
        TEST_ASSERT_EQUAL_DOUBLE(0.25, desk.inputs.controls.accelerator);
    }
    desk.ticks(9);
    desk.tick({pedal_frame(1, 200)});
    check(timed_out, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, desk.inputs.controls.accelerator);
    TEST_ASSERT_EQUAL_UINT64(3, desk.bus->receive_counts(0, 0).repeated);
}

void a_leap_of_the_counter_is_rejected_until_it_counts_again() {
    Desk desk(pedals);
    drive(desk, 2, 0, 50);
    drive(desk, 1, 9, 200);
    check(invalid, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.25, desk.inputs.controls.accelerator);
    drive(desk, 2, 10, 200);
    check(ok, desk);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, desk.inputs.controls.accelerator);
}

void not_available_holds_the_signal_and_then_substitutes_it_alone() {
    Desk desk(pedals);
    drive(desk, 2, 0, 50);
    for (int number = 2; number < 5; ++number) {
        check(number == 2 ? ok : invalid, desk);
        desk.ticks(9);
        desk.tick({pedal_frame(number, 255, 100)});
    }
    check(invalid, desk);  // the message comes, the signal does not
    TEST_ASSERT_EQUAL_DOUBLE(0.0, desk.inputs.controls.accelerator);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, desk.inputs.controls.brake);
    TEST_ASSERT_TRUE((desk.inputs.faults & rt_core::fault_bus_timeout) != 0);
    TEST_ASSERT_EQUAL_UINT64(3, desk.bus->receive_counts(0, 0).rejected_signals);
}

void out_of_range_is_rejected_and_the_limits_themselves_are_not() {
    Desk desk(pedals);
    drive(desk, 1, 0, 200);
    check(ok, desk);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, desk.inputs.controls.accelerator);
    drive(desk, 1, 1, 0);
    check(ok, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, desk.inputs.controls.accelerator);
    drive(desk, 1, 2, 201);
    check(invalid, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, desk.inputs.controls.accelerator);
}

Frame steer_frame(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return frame_of(258, {static_cast<int>(bits & 0xFFU), static_cast<int>(bits >> 8U & 0xFFU),
                          static_cast<int>(bits >> 16U & 0xFFU), static_cast<int>(bits >> 24U)});
}

void a_nan_is_rejected() {
    Desk desk(one_bus(R"([[can.bus.receive]]
message = "Floaty"
cycle_ms = 10
signals = [ { signal = "Steer", to = "steer" } ]
)"));
    desk.tick({steer_frame(0.5F)});
    check(ok, desk);
    for (const float value :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -3.0F}) {
        desk.tick({steer_frame(value)});
        check(invalid, desk);
        TEST_ASSERT_EQUAL_DOUBLE(0.5, desk.inputs.controls.steer);
    }
    desk.ticks(40);  // no substitute: the wheel stays where it was
    check(timed_out, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, desk.inputs.controls.steer);
}

void our_own_id_on_the_bus_is_an_alarm_and_never_adopted() {
    Desk desk(one_bus(R"([[can.bus.send]]
message = "Engine"
signals = [ { signal = "Rpm", from = "engine_speed_rpm" } ]
)"));
    desk.tick({frame_of(512, {0, 0, 0, 0, 0, 0, 0, 0})});
    TEST_ASSERT_TRUE((desk.inputs.bus_status & status_foreign_sender) != 0);
    TEST_ASSERT_EQUAL_UINT64(1, desk.bus->counts(0).foreign);
    desk.ticks(99);
    TEST_ASSERT_TRUE((desk.inputs.bus_status & status_foreign_sender) != 0);
    desk.tick();
    TEST_ASSERT_EQUAL_UINT64(0, desk.inputs.bus_status);
}

void a_flood_is_taken_in_its_budget_and_drops_are_flagged() {
    Desk desk(pedals);
    drive(desk, 1, 0);
    for (int number = 0; number < 320; ++number) desk.wire.to_us.push_back(frame_of(0, {}));
    desk.wire.counts.dropped = 7;
    desk.tick();
    TEST_ASSERT_EQUAL_UINT64(288, desk.wire.to_us.size());
    desk.ticks(9);
    TEST_ASSERT_EQUAL_UINT64(0, desk.wire.to_us.size());
    TEST_ASSERT_TRUE((desk.inputs.bus_status & status_dropped) != 0);
    desk.ticks(100);
    TEST_ASSERT_TRUE((desk.inputs.bus_status & status_dropped) == 0);
}

void a_session_may_take_a_loss_as_the_end() {
    Desk desk("[can]\non_loss = \"safe-state\"\nstart_wait_s = 2\n" + pedals);
    drive(desk, 1, 0);
    desk.state.session.phase = rt_core::Phase::running;
    desk.ticks(29);
    TEST_ASSERT_EQUAL_UINT64(0, desk.inputs.faults);
    desk.tick();
    TEST_ASSERT_EQUAL_UINT64(rt_core::fault_bus_timeout | rt_core::fault_bus_lost,
                             desk.inputs.faults);
    // Before the start it waits as long as the session says.
    desk.state.session.phase = rt_core::Phase::ready;
    desk.state.session.phase_ticks = 1999;
    desk.ticks(2);
    TEST_ASSERT_EQUAL_UINT64(rt_core::fault_bus_timeout, desk.inputs.faults);
    desk.state.session.phase_ticks = 2000;
    desk.ticks(2);
    TEST_ASSERT_EQUAL_UINT64(rt_core::fault_bus_timeout | rt_core::fault_bus_lost,
                             desk.inputs.faults);
}

const std::string turns = one_bus(R"([[can.bus.receive]]
message = "Turns"
cycle_ms = 10
signals = [ { signal = "First", to = "accelerator" }, { signal = "Second", to = "brake" } ]
)");

/// Five pages in turn, three cycles until a time-out: a healthy bus has none.
void pages_have_their_turns_and_are_not_late() {
    Desk desk(turns);
    for (int number = 0; number < 50; ++number) {
        desk.ticks(9);
        desk.tick({frame_of(259, {number % 5, 100, 0})});
        if (number < 1) continue;
        check(ok, desk);
        TEST_ASSERT_EQUAL_UINT64(0, desk.inputs.faults);
        TEST_ASSERT_EQUAL_DOUBLE(0.5, desk.inputs.controls.accelerator);
        TEST_ASSERT_EQUAL_DOUBLE(0.5, desk.inputs.controls.brake);
    }
    desk.ticks(29);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, desk.inputs.controls.accelerator);
    desk.tick();  // the message itself is late now
    check(timed_out, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, desk.inputs.controls.accelerator);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, desk.inputs.controls.brake);
}

void a_page_that_stays_away_is_substituted_after_the_turns_of_all() {
    Desk desk(turns);
    desk.tick({frame_of(259, {0, 100, 0})});
    desk.tick({frame_of(259, {1, 100, 0})});  // the last one of this page
    for (int number = 1; number < 150; ++number) {
        desk.tick({number % 10 == 9 ? frame_of(259, {0, 100, 0}) : frame_of(999, {})});
        TEST_ASSERT_EQUAL_DOUBLE(0.5, desk.inputs.controls.brake);
    }
    desk.tick();
    check(ok, desk);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, desk.inputs.controls.accelerator);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, desk.inputs.controls.brake);
    TEST_ASSERT_TRUE((desk.inputs.faults & rt_core::fault_bus_timeout) != 0);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_frame_in_order_becomes_controls);
    RUN_TEST(a_late_frame_is_lagging_and_silence_for_three_cycles_releases_the_pedals);
    RUN_TEST(a_wrong_length_is_rejected_and_never_padded);
    RUN_TEST(a_wrong_checksum_is_rejected);
    RUN_TEST(a_repeated_counter_holds_the_value_and_then_times_out);
    RUN_TEST(a_leap_of_the_counter_is_rejected_until_it_counts_again);
    RUN_TEST(not_available_holds_the_signal_and_then_substitutes_it_alone);
    RUN_TEST(out_of_range_is_rejected_and_the_limits_themselves_are_not);
    RUN_TEST(a_nan_is_rejected);
    RUN_TEST(our_own_id_on_the_bus_is_an_alarm_and_never_adopted);
    RUN_TEST(a_flood_is_taken_in_its_budget_and_drops_are_flagged);
    RUN_TEST(a_session_may_take_a_loss_as_the_end);
    RUN_TEST(pages_have_their_turns_and_are_not_late);
    RUN_TEST(a_page_that_stays_away_is_substituted_after_the_turns_of_all);
    return UNITY_END();
}
