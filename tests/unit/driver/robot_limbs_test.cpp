// SPDX-License-Identifier: Apache-2.0
// Legs and hand with every limit a real actuator has: speed, acceleration, delay, resolution.
#include "model/driver/robot_limbs.h"

#include <toml++/toml.h>
#include <string>

#include "model/math/noise.h"
#include "model/math/numeric.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

const RobotLimbs::Speeds speeds{3.0, 2.0, 6.0, 4.0, 0.2};

void a_leg_arrives_without_overshoot() {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const std::string message = "seed " + std::to_string(seed);
        const double down = 0.001 + 0.009 * uniform_noise(seed, 0, 0);
        const double up = 0.001 + 0.009 * uniform_noise(seed, 1, 0);
        const double acceleration = 1e-5 + 2e-4 * uniform_noise(seed, 2, 0);
        LegMotion leg;
        leg.position = uniform_noise(seed, 3, 0);
        const double from = leg.position;
        const double target = uniform_noise(seed, 4, 0);
        double last_speed = 0.0;
        int ticks = 0;
        while (leg.position != target && ticks < 20'000) {
            leg.step(target, down, up, acceleration);
            TEST_ASSERT_TRUE_MESSAGE(leg.speed <= down + 1e-15 && leg.speed >= -up - 1e-15,
                                     message.c_str());
            TEST_ASSERT_TRUE_MESSAGE(
                magnitude(leg.speed - last_speed) <= 2.0 * acceleration + 1e-15, message.c_str());
            const double beyond = (leg.position - target) * sign(target - from);
            TEST_ASSERT_TRUE_MESSAGE(beyond <= 2.0 * acceleration, message.c_str());
            last_speed = leg.speed;
            ++ticks;
        }
        TEST_ASSERT_TRUE_MESSAGE(ticks < 5'000, message.c_str());
        leg.step(target, down, up, acceleration);
        TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(target, leg.position, message.c_str());
    }
}

void targets_arrive_late_by_the_delay() {
    RobotLimbs::Limits limits;
    limits.delay_ticks = 7;
    const RobotLimbs limbs(speeds, limits);
    LimbState state;
    LimbTargets targets;
    targets.brake = 1.0;
    targets.lever = 2;
    for (int tick = 0; tick < 7; ++tick) {
        limbs.move(state, targets);
        TEST_ASSERT_EQUAL_DOUBLE(0.0, state.at.brake);
        TEST_ASSERT_EQUAL_INT64(0, state.hand_target);
    }
    limbs.move(state, targets);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.002, state.at.brake);
    TEST_ASSERT_EQUAL_INT64(2, state.hand_target);
}

void legs_move_in_steps_and_reach_both_ends() {
    RobotLimbs::Limits limits;
    limits.resolution = 0.03;  // 1 is no multiple of it
    limits.acceleration_per_s2 = 60.0;
    const RobotLimbs limbs(speeds, limits);
    LimbState state;
    LimbTargets targets;
    targets.accelerator = 1.0;
    for (int tick = 0; tick < 2'000; ++tick) {
        limbs.move(state, targets);
        const double steps = state.at.accelerator / 0.03;
        const double off = magnitude(steps - static_cast<double>(to_integer(steps + 0.5, 0, 99)));
        TEST_ASSERT_TRUE(off < 1e-9 || state.at.accelerator == 1.0);
    }
    TEST_ASSERT_EQUAL_DOUBLE(1.0, state.at.accelerator);
    targets.accelerator = 0.0;
    for (int tick = 0; tick < 2'000; ++tick) limbs.move(state, targets);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, state.at.accelerator);
}

void without_limits_only_speed_counts() {
    const RobotLimbs limbs(speeds);
    LimbState state;
    LimbTargets targets;
    targets.clutch = 1.0;
    limbs.move(state, targets);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.006, state.at.clutch);
}

void the_table_may_name_limits() {
    const std::string head =
        "accelerator_per_s = 3.0\nbrake_per_s = 2.0\nclutch_down_per_s = 6.0\n"
        "clutch_up_per_s = 4.0\nlever_travel_s = 0.2\n";
    const auto read = [](const std::string& text) {
        const toml::table table = toml::parse(text);
        TableReader reader(table);
        const RobotLimbs limbs = RobotLimbs::from_toml(reader);
        reader.finish();
        return limbs;
    };
    LimbState state;
    LimbTargets targets;
    targets.clutch = 1.0;
    read(head + "delay_ms = 3\nacceleration_per_s2 = 60.0\nresolution = 0.001\n")
        .move(state, targets);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, state.at.clutch);
    read(head).move(state, targets);
    TEST_ASSERT_TRUE(state.at.clutch > 0.0);
    for (const char* wrong : {"delay_ms = 32\n", "acceleration_per_s2 = 0.0\n",
                              "resolution = -0.1\n", "delay_s = 1\n"}) {
        bool refused = false;
        try {
            read(head + wrong);
        } catch (const ConfigError&) {
            refused = true;
        }
        TEST_ASSERT_TRUE_MESSAGE(refused, wrong);
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_leg_arrives_without_overshoot);
    RUN_TEST(targets_arrive_late_by_the_delay);
    RUN_TEST(legs_move_in_steps_and_reach_both_ends);
    RUN_TEST(without_limits_only_speed_counts);
    RUN_TEST(the_table_may_name_limits);
    return UNITY_END();
}
