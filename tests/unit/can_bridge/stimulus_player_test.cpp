// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/stimulus/player.h"

#include <cmath>
#include <cstring>
#include <string>

#include "can_bridge/session/bus_status.h"
#include "tests/unit/can_bridge/session_of_test.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::can_bridge;
using namespace ghostcar::can_bridge::stimulus;

void setUp() {}
void tearDown() {}

namespace {

/// A file, the faults it needs, and ticks of driving.
class Bench {
public:
    explicit Bench(const std::string& text, std::vector<fault::Fault> faults = {})
        : engine_(with_faults(text, std::move(faults)), 1),
          player(StimulusFile::parse(text, "t.csv"), session_, engine_, messages_, watch_) {
        state.session.phase = rt_core::Phase::running;
    }

    void tick() {
        ++state.tick;
        inputs = {};
        engine_.latch(state.tick, inputs);
        player.latch(state.tick, inputs);
        received.clear();
        messages_.process(0, Direction::received, state.tick, received);
        engine_.process(0, Direction::received, state.tick, received);
        watch_.record(received.frames());
        ++state.session.running_ticks;
        state.world.controls = inputs.controls;
        engine_.publish(inputs, state, 0);
        player.publish(inputs, state, 0);
    }
    void ticks(int count) {
        for (int tick_number = 0; tick_number < count; ++tick_number) tick();
    }

private:
    std::vector<fault::Fault> with_faults(const std::string& text,
                                          std::vector<fault::Fault> faults) {
        add_faults(StimulusFile::parse(text, "t.csv"), session_, faults);
        return faults;
    }

    tests::SessionOfTest session_;
    fault::Engine engine_;
    StimulatedMessages messages_;
    SignalWatch watch_;

public:
    Player player;
    rt_core::State state;
    rt_core::Inputs inputs;
    FrameBatch received;
};

void controls_are_set_in_their_ticks() {
    Bench bench("timestamp,accelerator,gear,key\n0,0.5,1,2\n3,,2,1\n5,1,-1,\n");
    for (int tick = 0; tick < 8; ++tick) {
        bench.tick();
        TEST_ASSERT_EQUAL_DOUBLE(tick < 5 ? 0.5 : 1.0, bench.inputs.controls.accelerator);
        TEST_ASSERT_EQUAL_INT64(tick < 3 ? 1 : tick < 5 ? 2 : -1, bench.inputs.controls.gear);
        TEST_ASSERT_TRUE(bench.inputs.controls.key ==
                         (tick < 3 ? model::Key::start : model::Key::on));
        TEST_ASSERT_EQUAL_DOUBLE(0.0, bench.inputs.controls.brake);
    }
}

void a_column_without_a_value_yet_leaves_the_control_alone() {
    Bench bench("timestamp,accelerator\n2,0.5\n");
    bench.tick();
    bench.tick();
    TEST_ASSERT_EQUAL_DOUBLE(0.0, bench.inputs.controls.accelerator);
    bench.tick();
    TEST_ASSERT_EQUAL_DOUBLE(0.5, bench.inputs.controls.accelerator);
}

void signals_arrive_as_from_an_ecu() {
    Bench bench("timestamp,Pedals.Accelerator,Pedals.Brake\n0,10,\n25,40,12\n");
    const e2e::Protection protection = tests::SessionOfTest().protection;
    int frames = 0;
    for (int tick = 1; tick <= 60; ++tick) {
        bench.tick();
        TEST_ASSERT_EQUAL_UINT64(tick % 10 == 0 ? 1 : 0, bench.received.size());
        if (bench.received.empty()) continue;
        const Frame& frame = bench.received[0].timed.frame;
        const e2e::Reading reading = e2e::read(protection, frame.payload());
        TEST_ASSERT_TRUE(reading.is_intact);
        TEST_ASSERT_EQUAL_INT(frames++, reading.counter);
        TEST_ASSERT_EQUAL_UINT8(tick < 26 ? 20 : 80, frame.data[2]);
        TEST_ASSERT_EQUAL_UINT8(tick < 26 ? 7 : 24, frame.data[3]);  // 7 is its start value
    }
    TEST_ASSERT_EQUAL_INT(6, frames);
}

void a_faulted_signal_is_stuck_in_its_ticks() {
    Bench bench(
        "timestamp,Pedals.Accelerator,#FLT_STATE#Pedals.Accelerator,#FLT_VALUE#Pedals.Accelerator\n"
        "0,10,0,0\n15,10,1,90\n25,10,1,30\n35,10,0,30\n");
    const int expected[] = {20, 180, 60, 20, 20};
    for (int cycle = 0; cycle < 5; ++cycle) {
        bench.ticks(10);
        TEST_ASSERT_EQUAL_UINT8(expected[cycle], bench.received[0].timed.frame.data[2]);
    }
}

void a_fault_of_the_session_is_there_exactly_in_its_ticks() {
    fault::Fault flood;
    flood.name = "many";
    flood.kind = fault::FaultKind::flood;
    flood.frame.length = 8;
    flood.frame_time_s = 0.00025;
    Bench bench("timestamp,#FLT_STATE#many,#FLT_VALUE#many\n0,1,0.5\n4,0,0\n6,1,1\n", {flood});
    const std::size_t expected[] = {2, 2, 2, 2, 0, 0, 4, 4};
    for (std::size_t tick = 0; tick < 8; ++tick) {
        bench.tick();
        TEST_ASSERT_EQUAL_UINT64(expected[tick], bench.received.size());
        TEST_ASSERT_EQUAL_UINT64(expected[tick] > 0 ? std::uint64_t{1} << 32 : 0,
                                 bench.inputs.faults);
    }
}

void expectations_see_the_tick_of_their_row() {
    // In tick 3 the accelerator is 0.5 for the first time, in its State too.
    Bench bench("timestamp,accelerator,#EXP(0;0;0)#accelerator\n0,0,0\n3,0.5,0.5\n6,0.5,0.5\n");
    bench.ticks(7);
    const Expectation& expectation = bench.player.expectations()[0];
    TEST_ASSERT_TRUE_MESSAGE(expectation.passed(), expectation.message().c_str());
    TEST_ASSERT_EQUAL_INT64(7, expectation.checks());
}

void expectations_on_signals_of_the_bus() {
    Bench bench(
        "timestamp,Pedals.Accelerator,#EXP(0;0;9)#Pedals.Accelerator\n0,10,10\n100,20,20\n130,20,"
        "\n");
    bench.ticks(200);
    const Expectation& expectation = bench.player.expectations()[0];
    TEST_ASSERT_TRUE_MESSAGE(expectation.passed(), expectation.message().c_str());
    // Before the first frame the signal is nothing at all.
    Bench early("timestamp,Pedals.Accelerator,#EXP(0;0;0)#Pedals.Accelerator\n0,10,10\n");
    early.tick();
    TEST_ASSERT_FALSE(early.player.expectations()[0].passed());
}

void expectations_on_the_status_of_a_message() {
    Bench bench("timestamp,#EXP(0;0;0)#Pedals\n0,0\n5,3\n9,3\n");
    for (int tick = 0; tick < 10; ++tick) {
        bench.state.bus_status = tick < 5 ? status_bits(0, MessageStatus::invalid)
                                          : status_bits(1, MessageStatus::timed_out);
        bench.tick();
    }
    const Expectation& expectation = bench.player.expectations()[0];
    TEST_ASSERT_TRUE_MESSAGE(expectation.passed(), expectation.message().c_str());
}

void paused_nothing_goes_on_and_a_reset_begins_again() {
    Bench bench("timestamp,accelerator,#EXP(0;0;0)#accelerator\n0,0.25,0.25\n5,0.5,0.5\n");
    bench.ticks(3);
    bench.state.session.phase = rt_core::Phase::paused;
    for (int tick = 0; tick < 10; ++tick) {
        bench.tick();
        --bench.state.session.running_ticks;  // the session does not count either
    }
    bench.state.session.phase = rt_core::Phase::running;
    bench.ticks(1);
    TEST_ASSERT_EQUAL_DOUBLE(0.25, bench.inputs.controls.accelerator);
    bench.state.session.running_ticks = -1;  // a reset: the next State has driven 0 ticks
    bench.state.session.phase = rt_core::Phase::ready;
    bench.tick();
    bench.state.session.phase = rt_core::Phase::running;
    for (int tick = 0; tick < 6; ++tick) {
        bench.tick();
        TEST_ASSERT_EQUAL_DOUBLE(tick < 5 ? 0.25 : 0.5, bench.inputs.controls.accelerator);
    }
    TEST_ASSERT_TRUE(bench.player.expectations()[0].passed());
    TEST_ASSERT_EQUAL_INT64(6, bench.player.expectations()[0].checks());
}

void expect_error(const char* begin, const char* part, const std::string& text) {
    try {
        const Bench bench(text);
    } catch (const model::ConfigError& error) {
        TEST_ASSERT_TRUE_MESSAGE(std::strstr(error.what(), begin) == error.what(), error.what());
        TEST_ASSERT_NOT_NULL_MESSAGE(std::strstr(error.what(), part), error.what());
        return;
    }
    TEST_FAIL_MESSAGE(text.c_str());
}

void channels_that_do_not_exist_are_told() {
    expect_error("t.csv:1:11: ", "no channel \"speed\"", "timestamp,speed\n0,1\n");
    expect_error("t.csv:1:11: ", "no channel \"Pedals.Horn\"", "timestamp,Pedals.Horn\n0,1\n");
    expect_error("t.csv:1:11: ", "no cycle time", "timestamp,Button.Pressed\n0,1\n");
    expect_error("t.csv:1:11: ", "did you mean speed", "timestamp,#EXP(0;0;0)#spee\n0,1\n");
    expect_error("t.csv:1:11: ", "no fault or signal",
                 "timestamp,#FLT_STATE#x,#FLT_VALUE#x\n0,1,1\n");
}

/// The columns that test engineers write for a channel that they also stimulate.
void a_faulted_control_is_held_while_the_fault_is_there() {
    Bench bench(
        "timestamp,accelerator,#FLT_STATE#accelerator,#FLT_VALUE#accelerator,#FLT_STATE#gear,"
        "#FLT_VALUE#gear\n0,0.2,0,0,0,\n3,0.4,1,0.9,,\n5,,,0.7,1,3\n7,,0,,0,\n");
    const double expected[] = {0.2, 0.2, 0.2, 0.9, 0.9, 0.7, 0.7, 0.4};
    for (int tick = 0; tick < 8; ++tick) {
        bench.tick();
        TEST_ASSERT_EQUAL_DOUBLE(expected[tick], bench.inputs.controls.accelerator);
        TEST_ASSERT_EQUAL_INT64(tick == 5 || tick == 6 ? 3 : 0, bench.inputs.controls.gear);
    }
}

void cells_beyond_what_a_channel_can_hold_are_told() {
    expect_error("t.csv:3:6: ", "accelerator cannot be 1.5: it goes from 0 to 1",
                 "timestamp,accelerator\n0,1\n100, 1.5\n");
    expect_error("t.csv:2:3: ", "gear cannot be 2.5: it is a whole number",
                 "timestamp,gear\n0,2.5\n");
    expect_error("t.csv:2:5: ", "gear cannot be -2",
                 "timestamp,#FLT_STATE#gear,#FLT_VALUE#gear\n0,0,-2\n");
    expect_error("t.csv:2:3: ", "Pedals.Accelerator cannot be 101: its file permits 0 to 100",
                 "timestamp,Pedals.Accelerator\n0,101\n");
    expect_error("t.csv:2:3: ", "Pedals.Accelerator cannot be 300: its 8 bits hold 0 to 127.5",
                 "timestamp,Pedals.Accelerator\n0,300\n");
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(controls_are_set_in_their_ticks);
    RUN_TEST(a_column_without_a_value_yet_leaves_the_control_alone);
    RUN_TEST(signals_arrive_as_from_an_ecu);
    RUN_TEST(a_faulted_signal_is_stuck_in_its_ticks);
    RUN_TEST(a_fault_of_the_session_is_there_exactly_in_its_ticks);
    RUN_TEST(expectations_see_the_tick_of_their_row);
    RUN_TEST(expectations_on_signals_of_the_bus);
    RUN_TEST(expectations_on_the_status_of_a_message);
    RUN_TEST(paused_nothing_goes_on_and_a_reset_begins_again);
    RUN_TEST(channels_that_do_not_exist_are_told);
    RUN_TEST(a_faulted_control_is_held_while_the_fault_is_there);
    RUN_TEST(cells_beyond_what_a_channel_can_hold_are_told);
    return UNITY_END();
}
