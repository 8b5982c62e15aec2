// SPDX-License-Identifier: Apache-2.0
// The full Focus against what is known of the real one.
#include <cstdio>

#include "tests/unit/unity_cpp.h"
#include "tests/unit/vehicle/ride.h"

using namespace ghostcar::model;
using ghostcar::tests::Ride;

namespace {

constexpr const char* focus = "focus-2.0-mt";

/// Seconds until the speed passes `kph`, at most five minutes.
double seconds_to(Ride& ride, double kph) {
    const bool below = ride.kph() < kph;
    std::int64_t ticks = 0;
    for (; (ride.kph() < kph) == below && ticks < 300'000; ++ticks) ride.tick();
    return static_cast<double>(ticks) * ride.step_s;
}

/// By hand from rest: the clutch pulls the engine down from 3500 1/min, each shift near 6600 costs
/// 0.45 s.
void from_rest_to_100() {
    Ride ride(focus);
    ride.set_gear(1);
    ride.controls.clutch = 1.0;
    ride.controls.accelerator = 1.0;
    while (ride.rpm() < 3500.0) ride.tick();
    ride.controls.clutch = 0.43;
    std::int64_t shifting_ticks = 0;
    std::int64_t ticks = 0;
    for (; ride.kph() < 100.0 && ticks < 30'000; ++ticks) {
        const bool locked = ride.state.drive.clutch_locked != 0;
        if (shifting_ticks > 0) {
            --shifting_ticks;
        } else if (locked && ride.rpm() > 6600.0) {
            shifting_ticks = 450;
            ++ride.controls.gear;
        }
        ride.controls.accelerator = shifting_ticks > 0 ? 0.0 : 1.0;
        if (shifting_ticks > 0) {
            ride.controls.clutch = 1.0;
        } else if (locked || ride.controls.gear > 1) {
            ride.controls.clutch = 0.0;
        }
        ride.tick();
    }
    const double time_s = static_cast<double>(ticks) * ride.step_s;
    std::printf("0-100 km/h in %.2f s, then in gear %d\n", time_s,
                static_cast<int>(ride.state.drive.gear));
    TEST_ASSERT_DOUBLE_WITHIN(0.9, 10.1, time_s);
    TEST_ASSERT_EQUAL_UINT64(0, ride.state.drive.blocked_shifts);
    TEST_ASSERT_EQUAL_UINT64(0, ride.state.drive.stalls);
}

/// With accelerator and brake alone, as a controller drives it.
void from_rest_to_100_by_itself() {
    Ride ride(focus);
    ride.set_gear(0);
    ride.automatic = true;
    ride.controls.gear = 1;
    ride.controls.accelerator = 1.0;
    const double time_s = seconds_to(ride, 100.0);
    std::printf("0-100 km/h in %.2f s with clutch and gears worked by the car\n", time_s);
    TEST_ASSERT_DOUBLE_WITHIN(0.9, 10.1, time_s);
}

void top_speed() {
    Ride ride(focus, 50.0);
    ride.set_gear(5);
    ride.controls.accelerator = 1.0;
    ride.run(300.0);
    const double before_kph = ride.kph();
    ride.run(10.0);
    TEST_ASSERT_DOUBLE_WITHIN(0.01, before_kph, ride.kph());  // it has been reached
    std::printf("top speed %.1f km/h at %.0f 1/min\n", ride.kph(), ride.rpm());
    TEST_ASSERT_DOUBLE_WITHIN(8.0, 208.0, ride.kph());
}

void passing_in_fourth_and_fifth() {
    const double expected_s[2][2] = {{4, 9.5}, {5, 13.8}};
    for (const auto& [gear, seconds] : expected_s) {
        Ride ride(focus, 70.0 * mps_per_kph);
        ride.set_gear(static_cast<std::int64_t>(gear));
        ride.controls.accelerator = 1.0;
        (void)seconds_to(ride, 80.0);
        const double time_s = seconds_to(ride, 120.0);
        std::printf("80-120 km/h in gear %g: %.2f s\n", gear, time_s);
        TEST_ASSERT_DOUBLE_WITHIN(0.3, seconds, time_s);
    }
}

double coasting_from_100_to_80_s(std::int64_t gear) {
    Ride ride(focus, 105.0 * mps_per_kph);
    ride.set_gear(gear);
    (void)seconds_to(ride, 100.0);
    const double time_s = seconds_to(ride, 80.0);
    std::printf("coasting from 100 to 80 km/h in gear %d: %.2f s\n", static_cast<int>(gear),
                time_s);
    return time_s;
}

void coasting_down() {
    TEST_ASSERT_DOUBLE_WITHIN(0.5, 19.5, coasting_from_100_to_80_s(0));
    TEST_ASSERT_DOUBLE_WITHIN(0.6, 11.6, coasting_from_100_to_80_s(5));  // the engine brakes too
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(from_rest_to_100);
    RUN_TEST(from_rest_to_100_by_itself);
    RUN_TEST(top_speed);
    RUN_TEST(passing_in_fourth_and_fifth);
    RUN_TEST(coasting_down);
    return UNITY_END();
}
