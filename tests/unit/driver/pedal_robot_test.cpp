// SPDX-License-Identifier: Apache-2.0
// The pedal robot alone, against gauges the test moves: limb speeds, time-outs, phase order.
#include "model/driver/pedal_robot.h"

#include <toml++/toml.h>
#include <string>

#include "model/math/noise.h"
#include "model/math/numeric.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

const std::string robot_text = R"(
phase_timeout_s = 2.0
clutch_slow_from = 0.64
clutch_slow_to = 0.40
lowest_engine_rpm = 900.0
accelerator_per_krpm = 0.15
hold_accelerator_per_kph = 0.06
hold_accelerator_per_kph_s = 0.015
rest_brake = 0.15
give_up_brake = 0.25
[limbs]
accelerator_per_s = 3.0
brake_per_s = 2.0
clutch_down_per_s = 6.0
clutch_up_per_s = 4.0
lever_travel_s = 0.2
)";

PedalRobot read_robot(const std::string& phases, const std::string& head = robot_text) {
    const toml::table table = toml::parse(head + phases, std::string_view("robot.toml"));
    TableReader reader(table);
    PedalRobot robot = PedalRobot::from_toml(reader);
    reader.finish();
    return robot;
}

std::string error_of(const std::string& phases, const std::string& head = robot_text) {
    try {
        read_robot(phases, head);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return {};
}

const std::string all_phases = R"(
[[phase]]
do = "start_engine"
running_above_rpm = 500.0
idle_s = 0.5
[[phase]]
do = "pull_away"
gear = 1
engine_rpm = 1500.0
accelerator = 0.1
clutch_up_per_s = 0.5
[[phase]]
do = "accelerate"
accelerator = 0.5
until_kph = 20.0
[[phase]]
do = "shift"
gear = 2
accelerator = 0.3
clutch_up_per_s = 0.8
[[phase]]
do = "hold"
speed_kph = 30.0
for_s = 1.0
[[phase]]
do = "wait"
for_s = 0.2
[[phase]]
do = "brake"
brake = 0.3
until_kph = 10.0
[[phase]]
do = "stop"
brake = 0.2
clutch_down_below_kph = 15.0
)";

/// A car of a few lines, just good enough to satisfy every phase.
struct ToyCar {
    GaugeReading gauge;

    void step(const RobotOutput& robot) {
        if (robot.key == Key::start) gauge.engine_rpm = 800.0;
        gauge.engine_rpm += (800.0 + 8000.0 * robot.accelerator - gauge.engine_rpm) * 0.01;
        if (robot.lever > 0 && robot.clutch < 0.6) gauge.speed_kph += 0.05 * robot.accelerator;
        gauge.speed_kph = maximum(0.0, gauge.speed_kph - 0.1 * robot.brake);
    }
};

void whole_list_is_driven_to_standstill_in_neutral() {
    const PedalRobot robot = read_robot(all_phases);
    PedalRobotState state;
    ToyCar car;
    std::int64_t last_phase = 0;
    bool was_in[3] = {false, false, false};
    for (int tick = 0; tick < 20'000; ++tick) {
        robot.step(state, car.gauge);
        car.step(state.limbs.at);
        TEST_ASSERT_TRUE(state.phase == last_phase || state.phase == last_phase + 1);
        last_phase = state.phase;
        was_in[state.limbs.at.lever] = true;
    }
    TEST_ASSERT_TRUE(robot.finished(state));
    TEST_ASSERT_EQUAL_INT64(-1, state.gave_up_phase);
    TEST_ASSERT_TRUE(was_in[1] && was_in[2]);
    TEST_ASSERT_EQUAL_INT64(0, state.limbs.at.lever);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, state.limbs.at.accelerator);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, state.limbs.at.clutch);
    TEST_ASSERT_EQUAL_DOUBLE(0.15, state.limbs.at.brake);
    TEST_ASSERT_TRUE(state.limbs.at.key == Key::on);
}

// Gauges that jump at random drive the robot through its phases in the wildest way.
void limbs_never_exceed_their_speeds() {
    const PedalRobot robot = read_robot(all_phases);
    constexpr double rounding = 1e-12;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        PedalRobotState state;
        std::int64_t ticks_between_gates = 1'000;
        for (std::uint64_t tick = 0; tick < 10'000; ++tick) {
            const RobotOutput before = state.limbs.at;
            robot.step(state, {8000.0 * uniform_noise(seed, 0, tick),
                               60.0 * uniform_noise(seed, 1, tick)});
            const RobotOutput& after = state.limbs.at;
            TEST_ASSERT_TRUE(magnitude(after.accelerator - before.accelerator) <= 0.003 + rounding);
            TEST_ASSERT_TRUE(magnitude(after.brake - before.brake) <= 0.002 + rounding);
            TEST_ASSERT_TRUE(after.clutch - before.clutch <= 0.006 + rounding);
            TEST_ASSERT_TRUE(before.clutch - after.clutch <= 0.004 + rounding);
            for (const double leg : {after.accelerator, after.brake, after.clutch}) {
                TEST_ASSERT_TRUE(leg >= 0.0 && leg <= 1.0);
            }
            ++ticks_between_gates;
            if (before.lever != 0 && after.lever == 0) ticks_between_gates = 0;
            if (before.lever == 0 && after.lever != 0) {
                TEST_ASSERT_TRUE(ticks_between_gates >= 199);
            }
            TEST_ASSERT_TRUE(before.lever == after.lever || before.lever == 0 || after.lever == 0);
        }
    }
}

void every_phase_times_out_into_a_stop() {
    // Gauges that never satisfy the phase under test.
    const struct {
        const char* phase = nullptr;
        GaugeReading gauge;
    } rows[] = {
        {"[[phase]]\ndo=\"start_engine\"\nrunning_above_rpm=500\nidle_s=0.5\n", {0.0, 50.0}},
        {"[[phase]]\ndo=\"pull_away\"\ngear=1\nengine_rpm=1500\naccelerator=0.1\n"
         "clutch_up_per_s=0.5\n",
         {800.0, 50.0}},
        {"[[phase]]\ndo=\"accelerate\"\naccelerator=0.5\nuntil_kph=60\n", {2000.0, 50.0}},
        {"[[phase]]\ndo=\"shift\"\ngear=2\naccelerator=0.3\nclutch_up_per_s=0.8\n", {500.0, 50.0}},
        {"[[phase]]\ndo=\"brake\"\nbrake=0.3\nuntil_kph=10\n", {2000.0, 50.0}},
        {"[[phase]]\ndo=\"stop\"\nbrake=0.3\nclutch_down_below_kph=10\n", {2000.0, 50.0}},
    };
    for (const auto& row : rows) {
        const PedalRobot robot = read_robot(row.phase);
        PedalRobotState state;
        for (int tick = 0; tick < 1'999; ++tick) robot.step(state, row.gauge);
        TEST_ASSERT_EQUAL_INT64_MESSAGE(-1, state.gave_up_phase, row.phase);
        robot.step(state, row.gauge);
        TEST_ASSERT_EQUAL_INT64_MESSAGE(0, state.gave_up_phase, row.phase);
        for (int tick = 0; tick < 1'000; ++tick) robot.step(state, row.gauge);
        TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(0.0, state.limbs.at.accelerator, row.phase);
        TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(0.25, state.limbs.at.brake, row.phase);
        TEST_ASSERT_TRUE_MESSAGE(state.limbs.at.key != Key::start, row.phase);
        for (int tick = 0; tick < 1'000; ++tick) robot.step(state, {800.0, 0.0});
        TEST_ASSERT_EQUAL_INT64_MESSAGE(0, state.limbs.at.lever, row.phase);
    }
}

void timed_phases_last_exactly_as_written() {
    const PedalRobot robot = read_robot("[[phase]]\ndo=\"wait\"\nfor_s=0.25\n");
    PedalRobotState state;
    int ticks = 0;
    while (!robot.finished(state)) {
        robot.step(state, {});
        ++ticks;
    }
    TEST_ASSERT_EQUAL_INT(251, ticks);  // 250 ms, and the tick that sees them over
}

void clutch_waits_for_a_suffering_engine() {
    const PedalRobot robot = read_robot(
        "[[phase]]\ndo=\"pull_away\"\ngear=1\nengine_rpm=1500\naccelerator=0.1\n"
        "clutch_up_per_s=0.5\n");
    PedalRobotState state;
    while (state.stage < 2) robot.step(state, {1600.0, 0.0});
    for (int tick = 0; tick < 100; ++tick) robot.step(state, {1600.0, 0.0});
    const double clutch = state.limbs.at.clutch;
    for (int tick = 0; tick < 100; ++tick) robot.step(state, {899.0, 0.0});
    TEST_ASSERT_EQUAL_DOUBLE(clutch, state.limbs.at.clutch);
    robot.step(state, {900.0, 0.0});
    TEST_ASSERT_TRUE(state.limbs.at.clutch < clutch);
}

void wrong_tables_are_explained() {
    const auto has = [](const std::string& text, const char* part) {
        TEST_ASSERT_TRUE_MESSAGE(text.find(part) != std::string::npos, text.c_str());
    };
    has(error_of(""), "phase");
    has(error_of("[[phase]]\ndo = \"fly\"\n"), "\"fly\" is not one of");
    has(error_of("[[phase]]\ndo = \"wait\"\nfor_s = 0.1\ngear = 1\n"), "unknown key");
    has(error_of("[[phase]]\ndo = \"wait\"\nfor_s = 5.0\n"), "timeout_s");
    has(error_of("[[phase]]\ndo = \"shift\"\ngear = 0\n"), "gear");
    has(error_of("[[phase]]\ndo = \"pull_away\"\ngear = 0\n"), "found neutral");
    std::string many;
    for (std::size_t count = 0; count <= PedalRobot::largest_phase_count; ++count) {
        many += "[[phase]]\ndo = \"wait\"\nfor_s = 0.1\n";
    }
    has(error_of(many), "too many phases");
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(whole_list_is_driven_to_standstill_in_neutral);
    RUN_TEST(limbs_never_exceed_their_speeds);
    RUN_TEST(every_phase_times_out_into_a_stop);
    RUN_TEST(timed_phases_last_exactly_as_written);
    RUN_TEST(clutch_waits_for_a_suffering_engine);
    RUN_TEST(wrong_tables_are_explained);
    return UNITY_END();
}
