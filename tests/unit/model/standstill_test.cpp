// SPDX-License-Identifier: Apache-2.0
// At v = 0: holding, rolling off, never creeping, never fluttering. Brake, grade and wind.
#include <cmath>

#include "tests/unit/model/car_fixture.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::Drive;
using ghostcar::tests::load_vehicle;

namespace {

void the_brake_holds_on_20_percent_for_an_hour() {
    Drive drive("focus-2.0-mt", {0.20, 0.0});
    drive.controls.brake = 0.5;
    for (int i = 0; i < 3'600'000; ++i) {
        drive.tick();
        if (drive.car.speed_mps != 0.0 || drive.car.distance_m != 0.0) {
            TEST_FAIL_MESSAGE("the car moved");
        }
    }
    // The brake holds the grade's pull less what rolling resistance holds.
    const double cosine = 1.0 / std::sqrt(1.04);
    TEST_ASSERT_DOUBLE_WITHIN(0.5, 1470.0 * gravity_mps2 * 0.2 * cosine - 165.8 * cosine,
                              drive.car.brake_force_n);
    TEST_ASSERT_TRUE(drive.car.acceleration_mps2 == 0.0);
}

void without_brake_it_rolls_back() {
    Drive drive("focus-2.0-mt", {0.20, 0.0});
    drive.run(5.0);
    TEST_ASSERT_TRUE(drive.kph() < -20.0);
    TEST_ASSERT_TRUE(drive.car.distance_m < -10.0);
    const double expected_mps2 =
        (1470.0 * gravity_mps2 * 0.2 - 165.8) / std::sqrt(1.04) / 1512.6927;
    TEST_ASSERT_DOUBLE_WITHIN(0.1, -expected_mps2, drive.car.acceleration_mps2);
}

void the_brake_just_holds_or_just_does_not() {
    // 5 % grade: pull 719.6 N, rolling 165.5 N, so 554 N of brake are the boundary.
    for (const bool enough : {false, true}) {
        Drive drive("focus-2.0-mt", {0.05, 0.0});
        const double cosine = 1.0 / std::sqrt(1.0025);
        const double needed_n = (1470.0 * gravity_mps2 * 0.05 - 165.8) * cosine;
        const double pedal = 0.05 + 0.95 * needed_n * 0.308 / 4440.0;
        drive.controls.brake = pedal * (enough ? 1.001 : 0.999);
        drive.run(10.0);
        TEST_ASSERT_TRUE(enough == (drive.car.speed_mps == 0.0));
    }
}

void a_gear_holds_the_parked_car() {
    // First gear, engine off: its drag of 17.2 N·m at rest holds about 835 N at the road.
    Drive drive("focus-2.0-mt", {0.06, 0.0});
    drive.controls.gear = 1;
    drive.run(60.0);
    TEST_ASSERT_TRUE(drive.car.speed_mps == 0.0);
    TEST_ASSERT_EQUAL_UINT64(1, drive.car.clutch_locked);
    TEST_ASSERT_TRUE(drive.car.clutch_torque_nm > 0.0);
    drive.controls.clutch = 1.0;
    drive.run(1.0);
    TEST_ASSERT_TRUE(drive.car.speed_mps < -0.1);
    Drive steep("focus-2.0-mt", {0.10, 0.0});
    steep.controls.gear = 1;
    steep.run(10.0);
    TEST_ASSERT_TRUE(steep.car.speed_mps < -0.1);
}

void the_sign_of_the_speed_does_not_flutter() {
    // Braking to a stop, uphill, downhill and flat, forwards and backwards.
    for (const double grade : {0.0, 0.10, -0.10}) {
        for (const double speed_mps : {8.0, -8.0}) {
            for (const double brake : {0.2, 0.5, 1.0}) {
                Drive drive("focus-2.0-mt", {grade, 0.0});
                drive.car.speed_mps = speed_mps;
                drive.controls.brake = brake;
                for (int i = 0; i < 20'000; ++i) {
                    const double before_mps = drive.car.speed_mps;
                    drive.tick();
                    TEST_ASSERT_TRUE(drive.car.speed_mps * speed_mps >= 0.0);
                    TEST_ASSERT_TRUE(before_mps != 0.0 || drive.car.speed_mps == 0.0);
                }
                TEST_ASSERT_TRUE(drive.car.speed_mps == 0.0);
            }
        }
    }
}

void rolling_out_uphill_it_turns_round_once() {
    Drive drive("focus-2.0-mt", {0.08, 0.0});
    drive.car.speed_mps = 5.0;
    int sign_changes = 0;
    double last = 1.0;
    for (int i = 0; i < 20'000; ++i) {
        drive.tick();
        const double now = sign(drive.car.speed_mps);
        if (now != 0.0 && now != last) {
            ++sign_changes;
            last = now;
        }
    }
    TEST_ASSERT_EQUAL_INT(1, sign_changes);
}

void starting_on_a_hill_it_rolls_back_and_then_climbs() {
    Drive drive("focus-2.0-mt", {0.10, 0.0});
    drive.controls.brake = 0.6;
    drive.start_engine();
    drive.controls.brake = 0.0;
    drive.controls.gear = 1;
    drive.controls.accelerator = 0.4;
    drive.run(0.5);
    TEST_ASSERT_TRUE(drive.car.speed_mps < -0.1);
    drive.clutch_to(0.4, 0.5);
    drive.clutch_to(0.0, 2.0);
    TEST_ASSERT_TRUE(drive.kph() > 5.0);
    TEST_ASSERT_EQUAL_UINT64(0, drive.car.stalls);
}

void the_linear_brake_has_its_dead_band() {
    const Brake brake(load_vehicle("focus-2.0-mt").brake);
    TEST_ASSERT_TRUE(brake.force_n(0.0) == 0.0);
    TEST_ASSERT_TRUE(brake.force_n(0.05) == 0.0);
    TEST_ASSERT_TRUE(brake.force_n(0.0501) > 0.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 2220.0 / 0.308, brake.force_n(0.525));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 4440.0 / 0.308, brake.force_n(1.0));
}

void the_papers_brake_follows_equation_8() {
    const Brake brake(load_vehicle("focus-paper").brake);
    const double weight_n = 1470.0 * gravity_mps2;
    const double expected[7][2] = {{0.0, 0.0},   {0.055, 0.395}, {0.11, 0.79},  {0.15, 0.83},
                                   {0.18, 0.86}, {0.5, 0.80},    {1.0, 0.70625}};
    for (const auto& point : expected) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, point[1] * weight_n, brake.force_n(point[0]));
    }
}

void rolling_and_air_resistance_follow_the_paper() {
    const LongitudinalParameters car = load_vehicle("focus-paper");
    const RoadLoad road(car.road_load, car.mass_kg);
    const RoadLoad::Tick flat = road.tick({});
    const double weight_n = 1470.0 * gravity_mps2;
    for (const double kph : {0.0, 50.0, 120.0}) {
        const double speed_mps = kph / 3.6;
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, weight_n * 0.0165 * (1.0 + 0.01 * (kph - 50.0)),
                                  road.rolling_n(flat, speed_mps));
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.31 * 1.535 * 1.5 * kph * kph / 21.15,
                                  road.pull_back_n(flat, speed_mps));
    }
}

void a_truck_rolls_as_the_paper_says() {
    const LongitudinalParameters truck = load_vehicle("truck-paper");
    const RoadLoad road(truck.road_load, truck.mass_kg);
    const RoadLoad::Tick flat = road.tick({});
    const double weight_n = truck.mass_kg * gravity_mps2;
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, weight_n * 0.0076, road.rolling_n(flat, 0.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, weight_n * (0.0076 + 0.000056 * 80.0),
                              road.rolling_n(flat, 80.0 / 3.6));
    Drive drive("truck-paper");
    drive.start_engine();
    drive.pull_away();
    drive.run(2.0);
    TEST_ASSERT_EQUAL_UINT64(1, drive.car.clutch_locked);
    TEST_ASSERT_TRUE(drive.kph() > 3.0);
}

void wind_acts_on_the_air_speed_only() {
    const LongitudinalParameters car = load_vehicle("focus-2.0-mt");
    const RoadLoad road(car.road_load, car.mass_kg);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.418 * 900.0, road.pull_back_n(road.tick({0.0, 10.0}), 20.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.418 * 100.0,
                              road.pull_back_n(road.tick({0.0, -30.0}), 20.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 165.8, road.rolling_n(road.tick({0.0, 30.0}), 20.0));
    // A storm from behind pushes the car away, a breeze does not (165.8 N need 19.9 m/s).
    Drive breeze("focus-2.0-mt", {0.0, -19.8});
    breeze.run(20.0);
    TEST_ASSERT_TRUE(breeze.car.speed_mps == 0.0);
    Drive storm("focus-2.0-mt", {0.0, -20.0});
    storm.run(20.0);
    TEST_ASSERT_TRUE(storm.car.speed_mps > 0.0);
}

void grade_pulls_with_its_sine() {
    const RoadLoad road({0.0, 0.0, 0.0}, 1000.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 9806.65 * 0.6, road.tick({0.75, 0.0}).grade_n);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.8, road.tick({-0.75, 0.0}).cosine);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, -9806.65 * 0.6, road.tick({-0.75, 0.0}).grade_n);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_brake_holds_on_20_percent_for_an_hour);
    RUN_TEST(without_brake_it_rolls_back);
    RUN_TEST(the_brake_just_holds_or_just_does_not);
    RUN_TEST(a_gear_holds_the_parked_car);
    RUN_TEST(the_sign_of_the_speed_does_not_flutter);
    RUN_TEST(rolling_out_uphill_it_turns_round_once);
    RUN_TEST(starting_on_a_hill_it_rolls_back_and_then_climbs);
    RUN_TEST(the_linear_brake_has_its_dead_band);
    RUN_TEST(the_papers_brake_follows_equation_8);
    RUN_TEST(rolling_and_air_resistance_follow_the_paper);
    RUN_TEST(a_truck_rolls_as_the_paper_says);
    RUN_TEST(wind_acts_on_the_air_speed_only);
    RUN_TEST(grade_pulls_with_its_sine);
    return UNITY_END();
}
