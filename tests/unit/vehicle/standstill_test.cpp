// SPDX-License-Identifier: Apache-2.0
// Standing still, parking and reversing: calm and exact.
#include <cmath>
#include <cstdio>

#include "tests/unit/rt_core/sanitized.h"
#include "tests/unit/unity_cpp.h"
#include "tests/unit/vehicle/ride.h"

using namespace ghostcar::model;
using ghostcar::tests::Ride;
using ghostcar::tests::sanitized;
using ghostcar::tests::shipped_cars;
using ghostcar::tests::words_of;

namespace {

bool all_speeds_are_zero(const CarState& car) {
    bool zero = car.motion.forward_mps == 0.0 && car.motion.left_mps == 0.0 &&
                car.motion.yaw_rate_radps == 0.0;
    for (const WheelState& wheel : car.wheels) zero = zero && wheel.spin_radps == 0.0;
    return zero;
}

/// After a while nothing changes any more, not a bit; so ten hours are as good as one minute.
void braked_on_a_slope_the_state_stays_as_it_is() {
    for (const char* name : shipped_cars) {
        for (const double slope : {0.2, -0.2, 0.0}) {
            Ride ride(name);
            ride.ground.slope_forward = slope;
            ride.ground.slope_left = 0.05;
            ride.controls.brake = 1.0;
            ride.run(30.0);
            TEST_ASSERT_TRUE(all_speeds_are_zero(ride.state));
            TEST_ASSERT_TRUE(magnitude(ride.state.motion.x_m) < 0.01);  // until the brake holds
            const auto before = words_of(ride.state);
            ride.run(60.0);
            TEST_ASSERT_TRUE(words_of(ride.state) == before);
        }
    }
}

void ten_hours_on_a_slope_of_20_percent() {
    const int hours = sanitized ? 1 : 10;  // a resting car is cheap, but not under a sanitizer
    Ride ride("focus-2.0-mt");
    ride.ground.slope_forward = 0.2;
    ride.controls.brake = 1.0;
    ride.run(1.0);
    const double x_m = ride.state.motion.x_m;
    for (int hour = 0; hour < hours; ++hour) {
        ride.run(3600.0);
        TEST_ASSERT_TRUE(all_speeds_are_zero(ride.state));
        TEST_ASSERT_TRUE(ride.state.motion.x_m == x_m);
    }
}

void a_weak_brake_lets_it_roll_and_a_firm_one_holds() {
    // The Focus brakes with 14.4 kN at pedal 1 and weighs 14.4 kN; 20 % need 0.196 of that.
    for (const bool firm : {true, false}) {
        Ride ride("focus-2.0-mt");
        ride.ground.slope_forward = 0.2;
        ride.controls.brake = 0.05 + 0.95 * (firm ? 0.215 : 0.17);
        ride.run(1.0);  // the brake's lag
        const double x_m = ride.state.motion.x_m;
        ride.run(5.0);
        TEST_ASSERT_TRUE((ride.state.motion.x_m == x_m) == firm);
        TEST_ASSERT_TRUE((ride.state.motion.forward_mps < -0.1) == !firm);
    }
}

/// On the flat with idling engine and open clutch, and with a gear in.
void no_creep_on_the_flat() {
    for (const char* name : shipped_cars) {
        for (const std::int64_t gear : {0, 1}) {
            Ride ride(name);
            ride.set_gear(gear);
            ride.controls.clutch = 1.0;
            ride.run(20.0);
            TEST_ASSERT_TRUE(all_speeds_are_zero(ride.state));
            TEST_ASSERT_TRUE(ride.state.motion.x_m == 0.0);
            TEST_ASSERT_TRUE(ride.state.resting != 0);
        }
    }
}

/// Rolling out: the speed falls and never turns round, whatever brakes it.
void stopping_never_turns_the_speed_round() {
    for (const char* name : shipped_cars) {
        for (const double pedal : {0.0, 0.08, 0.2, 1.0}) {
            for (const double step_s : {0.0005, 0.001, 0.002}) {
                Ride ride(name, pedal == 0.0 ? 0.5 : 5.0, step_s);
                ride.controls.brake = pedal;
                double before_mps = ride.state.motion.forward_mps;
                const int ticks = static_cast<int>(40.0 / step_s);
                for (int i = 0; i < ticks && ride.state.resting == 0; ++i) {
                    ride.tick();
                    const double now_mps = ride.state.motion.forward_mps;
                    if (now_mps < 0.0 || now_mps > before_mps + 1e-3) {
                        std::printf("%s pedal %g step %g: %g after %g m/s\n", name, pedal, step_s,
                                    now_mps, before_mps);
                        TEST_FAIL_MESSAGE("the speed flutters");
                    }
                    before_mps = now_mps;
                }
                TEST_ASSERT_TRUE(ride.state.resting != 0);
                TEST_ASSERT_TRUE(all_speeds_are_zero(ride.state));
            }
        }
    }
}

/// Turned wheels at rest leave the car where it is.
void steering_at_rest_moves_nothing() {
    for (const char* name : shipped_cars) {
        Ride ride(name);
        for (const double steer : {1.0, -1.0, 0.3}) {
            ride.controls.steer = steer;
            ride.run(5.0);
        }
        TEST_ASSERT_TRUE(all_speeds_are_zero(ride.state));
        TEST_ASSERT_TRUE(ride.state.motion.x_m == 0.0 && ride.state.motion.yaw_rad == 0.0);
    }
}

/// Backing out of a parking space: reverse gear, wheels turned, engine idling, and back again.
void reversing_on_a_circle() {
    Ride ride("focus-2.0-mt");
    ride.automatic = true;
    ride.set_gear(0);
    ride.controls.gear = -1;
    ride.controls.steer = 0.5;
    ride.controls.accelerator = 0.15;
    ride.run(3.0);
    TEST_ASSERT_TRUE(ride.state.motion.forward_mps < -0.5);
    TEST_ASSERT_TRUE(ride.state.motion.yaw_rate_radps <
                     0.0);  // left wheels, backwards: to the right
    // The rear axle's centre runs on the kinematic circle.
    const double radius_m = 2.64 / std::tan(0.5 * 0.62);
    TEST_ASSERT_DOUBLE_WITHIN(0.03 * radius_m, radius_m,
                              ride.state.motion.forward_mps / ride.state.motion.yaw_rate_radps);
    ride.controls.accelerator = 0.0;
    ride.controls.brake = 0.3;
    ride.run(3.0);
    TEST_ASSERT_TRUE(ride.state.resting != 0);
    const double x_m = ride.state.motion.x_m;
    ride.controls.gear = 1;
    ride.controls.brake = 0.0;
    ride.controls.accelerator = 0.15;
    ride.run(3.0);
    TEST_ASSERT_TRUE(ride.state.motion.forward_mps > 0.5);
    TEST_ASSERT_TRUE(ride.state.motion.x_m > x_m);
}

/// With turned wheels from 1 m/s: once the tyres have built up their slip (some relaxation lengths)
/// the yaw rate is the kinematic one.
void rolling_slowly_on_a_circle() {
    for (const char* name : shipped_cars) {
        for (const double speed_mps : {1.0, -1.0, 0.2}) {
            Ride ride(name, speed_mps);
            const double settled_m = 8.0 * ride.parameters().tyre.lateral.relaxation_m;
            double worst = 0.0;
            while (magnitude(ride.state.drive.distance_m) < settled_m + 1.0) {
                ride.car.step_ideal(ride.state, 0.1, 0.0);
                const double kinematic_radps =
                    ride.state.motion.forward_mps * std::tan(0.1) / ride.parameters().wheelbase_m;
                if (magnitude(ride.state.drive.distance_m) < settled_m) continue;
                worst = maximum(
                    worst, magnitude(ride.state.motion.yaw_rate_radps / kinematic_radps - 1.0));
            }
            if (worst > 0.01) std::printf("%s %g m/s: off by %g\n", name, speed_mps, worst);
            TEST_ASSERT_TRUE(worst < 0.01);
        }
    }
}

/// A hill start: the clutch takes the car over from the brake.
void a_hill_start_rolls_back_little() {
    Ride ride("focus-2.0-mt");
    ride.set_gear(1);
    ride.ground.slope_forward = 0.1;
    ride.controls.clutch = 1.0;
    ride.controls.brake = 0.5;
    ride.controls.accelerator = 0.35;
    ride.run(1.0);
    ride.controls.clutch = 0.45;
    ride.run(0.3);
    ride.controls.brake = 0.0;
    double lowest_m = 0.0;
    for (int i = 0; i < 2000; ++i) {
        ride.tick();
        lowest_m = minimum(lowest_m, ride.state.motion.x_m);
    }
    TEST_ASSERT_TRUE(lowest_m > -0.05);
    TEST_ASSERT_TRUE(ride.state.motion.forward_mps > 1.0);
    TEST_ASSERT_EQUAL_UINT64(0, ride.state.drive.stalls);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(braked_on_a_slope_the_state_stays_as_it_is);
    RUN_TEST(ten_hours_on_a_slope_of_20_percent);
    RUN_TEST(a_weak_brake_lets_it_roll_and_a_firm_one_holds);
    RUN_TEST(no_creep_on_the_flat);
    RUN_TEST(stopping_never_turns_the_speed_round);
    RUN_TEST(steering_at_rest_moves_nothing);
    RUN_TEST(reversing_on_a_circle);
    RUN_TEST(rolling_slowly_on_a_circle);
    RUN_TEST(a_hill_start_rolls_back_little);
    return UNITY_END();
}
