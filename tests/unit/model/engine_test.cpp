// SPDX-License-Identifier: Apache-2.0
// Starting, idling, stalling, fuel cut, limiter.
#include "tests/unit/model/car_fixture.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::Drive;

namespace {

void idle_holds_its_speed_for_a_minute() {
    for (const char* name : {"focus-2.0-mt", "focus-paper"}) {
        Drive drive(name);
        drive.start_engine();
        drive.run(5.0);
        for (int i = 0; i < 60'000; ++i) {
            drive.tick();
            TEST_ASSERT_DOUBLE_WITHIN(3.0, 750.0, drive.rpm());
        }
        TEST_ASSERT_TRUE(drive.car.speed_mps == 0.0);
    }
}

void a_noisy_accelerator_at_rest_does_not_disturb_idle() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.controls.accelerator = 0.015;
    drive.run(10.0);
    TEST_ASSERT_DOUBLE_WITHIN(20.0, 750.0, drive.rpm());
}

/// Between the idle governor and the map there must be no hole: whoever rolls with the clutch open
/// and a foot resting on the accelerator would lose the engine there, and a controller has no key.
void no_accelerator_position_stalls_it() {
    for (const char* name :
         {"bmw-320i", "city-car", "focus-2.0-mt", "ford-escort", "truck-7.5t", "vw-vanagon"}) {
        for (int hundredths = 0; hundredths <= 50; ++hundredths) {
            Drive drive(name);
            drive.start_engine();
            drive.controls.accelerator = 0.6;
            drive.run(1.0);
            drive.controls.accelerator = 0.01 * hundredths;
            drive.run(15.0);
            const std::string where =
                std::string(name) + ", accelerator " + std::to_string(hundredths) + " %";
            TEST_ASSERT_EQUAL_UINT64_MESSAGE(0, drive.car.stalls, where.c_str());
        }
    }
}

void starting_takes_the_firing_delay() {
    Drive drive("focus-2.0-mt");
    drive.controls.key = Key::on;
    drive.run(1.0);
    TEST_ASSERT_TRUE(drive.car.engine == EngineMode::off);
    TEST_ASSERT_TRUE(drive.rpm() == 0.0);
    drive.controls.key = Key::start;
    drive.tick();
    TEST_ASSERT_TRUE(drive.car.engine == EngineMode::cranking);
    drive.run(0.4);
    TEST_ASSERT_TRUE(drive.car.engine == EngineMode::cranking);
    TEST_ASSERT_DOUBLE_WITHIN(20.0, 230.0, drive.rpm());
    drive.run(0.5);
    TEST_ASSERT_TRUE(drive.car.engine == EngineMode::running);
    drive.run(1.0);  // a key held too long does no harm
    drive.controls.key = Key::on;
    drive.run(1.0);
    TEST_ASSERT_DOUBLE_WITHIN(60.0, 750.0, drive.rpm());
}

void a_key_let_go_too_early_does_not_start_it() {
    Drive drive("focus-2.0-mt");
    drive.controls.key = Key::start;
    drive.run(0.45);
    drive.controls.key = Key::on;
    drive.run(2.0);
    TEST_ASSERT_TRUE(drive.car.engine == EngineMode::off);
    TEST_ASSERT_TRUE(drive.rpm() == 0.0);
    TEST_ASSERT_EQUAL_UINT64(0, drive.car.stalls);
}

void key_off_stops_it() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.controls.key = Key::off;
    drive.run(3.0);
    TEST_ASSERT_TRUE(drive.car.engine == EngineMode::off);
    TEST_ASSERT_TRUE(drive.rpm() == 0.0);
    TEST_ASSERT_TRUE(drive.car.engine_torque_nm == 0.0);
    TEST_ASSERT_EQUAL_UINT64(0, drive.car.stalls);
}

void a_dropped_clutch_stalls_it_and_it_starts_again() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.controls.gear = 1;
    drive.controls.brake = 0.5;
    drive.run(0.2);
    drive.controls.clutch = 0.0;
    drive.run(1.0);
    TEST_ASSERT_TRUE(drive.car.engine == EngineMode::stalled);
    TEST_ASSERT_EQUAL_UINT64(1, drive.car.stalls);
    TEST_ASSERT_TRUE(drive.rpm() == 0.0);
    TEST_ASSERT_TRUE(drive.car.speed_mps == 0.0);
    TEST_ASSERT_EQUAL_UINT64(1, drive.car.clutch_locked);
    drive.controls.gear = 0;
    drive.start_engine();
    TEST_ASSERT_TRUE(drive.car.engine == EngineMode::running);
    TEST_ASSERT_EQUAL_UINT64(1, drive.car.stalls);
}

void the_starter_cannot_turn_against_brake_and_gear() {
    Drive drive("focus-2.0-mt");
    drive.controls.brake = 1.0;
    drive.controls.gear = 1;
    drive.controls.key = Key::start;
    drive.run(3.0);
    TEST_ASSERT_TRUE(drive.rpm() == 0.0);
    TEST_ASSERT_TRUE(drive.car.speed_mps == 0.0);
    drive.controls.clutch = 1.0;
    drive.run(3.0);
    TEST_ASSERT_TRUE(drive.car.engine == EngineMode::running);
}

void a_rolling_car_starts_its_engine() {
    Drive drive("focus-2.0-mt");
    drive.car.speed_mps = 6.0;
    drive.controls.key = Key::on;
    drive.controls.clutch = 1.0;
    drive.controls.gear = 2;
    drive.run(0.1);
    drive.clutch_to(0.3, 0.5);
    drive.run(1.5);
    TEST_ASSERT_TRUE(drive.car.engine == EngineMode::running);
    TEST_ASSERT_EQUAL_UINT64(0, drive.car.stalls);
}

void fuel_is_cut_above_1400_and_back_at_1100() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.controls.accelerator = 0.3;
    drive.run(1.5);
    TEST_ASSERT_TRUE(drive.rpm() > 3000.0);
    TEST_ASSERT_EQUAL_UINT64(0, drive.car.fuel_cut);
    drive.controls.accelerator = 0.0;
    drive.tick();
    TEST_ASSERT_EQUAL_UINT64(1, drive.car.fuel_cut);
    // The torque is the drag at once, without waiting for the manifold.
    const double drag_nm =
        drive.world.longitudinal()->parameters().engine.drag_nm.at(drive.car.engine_speed_radps);
    TEST_ASSERT_DOUBLE_WITHIN(0.1, -drag_nm, drive.car.engine_torque_nm);
    double last_cut_rpm = 0.0;
    for (int i = 0; i < 10'000; ++i) {
        drive.tick();
        if (drive.car.fuel_cut != 0) {
            last_cut_rpm = drive.rpm();
        }
    }
    TEST_ASSERT_DOUBLE_WITHIN(5.0, 1100.0, last_cut_rpm);
    TEST_ASSERT_DOUBLE_WITHIN(20.0, 750.0, drive.rpm());
    // Between the two from below: no cut.
    drive.controls.accelerator = 0.3;
    while (drive.rpm() < 1300.0) {
        drive.tick();
    }
    drive.controls.accelerator = 0.0;
    for (int i = 0; i < 5000; ++i) {
        drive.tick();
        TEST_ASSERT_TRUE(drive.car.fuel_cut == 0 || drive.rpm() > 1090.0);
    }
}

void the_limiter_holds_without_load() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.controls.accelerator = 1.0;
    for (int i = 0; i < 20'000; ++i) {
        drive.tick();
        TEST_ASSERT_TRUE(drive.rpm() < 6800.0);
    }
    TEST_ASSERT_TRUE(drive.rpm() > 6700.0);
}

void the_limiter_holds_in_gear() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.pull_away();
    drive.controls.accelerator = 1.0;
    drive.run(20.0);
    TEST_ASSERT_DOUBLE_WITHIN(50.0, 6750.0, drive.rpm());
    TEST_ASSERT_DOUBLE_WITHIN(0.5, 56.4, drive.kph());
}

void the_torque_follows_the_manifold() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.car.speed_mps = 20.0;
    drive.controls.gear = 4;
    drive.controls.accelerator = 0.3;
    drive.tick();
    drive.controls.clutch = 0.0;
    drive.run(3.0);
    const double before_nm = drive.car.engine_torque_nm;
    drive.controls.accelerator = 1.0;
    drive.run(0.08);
    const double goal_nm = drive.world.longitudinal()->parameters().engine.torque_nm.at(
        drive.car.engine_speed_radps, 1.0);
    // One lag: 1 − 1/e of the way.
    TEST_ASSERT_DOUBLE_WITHIN(0.02, 0.632,
                              (drive.car.engine_torque_nm - before_nm) / (goal_nm - before_nm));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(idle_holds_its_speed_for_a_minute);
    RUN_TEST(a_noisy_accelerator_at_rest_does_not_disturb_idle);
    RUN_TEST(no_accelerator_position_stalls_it);
    RUN_TEST(starting_takes_the_firing_delay);
    RUN_TEST(a_key_let_go_too_early_does_not_start_it);
    RUN_TEST(key_off_stops_it);
    RUN_TEST(a_dropped_clutch_stalls_it_and_it_starts_again);
    RUN_TEST(the_starter_cannot_turn_against_brake_and_gear);
    RUN_TEST(a_rolling_car_starts_its_engine);
    RUN_TEST(fuel_is_cut_above_1400_and_back_at_1100);
    RUN_TEST(the_limiter_holds_without_load);
    RUN_TEST(the_limiter_holds_in_gear);
    RUN_TEST(the_torque_follows_the_manifold);
    return UNITY_END();
}
