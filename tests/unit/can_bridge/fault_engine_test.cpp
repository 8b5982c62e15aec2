// SPDX-License-Identifier: Apache-2.0
// Faults that make frames or concern the whole bus, and what starts and ends a fault.
#include <string>
#include <vector>

#include "tests/unit/can_bridge/fault_bench.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::tests;

void setUp() {}
void tearDown() {}

namespace {

void spoofed_frames_come_on_their_grid() {
    Fault fault = fault_of(FaultKind::spoof, 10.0);
    fault.frame = frame_of(0x100, {0, 0, 7});
    fault.protection = profile1;
    Bench bench({fault});
    bench.start();
    std::vector<int> counters;
    for (int tick = 0; tick < 35; ++tick) {
        const auto left = bench.tick({});
        TEST_ASSERT_EQUAL_UINT64(tick % 10 == 0 ? 1 : 0, left.size());
        for (const Frame& frame : left) counters.push_back(reading(frame).counter);
        for (const Frame& frame : left) TEST_ASSERT_TRUE(reading(frame).is_intact);
    }
    TEST_ASSERT_TRUE((std::vector{0, 1, 2, 3}) == counters);
}

void a_log_is_replayed_at_its_times_each_time() {
    Fault fault = fault_of(FaultKind::replay);
    fault.is_for_received = false;
    fault.is_for_sent = true;
    for (const std::int64_t offset : {0, 0, 7, 1000})
        fault.log.push_back({offset, frame_of(0x300 + static_cast<std::uint32_t>(offset), {1})});
    Bench bench({fault});
    for (int round = 0; round < 2; ++round) {
        bench.start();
        std::string seen;
        for (int tick = 0; tick < 1100; ++tick)
            for (const Frame& frame : bench.tick({}, Direction::sent))
                seen += std::to_string(tick) + ":" + std::to_string(frame.id - 0x300) + " ";
        TEST_ASSERT_EQUAL_STRING("0:0 0:0 7:7 1000:1000 ", seen.c_str());
        bench.stop();
    }
    TEST_ASSERT_EQUAL_UINT64(4, bench.engine.sent_ids().size());
}

void a_flood_takes_its_share_of_the_bus() {
    Fault fault = fault_of(FaultKind::flood, 0.5);
    fault.frame = frame_of(0, {0, 0, 0, 0, 0, 0, 0, 0});
    fault.frame_time_s = 0.00027;  // 135 bits at 500 kbit/s
    Bench bench({fault});
    bench.start();
    std::size_t frames = 0;
    for (int tick = 0; tick < 10'000; ++tick) {
        const std::size_t now = bench.tick({}).size();
        TEST_ASSERT_TRUE(now == 1 || now == 2);
        frames += now;
    }
    TEST_ASSERT_EQUAL_UINT64(18'518, frames);  // 10 s · 0.5 / 0.27 ms
    bench.engine.set_amount(0, 1e9);           // no more than all of it
    TEST_ASSERT_TRUE(bench.tick({}).size() <= 4);
}

void silence_is_silent_for_everybody() {
    Fault fault = fault_of(FaultKind::silence);
    fault.target.reset();
    fault.is_for_sent = true;
    Fault flood = fault_of(FaultKind::spoof, 1.0);
    flood.frame = pedals;
    Bench bench({fault, flood});
    bench.start(1);
    bench.start(0);
    TEST_ASSERT_TRUE(bench.tick({pedals, other}).empty());
    TEST_ASSERT_TRUE(bench.tick({pedals, other}, Direction::sent).empty());
    TEST_ASSERT_EQUAL_UINT64(2, bench.tick({pedals, other}, Direction::received, 1).size());
}

void bus_off_is_told_and_ended_with_error_frames() {
    Fault fault = fault_of(FaultKind::bus_off);
    Bench bench({fault});
    bench.start();
    const auto first = bench.tick({pedals});
    TEST_ASSERT_EQUAL_UINT64(1, first.size());
    TEST_ASSERT_TRUE(first[0].is_error && first[0].id == 0x40);
    TEST_ASSERT_TRUE(bench.tick({pedals}).empty());
    TEST_ASSERT_TRUE(bench.tick({pedals}, Direction::sent).empty());
    // Whoever sends again puts the controller off again.
    TEST_ASSERT_TRUE(bench.tick({pedals}) == first);
    bench.command(CommandKind::clear_fault, 0.0);
    TEST_ASSERT_TRUE(bench.tick({pedals}).empty());
    const auto after = bench.tick({pedals});
    TEST_ASSERT_EQUAL_UINT64(2, after.size());
    TEST_ASSERT_TRUE(after[0] == pedals && after[1].is_error && after[1].id == 0x100);
    TEST_ASSERT_TRUE(std::vector{pedals} == bench.tick({pedals}));
}

void error_frames_are_not_hit() {
    Fault fault = fault_of(FaultKind::drop);
    fault.target.reset();
    Frame error;
    error.is_error = true;
    error.id = 0x4;
    error.length = 8;
    Bench bench({fault});
    bench.start();
    TEST_ASSERT_TRUE(std::vector{error} == bench.tick({error, pedals}));
}

void faults_meet_what_the_ones_before_them_left() {
    Fault corrupt = fault_of(FaultKind::corrupt, 1.0);
    Fault copy = fault_of(FaultKind::duplicate, 1.0);
    Bench bench({corrupt, copy});
    bench.start(0);
    bench.start(1);
    const auto left = bench.tick({pedals});
    TEST_ASSERT_TRUE(left.size() == 2 && left[0] == left[1] && !(left[0] == pedals));
}

// ---- triggers ----

std::string when_active(Fault fault, int ticks, void (*drive)(rt_core::State&) = nullptr) {
    Bench bench({std::move(fault)});
    std::string text;
    for (int tick = 0; tick < ticks; ++tick) {
        if (drive != nullptr) drive(bench.state);
        bench.tick({});
        text += bench.bits != 0 ? '1' : '0';
    }
    return text;
}

void by_time_of_driving() {
    Fault fault = fault_of(FaultKind::drop);
    fault.trigger.first_tick = 3;
    // The n-th letter is the n-th tick of driving, counted from 0.
    TEST_ASSERT_EQUAL_STRING("00011111", when_active(fault, 8).c_str());
    fault.trigger.duration_ticks = 2;
    TEST_ASSERT_EQUAL_STRING("00011000", when_active(fault, 8).c_str());
    const auto ready = [](rt_core::State& state) {
        state.session.phase = rt_core::Phase::ready;
        state.session.running_ticks = 0;
    };
    fault.trigger.first_tick = 0;
    TEST_ASSERT_EQUAL_STRING("0000", when_active(fault, 4, ready).c_str());
}

void speed_up(rt_core::State& state) {  // over 50 km/h in the ticks 3 and 4, and from 8 on
    const std::int64_t tick = state.session.running_ticks;
    state.world.car.speed_mps = tick == 3 || tick == 4 || tick >= 8 ? 14.0 : 13.0;
}

void by_condition() {
    Fault fault = fault_of(FaultKind::drop);
    fault.trigger.when = fault::Condition::parse("speed > 50");
    // In the tick behind the State for which it holds.
    TEST_ASSERT_EQUAL_STRING("000011000111", when_active(fault, 12, speed_up).c_str());
    fault.trigger.duration_ticks = 1;
    TEST_ASSERT_EQUAL_STRING("000010000100", when_active(fault, 12, speed_up).c_str());
    fault.trigger.duration_ticks = 3;
    TEST_ASSERT_EQUAL_STRING("000011100111", when_active(fault, 12, speed_up).c_str());
}

void a_command_has_the_last_word_until_reset() {
    Fault fault = fault_of(FaultKind::drop);
    fault.trigger.first_tick = 5;
    Bench bench({fault});
    std::string text;
    for (int tick = 0; tick < 20; ++tick) {
        if (tick == 1) bench.command(CommandKind::set_fault);
        if (tick == 3) bench.command(CommandKind::clear_fault);
        if (tick == 10) bench.command(CommandKind::reset);
        bench.tick({});
        text += bench.bits != 0 ? '1' : '0';
    }
    TEST_ASSERT_EQUAL_STRING("00110000000111111111", text.c_str());
}

void a_command_about_a_fault_that_does_not_exist_is_ignored() {
    Bench bench({fault_of(FaultKind::drop)});
    for (const double number : {1.0, 32.0, 1e300, -1.0, -1e300}) {
        bench.command(CommandKind::set_fault, number);
        bench.tick({});
        bench.tick({});
        TEST_ASSERT_EQUAL_UINT64(0, bench.bits);
    }
}

void every_kind_has_a_name() {
    for (std::size_t index = 0; index < fault::fault_kind_count; ++index) {
        const auto kind = static_cast<FaultKind>(index);
        TEST_ASSERT_TRUE(fault::fault_kind(fault::name_of(kind)) == kind);
    }
    TEST_ASSERT_FALSE(fault::fault_kind("explode").has_value());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(spoofed_frames_come_on_their_grid);
    RUN_TEST(a_log_is_replayed_at_its_times_each_time);
    RUN_TEST(a_flood_takes_its_share_of_the_bus);
    RUN_TEST(silence_is_silent_for_everybody);
    RUN_TEST(bus_off_is_told_and_ended_with_error_frames);
    RUN_TEST(error_frames_are_not_hit);
    RUN_TEST(faults_meet_what_the_ones_before_them_left);
    RUN_TEST(by_time_of_driving);
    RUN_TEST(by_condition);
    RUN_TEST(a_command_has_the_last_word_until_reset);
    RUN_TEST(a_command_about_a_fault_that_does_not_exist_is_ignored);
    RUN_TEST(every_kind_has_a_name);
    return UNITY_END();
}
