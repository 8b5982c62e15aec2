// SPDX-License-Identifier: Apache-2.0
// Clutch and gearbox: slip, lock, neutral, reverse, refused gears.
#include "tests/unit/model/car_fixture.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::Drive;

namespace {

int lock_changes(Drive& drive, double to_pedal, double seconds) {
    int changes = 0;
    const double from = drive.controls.clutch;
    const int ticks = static_cast<int>(seconds * 1000.0);
    std::uint64_t last = drive.car.clutch_locked;
    for (int i = 1; i <= ticks; ++i) {
        drive.controls.clutch = from + (to_pedal - from) * i / ticks;
        drive.tick();
        changes += drive.car.clutch_locked != last ? 1 : 0;
        last = drive.car.clutch_locked;
    }
    return changes;
}

void the_clutch_locks_once_in_a_pull_away() {
    for (const char* name : {"focus-2.0-mt", "focus-paper"}) {
        for (const double seconds : {0.7, 1.5, 4.0, 12.0}) {
            Drive drive(name);
            drive.start_engine();
            drive.controls.gear = 1;
            drive.controls.accelerator = 0.25;
            drive.run(0.3);
            const int changes = lock_changes(drive, 0.0, seconds);
            TEST_ASSERT_EQUAL_INT(1, changes + lock_changes(drive, 0.0, 2.0));
            TEST_ASSERT_EQUAL_UINT64(1, drive.car.clutch_locked);
            TEST_ASSERT_TRUE(drive.car.engine == EngineMode::running);
            TEST_ASSERT_TRUE(drive.kph() > 5.0);
        }
    }
}

void a_locked_clutch_opens_once() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.pull_away();
    drive.controls.accelerator = 0.6;
    drive.run(1.0);
    TEST_ASSERT_EQUAL_INT(1, lock_changes(drive, 1.0, 3.0));
    TEST_ASSERT_EQUAL_UINT64(0, drive.car.clutch_locked);
}

void the_car_moves_off_at_pedal_60() {
    for (const char* name : {"focus-2.0-mt", "focus-paper"}) {
        Drive drive(name);
        drive.start_engine();
        drive.controls.gear = 1;
        drive.controls.accelerator = 0.15;
        drive.run(0.4);
        TEST_ASSERT_TRUE(drive.car.speed_mps == 0.0);
        while (drive.kph() < 0.1 && drive.controls.clutch > 0.0) {
            drive.controls.clutch -= 0.0001;  // slowly: 10 % in a second
            drive.tick();
        }
        TEST_ASSERT_DOUBLE_WITHIN(0.03, 0.60, drive.controls.clutch);
    }
}

void capacity_has_its_points() {
    const Clutch clutch(ghostcar::tests::load_vehicle("focus-2.0-mt").clutch);
    const double expected[7][2] = {{0.0, 300.0}, {0.25, 300.0}, {0.45, 150.0}, {0.60, 5.0},
                                   {0.61, 2.5},  {0.62, 0.0},   {1.0, 0.0}};
    for (const auto& point : expected) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, point[1], clutch.tick(point[0]).constant_nm);
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1.12 * point[1], clutch.tick(point[0]).static_nm);
    }
}

void paper_clutch_follows_equation_4() {
    const Clutch clutch(ghostcar::tests::load_vehicle("focus-paper").clutch);
    const double largest_nm = 176.0 + 42.0;  // at 5000 1/min, before friction
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, largest_nm, clutch.tick(0.0).constant_nm);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, largest_nm, clutch.tick(0.30).constant_nm);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.5, clutch.tick(0.48).engine_share);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.5 * largest_nm, clutch.tick(0.48).static_nm);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, clutch.tick(0.48).constant_nm);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, clutch.tick(0.66).engine_share);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, clutch.tick(1.0).static_nm);
}

void neutral_leaves_the_car_alone() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.controls.clutch = 0.0;
    drive.controls.accelerator = 1.0;
    drive.run(5.0);
    TEST_ASSERT_TRUE(drive.car.speed_mps == 0.0);
    TEST_ASSERT_TRUE(drive.car.clutch_torque_nm == 0.0);
    TEST_ASSERT_EQUAL_UINT64(0, drive.car.clutch_locked);
    TEST_ASSERT_TRUE(drive.rpm() > 6000.0);
}

void neutral_always_goes_in() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.pull_away();
    drive.controls.gear = 0;
    drive.tick();
    TEST_ASSERT_EQUAL_INT64(0, drive.car.gear);
    TEST_ASSERT_EQUAL_UINT64(0, drive.car.clutch_locked);
}

void reverse_drives_backwards() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.pull_away(-1);
    drive.run(1.0);
    TEST_ASSERT_EQUAL_INT64(-1, drive.car.gear);
    TEST_ASSERT_EQUAL_UINT64(1, drive.car.clutch_locked);
    TEST_ASSERT_TRUE(drive.kph() < -5.0);
    TEST_ASSERT_TRUE(drive.car.distance_m < -1.0);
    TEST_ASSERT_TRUE(drive.rpm() > 700.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, drive.rpm(),
                              -drive.car.speed_mps * 3.46 * 4.07 / 0.308 / radps_per_rpm);
    // and the brake stops it there too
    drive.controls.accelerator = 0.0;
    drive.controls.clutch = 1.0;
    drive.controls.brake = 0.5;
    drive.run(5.0);
    TEST_ASSERT_TRUE(drive.car.speed_mps == 0.0);
}

void reverse_is_refused_while_rolling() {
    const double speeds_mps[4] = {0.49, 0.51, -0.49, -0.51};
    for (const double speed_mps : speeds_mps) {
        Drive drive("focus-2.0-mt");
        drive.start_engine();
        drive.car.speed_mps = speed_mps;
        drive.controls.gear = -1;
        drive.tick();
        const bool refused = magnitude(speed_mps) > 0.5;
        TEST_ASSERT_EQUAL_INT64(refused ? 0 : -1, drive.car.gear);
        TEST_ASSERT_EQUAL_UINT64(refused ? 1 : 0, drive.car.blocked_shifts);
    }
}

void a_gear_is_refused_against_a_closed_clutch_and_counted_once() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.controls.clutch = 0.0;
    drive.controls.gear = 1;
    drive.run(1.0);
    TEST_ASSERT_EQUAL_INT64(0, drive.car.gear);
    TEST_ASSERT_EQUAL_UINT64(1, drive.car.blocked_shifts);
    drive.controls.gear = 2;
    drive.run(1.0);
    TEST_ASSERT_EQUAL_UINT64(2, drive.car.blocked_shifts);
    // With the lever still pushed it goes in once the clutch opens, without another count.
    drive.controls.clutch = 1.0;
    drive.tick();
    TEST_ASSERT_EQUAL_INT64(2, drive.car.gear);
    TEST_ASSERT_EQUAL_UINT64(2, drive.car.blocked_shifts);
}

void gears_that_are_not_there_are_refused() {
    for (const std::int64_t lever : {std::int64_t{6}, std::int64_t{-2}, INT64_MAX, INT64_MIN}) {
        Drive drive("focus-2.0-mt");
        drive.start_engine();
        drive.controls.gear = lever;
        drive.run(0.1);
        TEST_ASSERT_EQUAL_INT64(0, drive.car.gear);
        TEST_ASSERT_EQUAL_UINT64(1, drive.car.blocked_shifts);
    }
}

void a_gear_goes_in_without_clutch_when_the_speeds_agree() {
    const double third_radps_per_mps = 1.448 * 4.07 / 0.308;
    for (const double mismatch_rpm : {0.0, 45.0, -45.0, 55.0, -55.0}) {
        Drive drive("focus-2.0-mt");
        drive.car.engine = EngineMode::running;
        drive.car.speed_mps = 14.0;
        drive.car.engine_speed_radps = 14.0 * third_radps_per_mps + mismatch_rpm * radps_per_rpm;
        drive.controls.key = Key::on;
        drive.controls.accelerator = 0.3;
        drive.controls.gear = 3;
        drive.tick();
        TEST_ASSERT_EQUAL_INT64(magnitude(mismatch_rpm) < 50.0 ? 3 : 0, drive.car.gear);
    }
}

void a_shift_hardly_changes_the_speed() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.car.speed_mps = 40.0 * mps_per_kph;
    drive.controls.gear = 2;
    drive.tick();
    drive.controls.accelerator = 0.3;
    drive.clutch_to(0.0, 1.0);
    drive.run(1.0);
    const double before_kph = drive.kph();
    drive.controls.accelerator = 0.0;
    drive.clutch_to(1.0, 0.15);
    drive.controls.gear = 3;
    drive.run(0.3);
    drive.controls.accelerator = 0.15;
    drive.clutch_to(0.60, 0.3);
    TEST_ASSERT_EQUAL_INT64(3, drive.car.gear);
    TEST_ASSERT_DOUBLE_WITHIN(2.0, before_kph, drive.kph());
}

/// Locked: what arrives at the wheels is what the engine gives, less its own acceleration.
void torque_balance_while_locked() {
    Drive drive("focus-2.0-mt");
    drive.start_engine();
    drive.pull_away();
    drive.controls.accelerator = 0.5;
    drive.run(0.5);
    const double ratio = 3.417 * 4.07 / 0.308;
    TEST_ASSERT_DOUBLE_WITHIN(
        0.1, drive.car.engine_torque_nm - 0.17 * ratio * drive.car.acceleration_mps2,
        drive.car.clutch_torque_nm);
}

void engine_inertia_counts_once() {
    // Rotating-mass factors: neutral 1.029, then gear by gear while locked.
    const double expected[5] = {1.279, 1.127, 1.074, 1.052, 1.043};
    const LongitudinalParameters car = ghostcar::tests::load_vehicle("focus-2.0-mt");
    TEST_ASSERT_DOUBLE_WITHIN(5e-4, 1.029, 1.0 + car.wheel_side_mass_kg / car.mass_kg);
    for (std::size_t i = 0; i < 5; ++i) {
        const double ratio = car.gearbox.ratios[i] * car.gearbox.final_drive_ratio;
        const double locked_kg = car.mass_kg + car.wheel_side_mass_kg +
                                 (car.engine.inertia_kgm2 + car.disc_inertia_kgm2) * ratio * ratio /
                                     (car.wheel_radius_m * car.wheel_radius_m);
        TEST_ASSERT_DOUBLE_WITHIN(1e-3, expected[i], locked_kg / car.mass_kg);
    }
    const LongitudinalParameters paper = ghostcar::tests::load_vehicle("focus-paper");
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.04, paper.wheel_side_mass_kg / paper.mass_kg);
    TEST_ASSERT_DOUBLE_WITHIN(1e-3, 0.337, paper.engine.inertia_kgm2);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_clutch_locks_once_in_a_pull_away);
    RUN_TEST(a_locked_clutch_opens_once);
    RUN_TEST(the_car_moves_off_at_pedal_60);
    RUN_TEST(capacity_has_its_points);
    RUN_TEST(paper_clutch_follows_equation_4);
    RUN_TEST(neutral_leaves_the_car_alone);
    RUN_TEST(neutral_always_goes_in);
    RUN_TEST(reverse_drives_backwards);
    RUN_TEST(reverse_is_refused_while_rolling);
    RUN_TEST(a_gear_is_refused_against_a_closed_clutch_and_counted_once);
    RUN_TEST(gears_that_are_not_there_are_refused);
    RUN_TEST(a_gear_goes_in_without_clutch_when_the_speeds_agree);
    RUN_TEST(a_shift_hardly_changes_the_speed);
    RUN_TEST(torque_balance_while_locked);
    RUN_TEST(engine_inertia_counts_once);
    return UNITY_END();
}
