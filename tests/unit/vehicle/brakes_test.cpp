// SPDX-License-Identifier: Apache-2.0
// The wheel brakes: lag, share, locking wheels, and the anti-lock brake.
#include <cmath>
#include <cstdio>

#include "tests/unit/unity_cpp.h"
#include "tests/unit/vehicle/ride.h"

using namespace ghostcar::model;
using ghostcar::tests::load_car;
using ghostcar::tests::Ride;

namespace {

constexpr const char* focus = "focus-2.0-mt";

CarParameters with_antilock(bool antilock) {
    CarParameters parameters = load_car(focus);
    parameters.brakes.antilock = antilock;
    return parameters;
}

void the_brake_builds_up_with_its_lag() {
    Ride ride(focus, 30.0);
    ride.controls.brake = 0.5;
    ride.run(ride.parameters().brakes.lag_s);
    const double full_nm = 4440.0 * (0.5 - 0.05) / 0.95;
    TEST_ASSERT_DOUBLE_WITHIN(0.02, 1.0 - std::exp(-1.0), ride.state.brake_torque_nm / full_nm);
    ride.run(1.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-3, 1.0, ride.state.brake_torque_nm / full_nm);
    ride.controls.brake = 0.0;
    ride.run(3.0);
    TEST_ASSERT_TRUE(ride.state.brake_torque_nm == 0.0);
}

/// Half a g on the dry: each axle's wheels carry their share of the torque, seen in their slip.
void the_front_wheels_brake_their_share() {
    for (const double front_share : {0.5, 0.7}) {
        CarParameters parameters = with_antilock(false);
        parameters.brakes.front_share = front_share;
        Ride ride(parameters, 30.0);
        ride.controls.brake = 0.5;
        ride.run(1.0);
        const auto slip_force_n = [&](Wheel wheel) {
            const Tyre tyre(ride.parameters().tyre, 1.0, ride.step_s);
            const double rim_mps =
                ride.state.wheels[wheel].spin_radps * ride.parameters().wheel_radius_m;
            return tyre
                .force(ride.state.wheels[wheel].load_n, 1.0,
                       rim_mps / ride.state.motion.forward_mps - 1.0, 0.0)
                .longitudinal_n;
        };
        const double front_n = slip_force_n(front_left);
        const double rear_n = slip_force_n(rear_left);
        TEST_ASSERT_DOUBLE_WITHIN(0.03, front_share, front_n / (front_n + rear_n));
    }
}

struct Stop {
    double way_m;
    double yaw_rad;
    double locked_s;  // front wheels at rest while the car runs faster than walking
};

/// Full brake from 80 km/h on a wet road.
Stop stop(bool antilock, double steer) {
    Ride ride(with_antilock(antilock), 80.0 * mps_per_kph);
    ride.ground.grip = {0.5, 0.5, 0.5, 0.5};
    ride.controls.steer = steer;
    ride.controls.brake = 1.0;
    int locked_ticks = 0;
    for (int tick = 0; tick < 20'000 && ride.state.resting == 0; ++tick) {
        ride.tick();
        if (ride.state.motion.forward_mps > 2.5 && ride.state.wheels[front_left].spin_radps == 0.0)
            ++locked_ticks;
    }
    TEST_ASSERT_TRUE(ride.state.resting != 0);
    return {ride.state.drive.distance_m, ride.state.motion.yaw_rad, locked_ticks * ride.step_s};
}

void an_antilock_brake_keeps_the_wheels_turning_and_stops_no_longer() {
    const Stop with = stop(true, 0.0);
    const Stop without = stop(false, 0.0);
    std::printf("with %.1f m; without %.1f m, locked for %.1f s\n", with.way_m, without.way_m,
                without.locked_s);
    TEST_ASSERT_TRUE(with.locked_s == 0.0);
    TEST_ASSERT_TRUE(without.locked_s > 2.0);
    TEST_ASSERT_TRUE(with.way_m < without.way_m);
}

void an_antilock_brake_still_steers() {
    const Stop with = stop(true, 0.1);
    const Stop without = stop(false, 0.1);
    std::printf("turned by %.3f rad with, %.3f rad without\n", with.yaw_rad, without.yaw_rad);
    TEST_ASSERT_TRUE(with.yaw_rad > 0.4);
    TEST_ASSERT_TRUE(without.yaw_rad < 0.1);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_brake_builds_up_with_its_lag);
    RUN_TEST(the_front_wheels_brake_their_share);
    RUN_TEST(an_antilock_brake_keeps_the_wheels_turning_and_stops_no_longer);
    RUN_TEST(an_antilock_brake_still_steers);
    return UNITY_END();
}
