// SPDX-License-Identifier: Apache-2.0
// Steady circles against theory: geometry when slow, the understeer gradient when faster.
#include <cmath>
#include <cstdio>

#include "tests/unit/unity_cpp.h"
#include "tests/unit/vehicle/ride.h"

using namespace ghostcar::model;
using ghostcar::tests::Ride;
using ghostcar::tests::shipped_cars;

namespace {

/// Drives at a constant speed with turned wheels until nothing changes.
CarState steady_state(const char* name, double speed_mps, double angle_rad) {
    Ride ride(name, speed_mps);
    for (int i = 0; i < 20'000; ++i) {
        const double drive_mps2 = 2.0 * (speed_mps - ride.state.motion.forward_mps);
        ride.car.step_ideal(ride.state, minimum(angle_rad, 1e-5 * i), drive_mps2);
    }
    return ride.state;
}

/// Cornering stiffness of an axle at its static load, N/rad.
double axle_stiffness(const CarParameters& car, double axle_load_n) {
    const TyreAxisParameters& tyre = car.tyre.lateral;
    const double over_load = 0.5 * axle_load_n / car.tyre.nominal_load_n - 1.0;
    return axle_load_n * tyre.stiffness * (1.0 + tyre.stiffness_per_load * over_load);
}

/// How far the body leans for each m/s² across: φ = ms·h·a/(K − ms·g·h), h above the roll axis.
double roll_per_mps2(const CarParameters& car) {
    const SuspensionParameters& p = car.suspension;
    const double sprung_kg = car.mass_kg - (p.front.unsprung_mass_kg + p.rear.unsprung_mass_kg);
    const double rear_share = car.to_front_axle_m / car.wheelbase_m;
    const double axis_m = blend(p.front.roll_axis_height_m, p.rear.roll_axis_height_m, rear_share);
    const double moment = sprung_kg * (p.sprung_height_m - axis_m);
    return moment /
           (p.front.roll_stiffness_nmprad + p.rear.roll_stiffness_nmprad - moment * gravity_mps2);
}

/// Steady turning of a linear single-track model: δ = L/R + (m/L)·(b/Cf − a/Cr)·v²/R
/// (W. F. Milliken and D. L. Milliken, Race Car Vehicle Dynamics, section 5.6), less what the
/// leaning body steers by itself.
double yaw_rate_in_theory(const CarParameters& car, double speed_mps, double angle_rad) {
    const double base_m = car.wheelbase_m;
    const double front_m = car.to_front_axle_m;
    const double rear_m = base_m - front_m;
    const double weight_n = car.mass_kg * gravity_mps2;
    const double front = axle_stiffness(car, weight_n * rear_m / base_m);
    const double rear = axle_stiffness(car, weight_n * front_m / base_m);
    const double roll_steer = car.suspension.front.roll_steer - car.suspension.rear.roll_steer;
    const double gradient =
        car.mass_kg / base_m * (rear_m / front - front_m / rear) - roll_steer * roll_per_mps2(car);
    return speed_mps * angle_rad / (base_m + gradient * speed_mps * speed_mps);
}

void check(const char* name, double speed_mps, double expected_radps, double found_radps,
           double tolerance) {
    if (magnitude(found_radps / expected_radps - 1.0) > tolerance) {
        std::printf("%s at %g m/s: %g rad/s, in theory %g\n", name, speed_mps, found_radps,
                    expected_radps);
        TEST_FAIL_MESSAGE("another circle than in theory");
    }
}

void slow_circles_are_geometry() {
    for (const char* name : shipped_cars) {
        for (const double angle_rad : {0.02, 0.1}) {
            const CarState car = steady_state(name, 1.0, angle_rad);
            const double base_m = ghostcar::tests::load_car(name).wheelbase_m;
            check(name, 1.0, car.motion.forward_mps * std::tan(angle_rad) / base_m,
                  car.motion.yaw_rate_radps, 0.01);
        }
    }
}

void faster_circles_follow_the_understeer_gradient() {
    for (const char* name : shipped_cars) {
        const CarParameters parameters = ghostcar::tests::load_car(name);
        for (const double speed_mps : {8.0, 15.0, 25.0}) {
            // Some 1 m/s² across: the tyres are still straight lines.
            const double angle_rad = parameters.wheelbase_m / (speed_mps * speed_mps);
            const CarState car = steady_state(name, speed_mps, angle_rad);
            check(name, speed_mps, yaw_rate_in_theory(parameters, speed_mps, angle_rad),
                  car.motion.yaw_rate_radps, 0.03);
        }
    }
}

/// The rear axle carries m·a/L of the side force: β = b/R − α_rear + what its wheels are turned.
void the_slip_angle_is_that_of_the_rear_axle() {
    for (const char* name : shipped_cars) {
        const CarParameters p = ghostcar::tests::load_car(name);
        const double speed_mps = 20.0;
        const CarState car = steady_state(name, speed_mps, p.wheelbase_m / (speed_mps * speed_mps));
        const double rear_n = p.mass_kg * p.to_front_axle_m / p.wheelbase_m;
        const double stiffness = axle_stiffness(p, rear_n * gravity_mps2);
        const double side_mps2 = car.motion.yaw_rate_radps * car.motion.forward_mps;
        const double expected_rad =
            (p.wheelbase_m - p.to_front_axle_m) * car.motion.yaw_rate_radps / speed_mps -
            rear_n * side_mps2 / stiffness +
            p.suspension.rear.roll_steer * roll_per_mps2(p) * side_mps2;
        const double found_rad = car.motion.left_mps / car.motion.forward_mps;
        TEST_ASSERT_DOUBLE_WITHIN(0.0004, expected_rad, found_rad);
    }
}

/// On the limit the front tyres of a car that understeers slide outward, and nothing breaks.
void more_steering_than_grip_is_a_wider_circle() {
    const CarState car = steady_state("focus-2.0-mt", 20.0, 0.15);
    const double side_mps2 = car.motion.yaw_rate_radps * car.motion.forward_mps;
    TEST_ASSERT_TRUE(side_mps2 > 0.75 * gravity_mps2);
    TEST_ASSERT_TRUE(side_mps2 < 1.0 * gravity_mps2);
}

/// Load goes from the inner to the outer wheels, as much as m·a·h asks for.
void loads_shift_outward() {
    for (const char* name : shipped_cars) {
        const CarParameters p = ghostcar::tests::load_car(name);
        const double speed_mps = 15.0;
        const CarState car =
            steady_state(name, speed_mps, 2.0 * p.wheelbase_m / (speed_mps * speed_mps));
        const auto& wheels = car.wheels;
        const double track_m = 0.5 * (p.suspension.front.track_m + p.suspension.rear.track_m);
        const double moment_nm = 0.5 * track_m *
                                 ((wheels[front_right].load_n - wheels[front_left].load_n) +
                                  (wheels[rear_right].load_n - wheels[rear_left].load_n));
        const double unsprung_kg =
            p.suspension.front.unsprung_mass_kg + p.suspension.rear.unsprung_mass_kg;
        const double height_m = ((p.mass_kg - unsprung_kg) * p.suspension.sprung_height_m +
                                 unsprung_kg * p.wheel_radius_m) /
                                p.mass_kg;
        const double side_mps2 = car.motion.yaw_rate_radps * car.motion.forward_mps;
        // A leaning body hangs out a little further than its height says.
        TEST_ASSERT_TRUE(moment_nm > 0.98 * p.mass_kg * side_mps2 * height_m);
        TEST_ASSERT_TRUE(moment_nm < 1.25 * p.mass_kg * side_mps2 * height_m);
        const double weight_n = (wheels[front_left].load_n + wheels[front_right].load_n) +
                                (wheels[rear_left].load_n + wheels[rear_right].load_n);
        TEST_ASSERT_DOUBLE_WITHIN(1e-6 * weight_n, p.mass_kg * gravity_mps2, weight_n);
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(slow_circles_are_geometry);
    RUN_TEST(faster_circles_follow_the_understeer_gradient);
    RUN_TEST(the_slip_angle_is_that_of_the_rear_axle);
    RUN_TEST(more_steering_than_grip_is_a_wider_circle);
    RUN_TEST(loads_shift_outward);
    return UNITY_END();
}
