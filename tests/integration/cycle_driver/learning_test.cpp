// SPDX-License-Identifier: Apache-2.0
// What the robot learns of the Focus through the desk's wires, against what the vehicle file says;
// and that it gives up in time on a car that does not work.
#include <toml++/toml.h>
#include <array>
#include <memory>
#include <string>

#include "model/driver/cycle_warnings.h"
#include "model/math/noise.h"
#include "tests/integration/cycle_driver/counting_new.h"
#include "tests/integration/cycle_driver/cycle_drive.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar;
using namespace ghostcar::tests;

const std::string vehicle = "focus-2.0-mt";

const Lesson& lesson() {
    static const Lesson result = learn(vehicle);
    return result;
}

void it_succeeds_without_harm() {
    std::printf("%s", lesson().car.to_toml().c_str());
    std::printf("learned in %.0f s\n", lesson().seconds);
    TEST_ASSERT_TRUE(lesson().succeeded);
    TEST_ASSERT_EQUAL_UINT64(0, lesson().stalls);
    TEST_ASSERT_EQUAL_UINT64(0, lesson().blocked_shifts);
    TEST_ASSERT_TRUE(lesson().seconds < 600.0);
}

void idle_ratios_and_touch_point() {
    const model::LearnedCar& car = lesson().car;
    TEST_ASSERT_DOUBLE_WITHIN(5.0, 750.0, car.idle_rpm);
    const double ratios[] = {3.417, 2.136, 1.448, 1.028, 0.805};
    for (std::size_t g = 0; g < 5; ++g) {
        // rpm per km/h = ratio·final/(radius·3.6)·30/π
        const double expected =
            ratios[g] * 4.07 / 0.308 * model::mps_per_kph / model::radps_per_rpm;
        TEST_ASSERT_DOUBLE_WITHIN(0.005 * expected, expected, car.rpm_per_kph[g]);
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.02, 0.604, car.touch_pedal);  // 4 N·m against 166 N
}

void coast_down() {
    const double neutral_kg = 1470.0 + 4.05 / (0.308 * 0.308) + 0.0;
    for (const double kph : {20.0, 50.0, 80.0, 110.0}) {
        const double v = kph / 3.6;
        const double expected = (165.8 + 0.418 * v * v) / neutral_kg;
        TEST_ASSERT_DOUBLE_WITHIN(0.03 * expected + 0.003, expected, lesson().car.coast(v));
    }
}

/// The pull of a gear as the vehicle file has it.
double true_pull(double ratio, double efficiency, double torque_nm) {
    const double per_m = ratio * 4.07 / 0.308;
    const double mass_kg = 1470.0 + 4.05 / (0.308 * 0.308) + 0.18 * per_m * per_m;
    return torque_nm * per_m * efficiency / mass_kg;
}

void accelerator_map_and_gains() {
    const model::LearnedCar& car = lesson().car;
    const struct {
        double rpm, accelerator, torque_nm;
    } points[] = {{2000, 0.3, 93.6},  {3000, 0.3, 70.7},  {4000, 0.3, 51.8},
                  {2000, 0.5, 145.3}, {3000, 0.5, 136.0}, {2500, 1.0, 167.0},
                  {4000, 1.0, 180.0}, {2000, 0.2, 51.4},  {3000, 0.15, 13.1}};
    for (const auto& point : points) {
        std::size_t index = 0;
        while (model::LearnedCar::accelerators[index] < point.accelerator - 1e-9) ++index;
        const double expected = true_pull(2.136, 0.94, point.torque_nm);
        TEST_ASSERT_DOUBLE_WITHIN(0.03 * expected + 0.05, expected, car.pull(point.rpm, index));
    }
    const double ratios[] = {3.417, 2.136, 1.448, 1.028, 0.805};
    const double efficiencies[] = {0.93, 0.94, 0.95, 0.955, 0.955};
    for (std::size_t g = 0; g < 5; ++g) {
        const double expected =
            true_pull(ratios[g], efficiencies[g], 100.0) / true_pull(2.136, 0.94, 100.0);
        TEST_ASSERT_DOUBLE_WITHIN(0.04 * expected, expected, car.gain[g]);
    }
}

void brake_and_clutch() {
    const model::PedalMaps maps(lesson().car);
    for (const double wanted : {0.5, 1.0, 2.0, 3.0}) {
        const double pedal = maps.brake(wanted);
        const double force_n = 4440.0 / 0.308 * (pedal - 0.05) / 0.95;
        TEST_ASSERT_DOUBLE_WITHIN(0.12 * wanted + 0.08, wanted, force_n / 1513.0);
    }
    // 1 m/s² and rolling resistance in first need 40 N·m at the clutch: pedal 0.552.
    TEST_ASSERT_DOUBLE_WITHIN(0.015, 0.552, maps.clutch(1.11));
}

// A trace that no driver can follow is found before the drive.
void the_cars_ability_is_known() {
    const model::CarAbility ability = model::ability_of(lesson().car, 5500.0);
    TEST_ASSERT_DOUBLE_WITHIN(0.4, 4.0, ability.acceleration_mps2);
    TEST_ASSERT_TRUE(ability.top_speed_kph > 170.0 && ability.top_speed_kph < 215.0);
    for (const char* name : {"nedc", "wltc", "udds", "hwfet", "us06", "ftp75"}) {
        TEST_ASSERT_EQUAL_UINT_MESSAGE(
            0, model::cycle_warnings(shipped_cycle(name).samples(), ability).size(), name);
    }
    // Lap 11 of the durability cycle asks for the fastest start a driver could do with this car.
    TEST_ASSERT_EQUAL_UINT(
        1, model::cycle_warnings(shipped_cycle("type-v").samples(), ability).size());
}

void what_was_learned_can_be_kept() {
    const std::string text = lesson().car.to_toml();
    const toml::table table = toml::parse(text);
    model::TableReader reader(table);
    const model::LearnedCar again = model::LearnedCar::from_toml(reader);
    reader.finish();
    TEST_ASSERT_EQUAL_STRING(text.c_str(), again.to_toml().c_str());
}

void it_gives_up_on_a_car_that_does_not_start() {
    const model::LearningRun run(desk_robot());
    const auto state = std::make_unique<model::LearningState>();
    std::int64_t ticks = 0;
    while (!run.finished(*state) && ticks < 1'000'000) {
        run.step(*state, {0.0, 0.0});
        ++ticks;
    }
    TEST_ASSERT_TRUE(run.finished(*state));
    TEST_ASSERT_FALSE(run.succeeded(*state));
    TEST_ASSERT_EQUAL_INT64(0, state->gave_up_step);
    for (int i = 0; i < 2'000; ++i) run.step(*state, {0.0, 0.0});
    TEST_ASSERT_EQUAL_DOUBLE(0.0, state->limbs.at.accelerator);
    TEST_ASSERT_TRUE(state->limbs.at.key != model::Key::start);
}

// Gauges that jump at random: legs stay within their travel and speed, and it ends.
void senseless_gauges_do_no_harm() {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const model::LearningRun run(desk_robot());
        const auto state = std::make_unique<model::LearningState>();
        for (std::uint64_t tick = 0; tick < 200'000; ++tick) {
            const model::RobotOutput before = state->limbs.at;
            run.step(*state, {8000.0 * model::uniform_noise(seed, 0, tick),
                              150.0 * model::uniform_noise(seed, 1, tick)});
            const model::RobotOutput& after = state->limbs.at;
            const std::string message = "seed " + std::to_string(seed);
            for (const double leg : {after.accelerator, after.brake, after.clutch}) {
                TEST_ASSERT_TRUE_MESSAGE(leg >= 0.0 && leg <= 1.0, message.c_str());
            }
            TEST_ASSERT_TRUE_MESSAGE(model::magnitude(after.brake - before.brake) <= 0.002 + 1e-12,
                                     message.c_str());
        }
        const model::LearnedCar car = run.result(*state);
        TEST_ASSERT_DOUBLE_IS_DETERMINATE(car.touch_pedal);
        TEST_ASSERT_DOUBLE_IS_DETERMINATE(car.pull_mps2[5][5]);
        TEST_ASSERT_DOUBLE_IS_DETERMINATE(car.gain[4]);
    }
}

void nothing_is_allocated_in_a_tick() {
    const model::DriveCycle cycle = shipped_cycle("ece15");
    const model::CycleDriver driver(cycle, lesson().car, desk_robot());
    const model::LearningRun run(desk_robot());
    const auto learning = std::make_unique<model::LearningState>();
    model::CycleDriverState state = driver.initial();
    WiredCar car(".", vehicle);
    WiredCar other(".", vehicle);
    const std::int64_t before = allocations();
    for (int tick = 0; tick < 100'000; ++tick) {
        driver.step(state, car.gauge());
        car.tick(state.limbs.at);
        run.step(*learning, other.gauge());
        other.tick(learning->limbs.at);
    }
    TEST_ASSERT_EQUAL_INT64(before, allocations());
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(it_succeeds_without_harm);
    RUN_TEST(idle_ratios_and_touch_point);
    RUN_TEST(coast_down);
    RUN_TEST(accelerator_map_and_gains);
    RUN_TEST(brake_and_clutch);
    RUN_TEST(the_cars_ability_is_known);
    RUN_TEST(what_was_learned_can_be_kept);
    RUN_TEST(it_gives_up_on_a_car_that_does_not_start);
    RUN_TEST(senseless_gauges_do_no_harm);
    RUN_TEST(nothing_is_allocated_in_a_tick);
    return UNITY_END();
}
