// SPDX-License-Identifier: Apache-2.0
// What is felt of a car's steering: that of every shipped car, from the same few turns of the
// wheel.
#include "model/driver/controller/steering_feel.h"

#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

constexpr double period_s = 0.02;

/// A car that turns as its wheels stand, and wheels that follow the command as fast as they can.
struct Car {
    double lock_rad = 0.0;
    double fastest_radps = 0.0;
    double speed_mps = 5.0;
    double wheels_rad = 0.0;
    double time_s = 0.0;

    void period(SteeringFeel& feel, double command) {
        GhostcarView view{};
        view.time = time_s += period_s;
        view.speed = speed_mps / mps_per_kph;
        view.yawrate = speed_mps * tangent(wheels_rad) / car_wheelbase_m;
        feel.look(view);
        GhostcarCommand answer{};
        answer.cmdSteer = command;
        feel.remember(answer);
        const double most_rad = fastest_radps * period_s;
        wheels_rad += clamp(-command * lock_rad - wheels_rad, -most_rad, most_rad);
    }
};

/// To the left and back, to the right and back, two seconds each.
void drive_about(SteeringFeel& feel, Car& car) {
    for (const double command : {-0.4, 0.0, 0.4, 0.0, -0.6, 0.0})
        for (int period = 0; period < 100; ++period) car.period(feel, command);
}

void lock_and_speed_of_the_wheels_are_felt() {
    const struct {
        double lock_rad;
        double fastest_radps;
    } rows[] = {{0.62, 0.8}, {1.066, 0.4}, {0.91, 0.4}, {0.66, 0.9}, {0.7, 0.5}};
    for (const auto& row : rows) {
        SteeringFeel feel;
        Car car{row.lock_rad, row.fastest_radps};
        drive_about(feel, car);
        TEST_ASSERT_DOUBLE_WITHIN(0.02 * row.lock_rad, row.lock_rad, feel.lock_rad());
        TEST_ASSERT_DOUBLE_WITHIN(0.1 * row.fastest_radps, row.fastest_radps, feel.wheels_radps());
    }
}

void backward_is_felt_alike() {
    SteeringFeel feel;
    Car car{1.0, 0.4, -2.0};
    drive_about(feel, car);
    TEST_ASSERT_DOUBLE_WITHIN(0.02, 1.0, feel.lock_rad());
}

/// Standing, or with the wheel straight, there is nothing to learn: the middling car stays.
void nothing_is_felt_without_speed_or_turn() {
    SteeringFeel standing;
    Car still{1.0, 0.4, 0.5};
    drive_about(standing, still);
    TEST_ASSERT_EQUAL_DOUBLE(car_full_steer_rad, standing.lock_rad());
    TEST_ASSERT_EQUAL_DOUBLE(car_steering_radps, standing.wheels_radps());

    SteeringFeel straight;
    Car car{1.0, 0.4};
    for (int period = 0; period < 500; ++period) car.period(straight, 0.0);
    TEST_ASSERT_EQUAL_DOUBLE(car_full_steer_rad, straight.lock_rad());
    TEST_ASSERT_EQUAL_DOUBLE(car_steering_radps, straight.wheels_radps());
}

/// The same arc is a smaller command where the wheels go further.
void what_was_felt_is_used() {
    SteeringFeel feel;
    GhostcarCommand before{};
    feel.steer_along(0.1, before);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -arc_tangent(0.264) / 0.62, before.cmdSteer);
    Car car{1.0, 0.4};
    drive_about(feel, car);
    GhostcarCommand after{};
    feel.steer_along(0.1, after);
    TEST_ASSERT_DOUBLE_WITHIN(0.02, -arc_tangent(0.264), after.cmdSteer);
    feel.steer_along(-100.0, after);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, after.cmdSteer);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(lock_and_speed_of_the_wheels_are_felt);
    RUN_TEST(backward_is_felt_alike);
    RUN_TEST(nothing_is_felt_without_speed_or_turn);
    RUN_TEST(what_was_felt_is_used);
    return UNITY_END();
}
