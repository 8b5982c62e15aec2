// SPDX-License-Identifier: Apache-2.0
// Left is right's mirror image, bit for bit; so straight on is straight on.
#include <cmath>
#include <cstdio>

#include "tests/unit/unity_cpp.h"
#include "tests/unit/vehicle/random_controls.h"
#include "tests/unit/vehicle/ride.h"

using namespace ghostcar::model;
using ghostcar::tests::RandomDriver;
using ghostcar::tests::Ride;
using ghostcar::tests::shipped_cars;
using ghostcar::tests::words_of;

namespace {

Controls mirrored(Controls controls) {
    controls.steer = -controls.steer;
    return controls;
}

template <typename Value>
PerWheel<Value> mirrored(const PerWheel<Value>& wheels) {
    return {wheels[front_right], wheels[front_left], wheels[rear_right], wheels[rear_left]};
}

Ground mirrored(Ground ground) {
    ground.slope_left = -ground.slope_left;
    ground.wind_left_mps = -ground.wind_left_mps;
    ground.grip = mirrored(ground.grip);
    ground.rolling_resistance = mirrored(ground.rolling_resistance);
    return ground;
}

/// −0 is a mirrored 0.
void flip(double& value) {
    value = 0.0 - value;
}

CarState mirrored(CarState car) {
    flip(car.motion.y_m);
    flip(car.motion.y_rest_m);
    flip(car.motion.yaw_rad);
    flip(car.motion.left_mps);
    flip(car.motion.yaw_rate_radps);
    flip(car.proper_left_mps2);
    flip(car.roll_rad);
    flip(car.roll_rate_radps);
    flip(car.road_wheel_angle_rad);
    car.wheels = mirrored(car.wheels);
    for (WheelState& wheel : car.wheels) flip(wheel.deflection.lateral_m);
    return car;
}

/// The bits of a state; −0 counts as 0.
auto bits_of(const CarState& car) {
    auto words = words_of(car);
    for (std::uint64_t& word : words) {
        if (word == 1ULL << 63U) word = 0;
    }
    return words;
}

bool equal(const CarState& one, const CarState& other) {
    return bits_of(one) == bits_of(other);
}

void drive_mirrored(const char* name, std::uint64_t seed, bool automatic) {
    const RandomDriver driver(seed);
    Ride left(name, 10.0);
    left.set_gear(2);
    left.automatic = automatic;
    Ride right = left;
    for (std::uint64_t tick = 0; tick < 40'000; ++tick) {
        driver.change(left.controls, tick);
        if (tick < 20'000) left.controls.key = Key::on;  // some driving before the chaos
        driver.change(left.ground, tick);
        right.controls = mirrored(left.controls);
        right.ground = mirrored(left.ground);
        left.tick();
        right.tick();
        if (equal(mirrored(left.state), right.state)) continue;
        std::printf("%s seed %llu tick %llu\n", name, static_cast<unsigned long long>(seed),
                    static_cast<unsigned long long>(tick));
        TEST_FAIL_MESSAGE("the mirror image differs");
    }
}

void mirrored_driving_is_mirrored_motion() {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        for (const char* name : shipped_cars) drive_mirrored(name, seed, seed == 3);
    }
}

void mirrored_ideal_manoeuvres_too() {
    for (const char* name : shipped_cars) {
        Ride left(name, 15.0);
        Ride right(name, 15.0);
        for (std::uint64_t tick = 0; tick < 20'000; ++tick) {
            const double angle_rad = 0.2 * (uniform_noise(1, 0, tick / 500) - 0.5);
            const double drive_mps2 = 6.0 * (uniform_noise(1, 1, tick / 700) - 0.5);
            left.car.step_ideal(left.state, angle_rad, drive_mps2);
            right.car.step_ideal(right.state, -angle_rad, drive_mps2);
            TEST_ASSERT_TRUE(equal(mirrored(left.state), right.state));
        }
    }
}

/// 10 km at a time, with shifts and brakes; along the x axis and at an angle to it.
void straight_on_stays_straight() {
    for (const char* name : {"focus-2.0-mt", "bmw-320i", "truck-7.5t"}) {
        for (const double yaw_rad : {0.0, 1.0, -2.5}) {
            Ride ride(name);
            ride.state = ride.car.initial(0.0, 0.0, yaw_rad, 0.0);
            ride.set_gear(0);
            ride.automatic = true;
            ride.controls.gear = 1;
            double farthest_m = 0.0;
            for (int i = 0; i < 2'000'000 && ride.state.drive.distance_m < 10'000.0; ++i) {
                const bool slow = std::fmod(ride.state.drive.distance_m, 2000.0) > 1500.0;
                ride.controls.brake = slow && ride.kph() > 30.0 ? 0.4 : 0.0;
                ride.controls.accelerator = ride.controls.brake > 0.0 ? 0.0 : 0.9;
                ride.tick();
                const PlanarMotion& motion = ride.state.motion;
                farthest_m = maximum(farthest_m, magnitude(motion.y_m * std::cos(yaw_rad) -
                                                           motion.x_m * std::sin(yaw_rad)));
                if (motion.yaw_rad != yaw_rad || motion.left_mps != 0.0) {
                    TEST_FAIL_MESSAGE("a straight line has bent");
                }
            }
            TEST_ASSERT_TRUE(ride.state.drive.distance_m >= 10'000.0);
            std::printf("%s yaw %g: %g m\n", name, yaw_rad, farthest_m);
            TEST_ASSERT_TRUE(farthest_m <= (yaw_rad == 0.0 ? 0.0 : 1e-9));
        }
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(mirrored_driving_is_mirrored_motion);
    RUN_TEST(mirrored_ideal_manoeuvres_too);
    RUN_TEST(straight_on_stays_straight);
    return UNITY_END();
}
