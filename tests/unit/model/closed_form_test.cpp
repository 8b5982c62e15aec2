// SPDX-License-Identifier: Apache-2.0
// The car against closed solutions of its equations.
#include "tests/unit/model/car_fixture.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::Drive;
using ghostcar::tests::load_vehicle;

namespace {

LongitudinalParameters coasting_car() {
    LongitudinalParameters car = load_vehicle("focus-2.0-mt");
    car.road_load = {150.0, 0.0, 0.46};
    return car;
}

/// Time at which the speed passed `kph`, between the last two ticks.
double crossing_s(std::int64_t tick, double before_kph, double after_kph, double kph) {
    return (static_cast<double>(tick) - 1.0 + (before_kph - kph) / (before_kph - after_kph)) *
           0.001;
}

void the_effective_mass_in_neutral_is_the_closed_forms() {
    const LongitudinalParameters car = coasting_car();
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 1512.6927, car.mass_kg + car.wheel_side_mass_kg);
}

void coast_down_meets_the_closed_form() {
    Drive drive(coasting_car());
    drive.car.speed_mps = 120.0 * mps_per_kph;
    double at_100_s = 0.0;
    double at_80_s = 0.0;
    double standstill_s = 0.0;
    for (std::int64_t tick = 1; drive.car.speed_mps > 0.0; ++tick) {
        const double before_kph = drive.kph();
        const double before_mps = drive.car.speed_mps;
        drive.tick();
        const double after_kph = drive.kph();
        if (before_kph >= 100.0 && after_kph < 100.0) {
            at_100_s = crossing_s(tick, before_kph, after_kph, 100.0);
        }
        if (before_kph >= 80.0 && after_kph < 80.0) {
            at_80_s = crossing_s(tick, before_kph, after_kph, 80.0);
        }
        if (after_kph == 0.0) {
            standstill_s =
                static_cast<double>(tick - 1) * 0.001 + before_mps / -drive.car.acceleration_mps2;
        }
        TEST_ASSERT_TRUE(tick < 300'000);
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-3, 19.2934, at_80_s - at_100_s);
    TEST_ASSERT_DOUBLE_WITHIN(1e-3, 195.6409, standstill_s);
    TEST_ASSERT_DOUBLE_WITHIN(0.01, 2438.866, drive.car.distance_m);
    const double stopped_at_m = drive.car.distance_m;
    drive.run(10.0);
    TEST_ASSERT_TRUE(drive.car.distance_m == stopped_at_m);
    TEST_ASSERT_TRUE(drive.car.speed_mps == 0.0);
}

/// An engine that gives 80 N·m at any speed, a clutch that slips at 120 N·m, no losses.
LongitudinalParameters two_inertias(double clutch_nm) {
    LongitudinalParameters car = load_vehicle("focus-2.0-mt");
    car.engine.torque_nm = UniformMap({0.0, 1000.0}, {0.0, 1.0}, {{80.0, 80.0}, {80.0, 80.0}});
    car.engine.governor.lowest_nm = 0.0;
    car.engine.governor.highest_nm = 0.0;
    car.clutch = {ClutchKind::capacity, UniformCurve({0.0, 1.0}, {1.0, 1.0}), clutch_nm, 1.12};
    car.gearbox.efficiencies[0] = 1.0;
    car.road_load = {150.0, 0.0, 0.0};
    return car;
}

void set_off(Drive& drive) {
    drive.car.engine = EngineMode::running;
    drive.car.engine_speed_radps = 1500.0 * radps_per_rpm;
    drive.car.charge_torque_nm = 80.0;
    drive.car.gear = 1;
    drive.car.lever = 1;
    drive.controls.gear = 1;
    drive.controls.accelerator = 1.0;
    drive.controls.key = Key::on;
}

void clutch_lock_up_meets_the_closed_form() {
    Drive drive(two_inertias(120.0));
    set_off(drive);
    std::int64_t ticks = 0;
    double slip_before = 0.0;
    double slip_after = 0.0;
    const double ratio = 3.417 * 4.07 / 0.308;
    while (drive.car.clutch_locked == 0 && ticks < 2000) {
        slip_before = drive.car.engine_speed_radps - drive.car.speed_mps * ratio;
        drive.tick();
        ++ticks;
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-3, 0.402292, static_cast<double>(ticks) * 1e-3);
    TEST_ASSERT_DOUBLE_WITHIN(0.001 * 62.4227, 62.4227, drive.car.engine_speed_radps);
    slip_after = drive.car.engine_speed_radps - drive.car.speed_mps * ratio;
    TEST_ASSERT_TRUE(slip_before > 0.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, slip_after);
    // Momentum: exact however the tick boundary falls.
    const double time_s = static_cast<double>(ticks) * 1e-3;
    const double expected_radps =
        (0.17 * 1500.0 * radps_per_rpm + (80.0 - 150.0 / ratio) * time_s) / (0.17 + 0.751948);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, expected_radps, drive.car.engine_speed_radps);
    drive.run(1.0);
    TEST_ASSERT_EQUAL_UINT64(1, drive.car.clutch_locked);
}

void a_clutch_weaker_than_the_engine_does_not_lock() {
    Drive drive(two_inertias(60.0));
    set_off(drive);
    drive.run(2.0);
    TEST_ASSERT_EQUAL_UINT64(0, drive.car.clutch_locked);
    TEST_ASSERT_TRUE(drive.rpm() > 1500.0);
}

/// Smooth coasting: with a fourth-order method ten times the step costs next to nothing.
void the_step_is_small_enough() {
    double distance_m[2];
    const double step_s[2] = {0.001, 0.010};
    for (int i = 0; i < 2; ++i) {
        const Longitudinal car(coasting_car(), step_s[i]);
        LongitudinalState state = car.initial();
        state.speed_mps = 30.0;
        for (double time_s = 0.0; time_s < 60.0 - 0.5 * step_s[i]; time_s += step_s[i]) {
            car.step(state, Controls{}, Environment{});
        }
        distance_m[i] = state.distance_m;
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, distance_m[0], distance_m[1]);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_effective_mass_in_neutral_is_the_closed_forms);
    RUN_TEST(coast_down_meets_the_closed_form);
    RUN_TEST(clutch_lock_up_meets_the_closed_form);
    RUN_TEST(a_clutch_weaker_than_the_engine_does_not_lock);
    RUN_TEST(the_step_is_small_enough);
    return UNITY_END();
}
