// SPDX-License-Identifier: Apache-2.0
// Whole crashes, tick by tick: no way through a barrier, and damage that does not depend on the
// tick.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "model/math/noise.h"
#include "model/math/numeric.h"
#include "model/world/collision/contact.h"
#include "model/world/collision/damage.h"
#include "model/world/collision/resolve.h"
#include "tests/unit/collision/scene.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::car_box;
using ghostcar::tests::energy_j;
using ghostcar::tests::MovingBody;

namespace {

constexpr std::uint64_t seed = 20240712;

// The barrier is the y axis, the road lies at negative x.
constexpr WallLine wall{0.0, 0.0, -1.0, 0.0};

struct Crash {
    const char* name;
    double speed_mps;
    double angle_deg;  // between the car's way and the barrier's normal; the car looks its way
    double yaw_rate_radps;
};

/// Damage of a car that runs freely against the barrier, until it has left it again.
double barrier_damage(const Crash& crash, double step_s) {
    const double yaw_rad = crash.angle_deg * pi / 180.0;
    const double toward_mps = crash.speed_mps * std::cos(yaw_rad);
    MovingBody car(car_box(), -4.0, 0.0, yaw_rad, toward_mps, crash.speed_mps * std::sin(yaw_rad),
                   crash.yaw_rate_radps);
    double damage = 0.0;
    const int steps = static_cast<int>(12.0 / toward_mps / step_s);
    for (int i = 0; i < steps; ++i) {
        car.move(step_s);
        const Contact contact = contact_with_line(car.box, car.motion, wall);
        damage += damage_of(resolve_with_fixed(car.box, car.motion, contact), share_against_fixed);
    }
    return damage;
}

/// Damage of a car that runs into a standing one, which it sees under `angle_deg`.
double car_damage(const Crash& crash, double step_s) {
    MovingBody car(car_box(), -7.0, 0.0, 0.0, crash.speed_mps, 0.0, crash.yaw_rate_radps);
    MovingBody standing(car_box(), 0.0, 0.7, crash.angle_deg * pi / 180.0);
    double damage = 0.0;
    const int steps = static_cast<int>(21.0 / crash.speed_mps / step_s);
    for (int i = 0; i < steps; ++i) {
        car.move(step_s);
        standing.move(step_s);
        const Contact contact = contact_between(car.box, car.motion, standing.box, standing.motion);
        damage += damage_of(resolve(car.box, car.motion, standing.box, standing.motion, contact),
                            share_of_one_of_two);
    }
    return damage;
}

double change_by_halving(double (*damage)(const Crash&, double), const Crash& crash,
                         double step_s) {
    const double whole = damage(crash, step_s);
    const double half = damage(crash, step_s * 0.5);
    const double change = std::fabs(whole - half) / half;
    std::printf("%-14s %.1f ms: damage %10.3f, half the tick %10.3f, %.3f %%\n", crash.name,
                step_s * 1e3, whole, half, change * 100.0);
    TEST_ASSERT_TRUE(half > 1.0);
    return change;
}

void halving_the_tick_keeps_the_damage() {
    constexpr std::array<Crash, 12> at_barrier{{{"square", 15.0, 0.0, 0.0},
                                                {"nearly square", 15.0, 0.5, 0.0},
                                                {"1 degree", 15.0, 1.0, 0.0},
                                                {"2 degrees", 30.0, 2.0, 0.0},
                                                {"5 degrees", 15.0, 5.0, 0.0},
                                                {"20 degrees", 20.0, 20.0, 0.0},
                                                {"corner", 20.0, 45.0, 0.0},
                                                {"glancing", 30.0, 75.0, 0.0},
                                                {"grazing", 40.0, 88.0, 0.0},
                                                {"spinning", 20.0, 30.0, 3.0},
                                                {"parking", 0.5, 10.0, 0.0},
                                                {"slow corner", 2.0, 60.0, 0.0}}};
    constexpr std::array<Crash, 6> at_car{{{"from behind", 15.0, 0.0, 0.0},
                                           {"nearly behind", 15.0, 2.0, 0.0},
                                           {"into the side", 20.0, 90.0, 0.0},
                                           {"into a corner", 20.0, 50.0, 0.0},
                                           {"head on", 30.0, 180.0, 0.0},
                                           {"a touch", 0.5, 15.0, 0.0}}};
    constexpr double tick_s = 0.001;
    for (const Crash& crash : at_barrier) {
        TEST_ASSERT_TRUE(change_by_halving(barrier_damage, crash, tick_s) < 0.01);
        TEST_ASSERT_TRUE(change_by_halving(barrier_damage, crash, 2.0 * tick_s) < 0.02);
    }
    for (const Crash& crash : at_car) {
        TEST_ASSERT_TRUE(change_by_halving(car_damage, crash, tick_s) < 0.01);
        TEST_ASSERT_TRUE(change_by_halving(car_damage, crash, 2.0 * tick_s) < 0.02);
    }
}

/// A push of 3 m/s², straight at the barrier, for ten minutes; and at a slant, where it would
/// like to slide but friction holds it.
void a_leaning_car_takes_no_damage() {
    for (const double step_s : {0.0005, 0.001, 0.002}) {
        for (const double push_y_mps2 : {0.0, 1.0}) {
            MovingBody car(car_box(), -2.3, 0.0, 0.0);
            double damage = 0.0;
            const int steps = static_cast<int>(600.0 / step_s);
            for (int i = 0; i < steps; ++i) {
                car.motion.velocity_x_mps += 3.0 * step_s;
                car.motion.velocity_y_mps += push_y_mps2 * step_s;
                car.motion.yaw_rate_radps = 0.0;  // the tyres keep it from swinging round
                car.move(step_s);
                const Contact contact = contact_with_line(car.box, car.motion, wall);
                damage += damage_of(resolve_with_fixed(car.box, car.motion, contact),
                                    share_against_fixed);
            }
            TEST_ASSERT_TRUE(damage == 0.0);
            TEST_ASSERT_DOUBLE_WITHIN(0.001, -2.3, car.motion.x_m);
            TEST_ASSERT_TRUE(std::fabs(car.motion.velocity_x_mps) < 0.001);
        }
    }
}

/// A car pressed against the barrier while it slides along: friction work, force times way.
void scraping_damage_is_work_and_not_ticks() {
    for (const double step_s : {0.0005, 0.001, 0.002}) {
        MovingBody car(car_box(), -0.9, 0.0, pi / 2, 0.0, 30.0);
        double damage = 0.0;
        const double from_j = energy_j(car.box, car.motion);
        const int steps = static_cast<int>(2.0 / step_s + 0.5);
        for (int i = 0; i < steps; ++i) {
            car.motion.velocity_x_mps += 2.0 * step_s;
            // Something keeps the car straight, as its tyres would.
            car.motion.yaw_rate_radps = 0.0;
            car.move(step_s);
            const Contact contact = contact_with_line(car.box, car.motion, wall);
            damage +=
                damage_of(resolve_with_fixed(car.box, car.motion, contact), share_against_fixed);
        }
        // 0.4·2 m/s² over 2 s take 1.6 m/s.
        const double work_j = from_j - energy_j(car.box, car.motion);
        TEST_ASSERT_DOUBLE_WITHIN(0.2, 30.0 - 1.6, car.motion.velocity_y_mps);
        TEST_ASSERT_DOUBLE_WITHIN(0.01 * damage, work_j * 0.1 / 10.0, damage);
    }
}

/// A car and a truck in a closed yard with a post in it, driven about by random forces and torques
/// for an hour: no body leaves, no number goes astray, and contacts make no energy.
void nobody_leaves_the_yard() {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    constexpr double half_m = 12.0;
    constexpr double step_s = 0.001;
    constexpr std::array<WallLine, 4> yard{{{half_m, 0.0, -1.0, 0.0},
                                            {-half_m, 0.0, 1.0, 0.0},
                                            {0.0, half_m, 0.0, -1.0},
                                            {0.0, -half_m, 0.0, 1.0}}};
    constexpr Post post{0.0, 0.0, 0.05};
    const CollisionBox truck{3.5, 1.25, 0.5, 7500.0, 40'000.0};
    std::array<MovingBody, 2> bodies{{{car_box(), -6.0, 4.0, 0.3}, {truck, 6.0, -4.0, 2.0}}};
    std::uint64_t blows = 0;
    double deepest_m = 0.0;
    for (std::uint64_t tick = 0; tick < 3'600'000; ++tick) {
        for (std::uint64_t i = 0; i < bodies.size(); ++i) {
            MovingBody& body = bodies[i];
            const std::uint64_t hold = tick / 700;  // each push lasts 0.7 s
            const auto random = [&](std::uint64_t channel) {
                return 2.0 * uniform_noise(seed, 10 * i + channel, hold) - 1.0;
            };
            body.motion.velocity_x_mps += 40.0 * random(0) * step_s;
            body.motion.velocity_y_mps += 40.0 * random(1) * step_s;
            body.motion.yaw_rate_radps += 3.0 * random(2) * step_s;
            body.move(step_s);
        }
        const auto energy = [&] {
            return energy_j(bodies[0].box, bodies[0].motion) +
                   energy_j(bodies[1].box, bodies[1].motion);
        };
        const double before_j = energy();
        blows += resolve(bodies[0].box, bodies[0].motion, bodies[1].box, bodies[1].motion,
                         contact_between(bodies[0].box, bodies[0].motion, bodies[1].box,
                                         bodies[1].motion))
                             .approach_mps > 0.0
                     ? 1
                     : 0;
        for (MovingBody& body : bodies) {
            resolve_with_fixed(body.box, body.motion,
                               contact_with_post(body.box, body.motion, post));
            for (const WallLine& side : yard) {
                resolve_with_fixed(body.box, body.motion,
                                   contact_with_line(body.box, body.motion, side));
            }
            for (const WallLine& side : yard) {
                deepest_m =
                    maximum(deepest_m, contact_with_line(body.box, body.motion, side).depth_m);
            }
            if (!(std::fabs(body.motion.x_m) < half_m && std::fabs(body.motion.y_m) < half_m)) {
                std::printf("tick %llu\n", static_cast<unsigned long long>(tick));
                TEST_FAIL_MESSAGE("a body has left the yard");
            }
        }
        TEST_ASSERT_TRUE(energy() <= before_j * (1.0 + 1e-12));
    }
    std::printf("%llu blows between the two, deepest in a barrier %.4f m\n",
                static_cast<unsigned long long>(blows), deepest_m);
    TEST_ASSERT_TRUE(blows > 1000);
    TEST_ASSERT_TRUE(deepest_m < 0.0006);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(halving_the_tick_keeps_the_damage);
    RUN_TEST(a_leaning_car_takes_no_damage);
    RUN_TEST(scraping_damage_is_work_and_not_ticks);
    RUN_TEST(nobody_leaves_the_yard);
    return UNITY_END();
}
