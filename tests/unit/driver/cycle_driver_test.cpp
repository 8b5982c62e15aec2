// SPDX-License-Identifier: Apache-2.0
// Parts of the cycle driver by themselves: inverse maps, the gear plan, and the driver against
// gauges the test moves. Whole drives are in tests/integration/cycle_driver.
#include "model/driver/cycle_driver/cycle_driver.h"

#include <toml++/toml.h>
#include <string>

#include "model/driver/drive_cycle_reader.h"
#include "model/math/noise.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

const RobotSetup setup{RobotLimbs({3.0, 2.0, 6.0, 4.0, 0.3}), 5, 0.15, 5500.0, 120.0};

/// A car made of straight lines.
LearnedCar plain_car() {
    LearnedCar car;
    car.idle_rpm = 800.0;
    car.gears = 5;
    car.rpm_per_kph = {120.0, 75.0, 50.0, 36.0, 28.0};
    car.coast_mps2 = {0.11, 0.0, 0.0003};
    car.base_gear = 2;
    for (std::size_t g = 0; g < 5; ++g) {
        car.gain[g] = car.rpm_per_kph[g] / car.rpm_per_kph[1];
        car.drag_share[g] = 0.95;
    }
    for (auto& row : car.pull_mps2) {
        for (std::size_t j = 0; j < row.size(); ++j) {
            row[j] = -0.4 + 3.0 * LearnedCar::accelerators[j];
        }
    }
    car.touch_pedal = 0.6;
    for (std::size_t i = 0; i < car.clutch_mps2.size(); ++i) {
        car.clutch_mps2[i] = 0.11 + 0.25 * static_cast<double>(i);
    }
    for (std::size_t i = 0; i < car.brake_mps2.size(); ++i) {
        car.brake_mps2[i] = maximum(0.0, 0.1 * (static_cast<double>(i) - 5.0));
    }
    return car;
}

void inverse_maps_invert() {
    const LearnedCar car = plain_car();
    const PedalMaps maps(car);
    for (const double pedal : {0.03, 0.1, 0.35, 0.72, 0.97}) {
        TEST_ASSERT_DOUBLE_WITHIN(0.005, pedal, maps.accelerator(2345.0, -0.4 + 3.0 * pedal));
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, maps.accelerator(2000.0, -3.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1.0, maps.accelerator(2000.0, 9.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1.0, maps.accelerator(99'999.0, 9.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.4, maps.overrun(-1.0));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, maps.brake(0.0));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, maps.brake(-1.0));
    TEST_ASSERT_DOUBLE_WITHIN(0.002, 0.25, maps.brake(2.0));
    TEST_ASSERT_DOUBLE_WITHIN(0.002, 0.6, maps.brake(50.0));  // the end of what was learned
    TEST_ASSERT_DOUBLE_WITHIN(0.002, 0.6, maps.clutch(0.0));
    TEST_ASSERT_DOUBLE_WITHIN(0.002, 0.56, maps.clutch(1.11));
    TEST_ASSERT_DOUBLE_WITHIN(0.002, 0.3, maps.clutch(99.0));
}

void tables_that_do_not_rise_are_harmless() {
    LearnedCar car = plain_car();
    for (auto& row : car.pull_mps2) row.fill(0.5);
    car.clutch_mps2.fill(0.0);
    car.brake_mps2.fill(0.0);
    const PedalMaps maps(car);
    for (double x = -5.0; x < 15.0; x += 0.1) {
        for (const double pedal : {maps.accelerator(2000.0, x), maps.brake(x), maps.clutch(x)}) {
            TEST_ASSERT_TRUE(pedal >= 0.0 && pedal <= 1.0);
        }
    }
}

DriveCycle cycle_of(const std::string& text) {
    return read_drive_cycle(text, "test.csv", "test");
}

/// The entry that holds at a second.
const PlanEntry& at(const std::vector<PlanEntry>& plan, double t_s) {
    std::size_t index = 0;
    while (static_cast<double>(plan[index + 1].from_tick) <= t_s * 1000.0) ++index;
    return plan[index];
}

void gears_go_up_and_the_clutch_opens_for_a_stop() {
    const DriveCycle cycle = cycle_of(
        "t_s,v_kph\n0,0\n20,0\n50,100\n100,100\n125,0\n140,0\n160,40\n180,40\n190,0\n200,0\n");
    const LearnedCar car = plain_car();
    const std::vector<PlanEntry> plan = plan_gears(cycle, car, setup);
    TEST_ASSERT_TRUE(at(plan, 5.0).coupling == Coupling::neutral);
    TEST_ASSERT_TRUE(at(plan, 19.0).coupling == Coupling::ready);
    TEST_ASSERT_TRUE(at(plan, 22.0).coupling == Coupling::drive);
    TEST_ASSERT_EQUAL_INT64(1, at(plan, 21.0).gear);
    TEST_ASSERT_EQUAL_INT64(5, at(plan, 80.0).gear);
    TEST_ASSERT_TRUE(at(plan, 124.0).coupling == Coupling::open);
    TEST_ASSERT_TRUE(at(plan, 130.0).coupling == Coupling::neutral);
    TEST_ASSERT_EQUAL_INT64(1, at(plan, 145.0).gear);
    // Holding a speed before the stop: the gear stays in, the clutch up.
    TEST_ASSERT_TRUE(at(plan, 175.0).coupling == Coupling::drive);
    std::int64_t gear = 1;
    for (const PlanEntry& entry : plan) {
        const double kph = cycle.speed_kph(entry.from_tick);
        if (entry.coupling == Coupling::drive) {
            TEST_ASSERT_TRUE(car.rpm(entry.gear, kph) < setup.highest_rpm);
        }
        gear = entry.gear;
    }
    TEST_ASSERT_EQUAL_INT64(1, gear);
    TEST_ASSERT_TRUE(plan.size() < 25);
}

void a_short_stop_keeps_the_gear_in() {
    const DriveCycle cycle =
        cycle_of("t_s,v_kph\n0,0\n9,0\n15,20\n25,0\n29,0\n35,20\n45,0\n60,0\n");
    const std::vector<PlanEntry> plan = plan_gears(cycle, plain_car(), setup);
    TEST_ASSERT_TRUE(at(plan, 27.0).coupling == Coupling::ready);
    TEST_ASSERT_TRUE(at(plan, 55.0).coupling == Coupling::neutral);
}

void prescriptions_bind_where_the_car_can_follow() {
    const std::string text =
        "t_s,v_kph,gear\n0,0,PM\n5,0,K1\n10,0,1\n14,15,1>2\n16,15,2\n24,32,2\n34,32,2\n"
        "35,32,5\n45,32,5\n46,32,2\n50,20,2\n54,8,K2\n57,0,PM\n60,0,PM\n";
    const DriveCycle cycle = cycle_of(text);
    const std::vector<PlanEntry> plan = plan_gears(cycle, plain_car(), setup);
    TEST_ASSERT_TRUE(at(plan, 3.0).coupling == Coupling::neutral);
    TEST_ASSERT_TRUE(at(plan, 7.0).coupling == Coupling::ready);
    TEST_ASSERT_EQUAL_INT64(1, at(plan, 13.0).gear);
    TEST_ASSERT_EQUAL_INT64(2, at(plan, 15.5).gear);
    TEST_ASSERT_EQUAL_INT64(2, at(plan, 30.0).gear);
    TEST_ASSERT_NOT_EQUAL_INT64(5, at(plan, 40.0).gear);  // 896 1/min in fifth: stalls
    TEST_ASSERT_TRUE(at(plan, 55.0).coupling == Coupling::open);
    TEST_ASSERT_TRUE(at(plan, 58.0).coupling == Coupling::neutral);
}

void a_gear_more_than_the_car_has_is_the_last_one() {
    LearnedCar car = plain_car();
    car.gears = 4;
    const DriveCycle cycle =
        cycle_of("t_s,v_kph,gear\n0,0,1\n5,0,1\n45,100,5\n60,100,5\n80,0,5\n90,0,PM\n");
    for (const PlanEntry& entry : plan_gears(cycle, car, setup)) {
        TEST_ASSERT_TRUE(entry.gear >= 1 && entry.gear <= 4);
    }
}

/// Just enough of a car: the engine starts, gears work, pedals act.
struct ToyCar {
    LearnedCar learned = plain_car();
    GaugeReading gauge;

    void step(const RobotOutput& robot) {
        constexpr double step_s = 0.001;
        if (robot.key == Key::start) gauge.engine_rpm = maximum(gauge.engine_rpm, 700.0);
        if (robot.key == Key::off) gauge.engine_rpm = maximum(0.0, gauge.engine_rpm - 2.0);
        const bool runs = gauge.engine_rpm > 300.0 && robot.key != Key::off;
        const double v = gauge.speed_kph * mps_per_kph;
        double a = v > 0.0 ? -learned.coast(v) - 10.0 * maximum(0.0, robot.brake - 0.05) : 0.0;
        const bool coupled = robot.lever > 0 && robot.clutch < 0.6 && runs;
        if (coupled) {
            const auto g = static_cast<std::size_t>(robot.lever - 1);
            const double pull = learned.gain[g] * (-0.4 + 3.0 * robot.accelerator);
            a += clamp(pull, -25.0 * (0.6 - robot.clutch), 25.0 * (0.6 - robot.clutch));
            const double shaft = learned.rpm(robot.lever, gauge.speed_kph);
            gauge.engine_rpm += (maximum(shaft, 900.0) - gauge.engine_rpm) * 0.01;
        } else if (runs) {
            gauge.engine_rpm += (800.0 + 6000.0 * robot.accelerator - gauge.engine_rpm) * 0.003;
        }
        gauge.speed_kph = maximum(0.0, gauge.speed_kph + 3.6 * a * step_s);
        if (gauge.speed_kph < 0.02 && a <= 0.0) gauge.speed_kph = 0.0;
    }
};

const char* short_trip =
    "t_s,v_kph,gear\n0,0,\n10,0,\n20,30,\n40,30,\n50,0,\n52,0,off\n70,0,\n80,0,\n90,30,\n"
    "100,30,\n110,0,\n120,0,\n";

void engine_is_off_in_a_soak_and_on_again_after_it() {
    const DriveCycle cycle = cycle_of(short_trip);
    const CycleDriver driver(cycle, plain_car(), setup);
    CycleDriverState state = driver.initial();
    ToyCar car;
    double largest_error_kph = 0.0;
    while (!driver.finished(state)) {
        const std::int64_t tick = state.tick;
        driver.step(state, car.gauge);
        car.step(state.limbs.at);
        if (tick == 60'000) {
            TEST_ASSERT_TRUE(state.limbs.at.key == Key::off);
            TEST_ASSERT_TRUE(state.mode == DriverMode::engine_off);
        }
        if (tick == 75'000) TEST_ASSERT_TRUE(car.gauge.engine_rpm > 600.0);
        if (tick >= 0) {
            largest_error_kph =
                maximum(largest_error_kph, magnitude(cycle.speed_kph(tick) - car.gauge.speed_kph));
        }
    }
    TEST_ASSERT_TRUE(largest_error_kph < 3.0);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, car.gauge.speed_kph);
}

void an_engine_that_dies_is_started_again() {
    const DriveCycle cycle = cycle_of("t_s,v_kph\n0,0\n10,0\n20,30\n60,30\n70,0\n80,0\n");
    const CycleDriver driver(cycle, plain_car(), setup);
    CycleDriverState state = driver.initial();
    ToyCar car;
    while (!driver.finished(state)) {
        driver.step(state, car.gauge);
        car.step(state.limbs.at);
        if (state.tick == 25'000) car.gauge.engine_rpm = 0.0;
        if (state.tick == 25'050) TEST_ASSERT_TRUE(state.mode == DriverMode::starting);
        if (state.tick == 35'000) {
            TEST_ASSERT_TRUE(state.mode == DriverMode::locked);
            TEST_ASSERT_DOUBLE_WITHIN(2.0, 30.0, car.gauge.speed_kph);
        }
    }
}

// Gauges that jump at random: legs keep their speeds and their travel, the lever its order.
void senseless_gauges_do_no_harm() {
    const DriveCycle cycle = cycle_of(short_trip);
    const CycleDriver driver(cycle, plain_car(), setup);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const std::string message = "seed " + std::to_string(seed);
        CycleDriverState state = driver.initial();
        for (std::uint64_t tick = 0; tick < 130'000; ++tick) {
            const RobotOutput before = state.limbs.at;
            driver.step(state, {8000.0 * uniform_noise(seed, 0, tick / 50),
                                100.0 * uniform_noise(seed, 1, tick / 70)});
            const RobotOutput& after = state.limbs.at;
            TEST_ASSERT_TRUE_MESSAGE(
                magnitude(after.accelerator - before.accelerator) <= 0.003 + 1e-12,
                message.c_str());
            TEST_ASSERT_TRUE_MESSAGE(magnitude(after.brake - before.brake) <= 0.002 + 1e-12,
                                     message.c_str());
            for (const double leg : {after.accelerator, after.brake, after.clutch}) {
                TEST_ASSERT_TRUE_MESSAGE(leg >= 0.0 && leg <= 1.0, message.c_str());
            }
            TEST_ASSERT_TRUE_MESSAGE(
                before.lever == after.lever || before.lever == 0 || after.lever == 0,
                message.c_str());
        }
    }
}

void setup_is_read_from_a_table() {
    const toml::table table = toml::parse(
        "gears = 5\nrest_brake = 0.15\nhighest_engine_rpm = 5500\nlearn_to_kph = 120\n"
        "[limbs]\naccelerator_per_s = 3.0\nbrake_per_s = 2.0\nclutch_down_per_s = 6.0\n"
        "clutch_up_per_s = 4.0\nlever_travel_s = 0.3\n");
    TableReader reader(table);
    const RobotSetup read = RobotSetup::from_toml(reader, 5);
    reader.finish();
    TEST_ASSERT_EQUAL_INT64(5, read.gears);
    TEST_ASSERT_EQUAL_DOUBLE(5500.0, read.highest_rpm);
    TEST_ASSERT_EQUAL_DOUBLE(120.0, read.highest_kph);
}

void a_damaged_file_of_what_was_learned_is_refused() {
    const std::string good = plain_car().to_toml();
    const auto error_of = [](std::string text, const std::string& old, const std::string& now) {
        const std::size_t place = text.find(old);
        TEST_ASSERT_TRUE(place != std::string::npos);
        text.replace(place, old.size(), now);
        const toml::table table = toml::parse(text);
        TableReader reader(table);
        try {
            LearnedCar::from_toml(reader);
        } catch (const ConfigError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const auto has = [](const std::string& text, const char* part) {
        TEST_ASSERT_TRUE_MESSAGE(text.find(part) != std::string::npos, text.c_str());
    };
    TEST_ASSERT_EQUAL_STRING("", error_of(good, "gears = 5", "gears = 5").c_str());
    has(error_of(good, "gears = 5", "gears = 4"), "rpm_per_kph");
    has(error_of(good, "idle_rpm = 800", "idle_rpm = -800"), "idle_rpm");
    has(error_of(good, "touch_pedal = 0.6", "touch_pedal = 1.6"), "touch_pedal");
    has(error_of(good, "pull_mps2 = [\n", "pull_mps2 = [[1],\n"), "pull_mps2");
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(inverse_maps_invert);
    RUN_TEST(tables_that_do_not_rise_are_harmless);
    RUN_TEST(gears_go_up_and_the_clutch_opens_for_a_stop);
    RUN_TEST(a_short_stop_keeps_the_gear_in);
    RUN_TEST(prescriptions_bind_where_the_car_can_follow);
    RUN_TEST(a_gear_more_than_the_car_has_is_the_last_one);
    RUN_TEST(engine_is_off_in_a_soak_and_on_again_after_it);
    RUN_TEST(an_engine_that_dies_is_started_again);
    RUN_TEST(senseless_gauges_do_no_harm);
    RUN_TEST(setup_is_read_from_a_table);
    RUN_TEST(a_damaged_file_of_what_was_learned_is_refused);
    return UNITY_END();
}
