// SPDX-License-Identifier: Apache-2.0
// Engine, clutch, gearbox, half shafts and differentials of the full car.
#include "model/vehicle/powertrain.h"

#include <cmath>
#include <cstdio>

#include "tests/unit/unity_cpp.h"
#include "tests/unit/vehicle/ride.h"

using namespace ghostcar::model;
using ghostcar::tests::load_car;
using ghostcar::tests::Ride;

namespace {

constexpr const char* focus = "focus-2.0-mt";

/// The driveline alone: the tyres are rigid, the wheels carry the whole car, nothing rubs.
double shuffle_hz(std::int64_t gear) {
    CarParameters p = load_car(focus);
    p.powertrain.driveline.damping_nmsprad = 0.0;
    p.powertrain.driveline.lash_rad = 0.0;
    p.powertrain.gearbox.efficiencies.fill(1.0);
    const double step_s = Car::default_step_s;
    const Powertrain powertrain(p.powertrain, step_s);
    const double car_kgm2 =
        p.mass_kg * p.wheel_radius_m * p.wheel_radius_m + 4.0 * p.wheel_inertia_kgm2;
    const double ratio = p.powertrain.gearbox.ratios[static_cast<std::size_t>(gear - 1)] *
                         p.powertrain.gearbox.final_drive_ratio;
    CarState car;
    for (WheelState& wheel : car.wheels) wheel.spin_radps = 300.0 / ratio;
    car.drive.gear = gear;
    car.drive.lever = gear;
    powertrain.set_running(car);
    car.driveline.twist_rad = 0.01;
    Controls controls;
    controls.key = Key::on;
    controls.gear = gear;
    controls.accelerator = 0.3;
    // Crossings of the mean, which the engine's torque moves little in a second.
    double before = 0.0;
    double first_s = 0.0;
    double last_s = 0.0;
    int crossings = 0;
    for (int tick = 0; tick < 1500; ++tick) {
        PerWheel<double> drive_nm{};
        const double rate_before = before;
        powertrain.step(car, controls, false, drive_nm);
        const double all_nm = (drive_nm[front_left] + drive_nm[front_right]) +
                              (drive_nm[rear_left] + drive_nm[rear_right]);
        for (WheelState& wheel : car.wheels) wheel.spin_radps += step_s * all_nm / car_kgm2;
        before = car.driveline.shaft_radps - car.wheels[front_left].spin_radps;
        if (tick < 300 || rate_before >= 0.0 || before < 0.0) continue;  // rising, charge filled
        const double t_s = (tick - before / (before - rate_before)) * step_s;
        if (crossings++ == 0) first_s = t_s;
        last_s = t_s;
    }
    TEST_ASSERT_EQUAL_UINT64(1, car.drive.clutch_locked);
    TEST_ASSERT_TRUE(crossings > 2);
    return (crossings - 1) / (last_s - first_s);
}

void the_driveline_shuffles_as_its_stiffness_says() {
    const double expected_hz[5] = {3.2, 4.7, 6.8, 9.5, 12.1};
    for (std::int64_t gear = 1; gear <= 5; ++gear) {
        const double found_hz = shuffle_hz(gear);
        std::printf("gear %d: %.2f Hz\n", static_cast<int>(gear), found_hz);
        const double expected = expected_hz[gear - 1];
        TEST_ASSERT_DOUBLE_WITHIN(0.02 * expected, expected, found_hz);
    }
}

/// Tipping in and out within the lash: the shaft's torque is 0 there, and nothing sticks to it.
void the_lash_is_crossed_between_drive_and_overrun() {
    Ride ride(focus, 15.0);
    ride.set_gear(2);
    ride.controls.accelerator = 0.5;
    ride.run(2.0);
    const double half_lash_rad = 0.5 * ride.parameters().powertrain.driveline.lash_rad;
    TEST_ASSERT_TRUE(ride.state.driveline.twist_rad > half_lash_rad);
    ride.controls.accelerator = 0.0;
    int inside = 0;
    for (int tick = 0; tick < 2000; ++tick) {
        ride.tick();
        inside += magnitude(ride.state.driveline.twist_rad) < half_lash_rad ? 1 : 0;
    }
    TEST_ASSERT_TRUE(inside > 10 && inside < 500);
    TEST_ASSERT_TRUE(ride.state.driveline.twist_rad < -half_lash_rad);
}

void the_clutch_locks_once_in_a_pull_away() {
    for (const char* name : ghostcar::tests::shipped_cars) {
        for (const double seconds : {3.0, 6.0}) {
            Ride ride(name);
            ride.set_gear(1);
            ride.controls.clutch = 1.0;
            ride.controls.accelerator = 0.3;
            ride.run(0.5);
            int changes = 0;
            std::uint64_t last = ride.state.drive.clutch_locked;
            const int ticks = static_cast<int>(seconds * 1000.0);
            for (int tick = 1; tick <= ticks + 1000; ++tick) {
                ride.controls.clutch = maximum(0.0, 1.0 - static_cast<double>(tick) / ticks);
                ride.tick();
                changes += ride.state.drive.clutch_locked != last ? 1 : 0;
                last = ride.state.drive.clutch_locked;
            }
            if (changes != 1) std::printf("%s, %g s: %d changes\n", name, seconds, changes);
            TEST_ASSERT_EQUAL_INT(1, changes);
            TEST_ASSERT_TRUE(ride.state.drive.engine == EngineMode::running);
            TEST_ASSERT_TRUE(ride.kph() > 3.0);
        }
    }
}

void a_gear_against_a_closed_clutch_grinds() {
    Ride ride(focus, 10.0);
    ride.set_gear(2);
    ride.run(1.0);
    ride.controls.gear = 4;
    ride.controls.accelerator = 0.5;  // the engine revs up: both sides never turn alike
    ride.run(1.0);
    TEST_ASSERT_EQUAL_INT64(0, ride.state.drive.gear);
    TEST_ASSERT_EQUAL_UINT64(1, ride.state.drive.blocked_shifts);
    // The lever is still pushed: it goes in once the clutch opens, without another count.
    ride.controls.clutch = 1.0;
    ride.controls.accelerator = 0.0;
    ride.run(1.0);
    TEST_ASSERT_EQUAL_INT64(4, ride.state.drive.gear);
    TEST_ASSERT_EQUAL_UINT64(1, ride.state.drive.blocked_shifts);
}

/// The synchroniser is at work when the clutch closes again: the gear stays out, which counts once
/// for each time.
void a_clutch_closed_too_early_grinds_once() {
    Ride ride(focus, 20.0);
    ride.set_gear(4);
    ride.run(0.5);
    ride.controls.clutch = 1.0;
    ride.controls.accelerator = 0.0;
    ride.run(0.5);
    ride.controls.gear = 2;
    ride.tick();
    TEST_ASSERT_EQUAL_INT64(0, ride.state.drive.gear);
    for (std::uint64_t times = 1; times <= 3; ++times) {
        ride.run(0.01);
        TEST_ASSERT_EQUAL_UINT64(times - 1, ride.state.drive.blocked_shifts);
        ride.controls.clutch = 0.0;
        ride.run(0.2);
        TEST_ASSERT_EQUAL_INT64(0, ride.state.drive.gear);
        TEST_ASSERT_EQUAL_UINT64(times, ride.state.drive.blocked_shifts);
        ride.controls.clutch = 1.0;
    }
    ride.run(2.0);
    TEST_ASSERT_EQUAL_INT64(2, ride.state.drive.gear);
    TEST_ASSERT_EQUAL_UINT64(3, ride.state.drive.blocked_shifts);
}

void gears_that_are_not_there_are_refused() {
    for (const std::int64_t lever : {std::int64_t{6}, std::int64_t{-2}, INT64_MAX, INT64_MIN}) {
        Ride ride(focus, 5.0);
        ride.set_gear(0);
        ride.controls.clutch = 1.0;
        ride.controls.gear = lever;
        ride.run(0.5);
        TEST_ASSERT_EQUAL_INT64(0, ride.state.drive.gear);
    }
}

void reverse_goes_in_at_rest_only() {
    for (const bool rolls : {true, false}) {
        Ride ride(focus, rolls ? 3.0 : 0.0);
        ride.set_gear(0);
        ride.controls.clutch = 1.0;
        ride.controls.gear = -1;
        ride.run(0.5);
        TEST_ASSERT_EQUAL_INT64(rolls ? 0 : -1, ride.state.drive.gear);
    }
}

/// Third to second at 60 km/h: the disc has to gain 1600 1/min, at 0.11 s per 1000.
void a_synchroniser_takes_its_time() {
    Ride ride(focus, 60.0 * mps_per_kph);
    ride.set_gear(3);
    ride.controls.accelerator = 0.2;
    ride.run(0.5);
    ride.controls.accelerator = 0.0;
    ride.controls.clutch = 1.0;
    ride.run(0.1);
    const double disc_radps = ride.state.driveline.disc_radps;
    const double gained_radps = disc_radps * (2.136 / 1.448 - 1.0) - 50.0 * radps_per_rpm;
    ride.controls.gear = 2;
    int ticks = 0;
    for (; ride.state.drive.gear != 2 && ticks < 2000; ++ticks) ride.tick();
    const double expected_s = 0.11 * gained_radps / (1000.0 * radps_per_rpm);
    TEST_ASSERT_DOUBLE_WITHIN(0.02, expected_s, ticks * ride.step_s);
    TEST_ASSERT_EQUAL_UINT64(0, ride.state.drive.blocked_shifts);
}

void a_released_clutch_stalls_the_engine_and_the_key_starts_it() {
    Ride ride(focus);
    ride.set_gear(1);
    ride.controls.brake = 0.5;
    ride.controls.clutch = 1.0;
    ride.run(0.5);
    ride.controls.clutch = 0.0;
    ride.run(1.0);
    TEST_ASSERT_TRUE(ride.state.drive.engine == EngineMode::stalled);
    TEST_ASSERT_EQUAL_UINT64(1, ride.state.drive.stalls);
    TEST_ASSERT_TRUE(ride.rpm() == 0.0);
    ride.controls.clutch = 1.0;
    ride.controls.key = Key::start;
    for (int tick = 0; tick < 5000 && ride.state.drive.engine != EngineMode::running; ++tick)
        ride.tick();
    ride.controls.key = Key::on;
    ride.run(3.0);
    TEST_ASSERT_DOUBLE_WITHIN(30.0, 750.0, ride.rpm());
}

void the_limiter_holds_the_engine() {
    Ride ride(focus);
    ride.set_gear(0);
    ride.controls.accelerator = 1.0;
    double highest_rpm = 0.0;
    for (int tick = 0; tick < 5000; ++tick) {
        ride.tick();
        highest_rpm = maximum(highest_rpm, ride.rpm());
    }
    TEST_ASSERT_TRUE(highest_rpm > 6600.0 && highest_rpm < 6801.0);
}

/// Through all gears and back to rest with two pedals; nobody stalls or hunts.
void an_automatic_needs_two_pedals_only() {
    for (const char* name : ghostcar::tests::shipped_cars) {
        Ride ride(name);
        ride.set_gear(0);
        ride.automatic = true;
        ride.controls.gear = 1;
        ride.controls.accelerator = 0.6;
        std::int64_t highest = 0;
        int changes = 0;
        std::int64_t wanted = 0;
        const auto watch = [&](double seconds) {
            for (int tick = 0; tick < static_cast<int>(seconds * 1000.0); ++tick) {
                ride.tick();
                changes += ride.state.automatic.gear != wanted ? 1 : 0;
                wanted = ride.state.automatic.gear;
                highest = wanted > highest ? wanted : highest;
            }
        };
        watch(60.0);
        TEST_ASSERT_TRUE(highest >= 4);
        TEST_ASSERT_EQUAL_INT64(highest, changes);  // each gear once, on the way up
        ride.controls.accelerator = 0.0;
        ride.controls.brake = 0.4;
        watch(30.0);
        TEST_ASSERT_TRUE(ride.state.resting != 0);
        TEST_ASSERT_EQUAL_INT64(1, ride.state.automatic.gear);
        TEST_ASSERT_EQUAL_UINT64(0, ride.state.drive.stalls);
        TEST_ASSERT_EQUAL_UINT64(0, ride.state.drive.blocked_shifts);
    }
}

/// Speed after five seconds of pulling away on a slippery road.
double slippery_start_kph(const CarParameters& parameters, const PerWheel<double>& grip,
                          double accelerator) {
    Ride ride(parameters);
    ride.ground.grip = grip;
    ride.set_gear(0);
    ride.automatic = true;
    ride.controls.gear = 1;
    ride.controls.accelerator = accelerator;
    ride.run(5.0);
    return ride.kph();
}

void a_limited_slip_differential_pulls_where_an_open_one_spins() {
    const CarParameters open = load_car(focus);
    CarParameters limited = open;
    limited.powertrain.driveline.lock_preload_nm = 100.0;
    limited.powertrain.driveline.lock_share = 0.5;
    const PerWheel<double> left_on_ice{0.1, 1.0, 0.1, 1.0};
    const double open_kph = slippery_start_kph(open, left_on_ice, 0.4);
    const double limited_kph = slippery_start_kph(limited, left_on_ice, 0.4);
    std::printf("one side on ice, after 5 s: open %.1f km/h, limited slip %.1f km/h\n", open_kph,
                limited_kph);
    TEST_ASSERT_TRUE(open_kph > 5.0);
    TEST_ASSERT_TRUE(limited_kph > 1.3 * open_kph);
}

void four_driven_wheels_pull_more_than_two() {
    double speeds_kph[3]{};
    const double shares[3] = {1.0, 0.0, 0.5};
    for (int i = 0; i < 3; ++i) {
        CarParameters parameters = load_car(focus);
        parameters.powertrain.driveline.front_share = shares[i];
        speeds_kph[i] = slippery_start_kph(parameters, {0.3, 0.3, 0.3, 0.3}, 0.7);
    }
    std::printf("on snow after 5 s: front %.1f, rear %.1f, all wheels %.1f km/h\n", speeds_kph[0],
                speeds_kph[1], speeds_kph[2]);
    TEST_ASSERT_TRUE(speeds_kph[2] > 1.3 * maximum(speeds_kph[0], speeds_kph[1]));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_driveline_shuffles_as_its_stiffness_says);
    RUN_TEST(the_lash_is_crossed_between_drive_and_overrun);
    RUN_TEST(the_clutch_locks_once_in_a_pull_away);
    RUN_TEST(a_gear_against_a_closed_clutch_grinds);
    RUN_TEST(a_clutch_closed_too_early_grinds_once);
    RUN_TEST(gears_that_are_not_there_are_refused);
    RUN_TEST(reverse_goes_in_at_rest_only);
    RUN_TEST(a_synchroniser_takes_its_time);
    RUN_TEST(a_released_clutch_stalls_the_engine_and_the_key_starts_it);
    RUN_TEST(the_limiter_holds_the_engine);
    RUN_TEST(an_automatic_needs_two_pedals_only);
    RUN_TEST(a_limited_slip_differential_pulls_where_an_open_one_spins);
    RUN_TEST(four_driven_wheels_pull_more_than_two);
    return UNITY_END();
}
