// SPDX-License-Identifier: Apache-2.0
// Impulses against answers known without the code, and the damage they do.
#include "model/world/collision/resolve.h"

#include <cmath>
#include <initializer_list>

#include "model/world/collision/damage.h"
#include "tests/unit/collision/scene.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::energy_j;
using ghostcar::tests::motion_at;

namespace {

const CollisionBox box{2.0, 1.0, 0.0, 1500.0, 2400.0};
const CollisionBox truck{3.0, 1.25, 0.0, 7500.0, 30000.0};
const WallLine ahead{2.0, 0.0, -1.0, 0.0};  // touches the nose of a car that stands in the origin
constexpr ContactLaw plastic{0.0, 20.0, 0.1, 0.4};
constexpr ContactLaw elastic{1.0, 1e18, 0.0, 0.0};

/// A car in the origin, its nose 1 cm in the barrier.
BodyMotion at_the_barrier(double speed_x_mps, double speed_y_mps = 0.0) {
    return motion_at(0.01, 0.0, 0.0, speed_x_mps, speed_y_mps);
}

void a_plastic_blow_stops_the_car() {
    BodyMotion motion = at_the_barrier(10.0);
    const ContactLoss loss =
        resolve_with_fixed(box, motion, contact_with_line(box, motion, ahead), plastic);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, motion.velocity_x_mps);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, motion.yaw_rate_radps);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 75'000.0, loss.normal_energy_j);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, loss.friction_energy_j);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 10.0, loss.approach_mps);
}

void restitution_falls_with_speed() {
    const auto rebound = [](double speed_mps) {
        BodyMotion motion = at_the_barrier(speed_mps);
        resolve_with_fixed(box, motion, contact_with_line(box, motion, ahead));
        return -motion.velocity_x_mps / speed_mps;
    };
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.2 / (1.0 + 1.0 / 20.0), rebound(1.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.1, rebound(20.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, rebound(0.099));
    TEST_ASSERT_TRUE(rebound(0.101) > 0.19);
}

void equal_cars_exchange_their_speed_in_an_elastic_blow() {
    BodyMotion first = motion_at(0.0, 0.0, 0.0, 7.0);
    BodyMotion second = motion_at(3.99, 0.0, 0.0, 2.0);
    resolve(box, first, box, second, contact_between(box, first, box, second), elastic);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2.0, first.velocity_x_mps);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 7.0, second.velocity_x_mps);
}

void a_plastic_blow_leaves_one_speed() {
    BodyMotion first = motion_at(0.0, 0.0, 0.0, 10.0);
    BodyMotion second = motion_at(4.99, 0.0, 0.0);
    resolve(box, first, truck, second, contact_between(box, first, truck, second), plastic);
    const double common_mps = 10.0 * 1500.0 / 9000.0;
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, common_mps, first.velocity_x_mps);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, common_mps, second.velocity_x_mps);
}

void the_lighter_car_gives_way_more() {
    BodyMotion first = motion_at(0.0, 0.0, 0.0);
    BodyMotion second = motion_at(4.9, 0.0, 0.0);
    resolve(box, first, truck, second, contact_between(box, first, truck, second));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -(0.1 - 0.0005) * 5.0 / 6.0, first.x_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 4.9 + (0.1 - 0.0005) / 6.0, second.x_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0005, contact_between(box, first, truck, second).depth_m);
}

void sliding_friction_is_the_normal_impulse_times_its_coefficient() {
    BodyMotion motion = at_the_barrier(1.0, 20.0);
    CollisionBox stiff = box;
    stiff.inverse_yaw_inertia_pkgm2 = 0.0;  // does not turn, so that the answer is simple
    const ContactLoss loss =
        resolve_with_fixed(stiff, motion, contact_with_line(stiff, motion, ahead), plastic);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 20.0 - 0.4 * 1.0, motion.velocity_y_mps);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.5 * 1500.0 * (400.0 - 19.6 * 19.6), loss.friction_energy_j);
}

void a_slow_slide_sticks() {
    BodyMotion motion = at_the_barrier(1.0, 0.1);
    CollisionBox stiff = box;
    stiff.inverse_yaw_inertia_pkgm2 = 0.0;
    resolve_with_fixed(stiff, motion, contact_with_line(stiff, motion, ahead), plastic);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, motion.velocity_y_mps);
}

void a_blow_on_the_corner_turns_the_car() {
    // A post holds the front back on the left: the car turns to the left.
    BodyMotion motion = motion_at(0.0, 0.0, 0.0, 10.0);
    resolve_with_fixed(box, motion, contact_with_post(box, motion, {2.05, 0.8, 0.1}));
    TEST_ASSERT_TRUE(motion.yaw_rate_radps > 0.0);
    TEST_ASSERT_TRUE(motion.velocity_x_mps < 10.0);
}

void bodies_that_part_are_left_alone() {
    BodyMotion motion = at_the_barrier(-0.5, 3.0);
    const ContactLoss loss = resolve_with_fixed(box, motion, contact_with_line(box, motion, ahead));
    TEST_ASSERT_TRUE(motion.velocity_x_mps == -0.5 && motion.velocity_y_mps == 3.0 &&
                     motion.yaw_rate_radps == 0.0);
    TEST_ASSERT_TRUE(loss.normal_energy_j == 0.0 && loss.friction_energy_j == 0.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0005, motion.x_m);  // but not in each other
}

void nothing_happens_without_a_contact() {
    BodyMotion first = motion_at(0.0, 0.0, 0.0, 10.0);
    BodyMotion second = motion_at(10.0, 0.0, 0.0);
    const BodyMotion before = first;
    resolve(box, first, box, second, contact_between(box, first, box, second));
    resolve_with_fixed(box, first, Contact{});
    TEST_ASSERT_TRUE(ghostcar::tests::same(before, first));
}

void a_fixed_body_is_a_wall() {
    BodyMotion motion = motion_at(0.0, 0.0, 0.0, 10.0);
    BodyMotion standing = motion_at(3.99, 0.0, 0.0);
    const BodyMotion before = standing;
    const CollisionBox bolted = fixed_in_place(box);
    resolve(box, motion, bolted, standing, contact_between(box, motion, bolted, standing), plastic);
    TEST_ASSERT_TRUE(ghostcar::tests::same(before, standing));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, motion.velocity_x_mps);
    // Two of them: no division by nothing.
    const ContactLoss loss =
        resolve(bolted, motion, bolted, standing, {1.0, 0.0, -1.0, 0.0, 0.1, true});
    TEST_ASSERT_TRUE(loss.normal_energy_j == 0.0);
}

/// Kane's paradox: a body that hits a rough wall slanting forward, where friction clamped after a
/// normal impulse makes energy. This law must not, with any restitution.
void a_slanting_body_on_a_rough_wall_gains_nothing() {
    const CollisionBox rod{1.0, 0.01, 0.0, 1.0, 1.0 / 3.0};
    const WallLine floor{0.0, 0.0, 0.0, 1.0};
    for (int degrees = 1; degrees < 90; ++degrees) {
        for (const double slide_mps : {-3.0, -1.0, -0.1, 0.1, 1.0, 3.0}) {
            const double yaw = degrees * pi / 180.0;
            BodyMotion motion = motion_at(0.0, std::sin(yaw) - 0.001, yaw, slide_mps, -1.0);
            const double before_j = energy_j(rod, motion);
            const ContactLoss loss = resolve_with_fixed(
                rod, motion, contact_with_line(rod, motion, floor), {0.9, 1e9, 0.0, 1.5});
            const double lost_j = before_j - energy_j(rod, motion);
            TEST_ASSERT_TRUE(lost_j >= -1e-12);
            TEST_ASSERT_DOUBLE_WITHIN(1e-12, lost_j, loss.normal_energy_j + loss.friction_energy_j);
        }
    }
}

double damage_at_the_barrier(double speed_x_mps, double speed_y_mps = 0.0) {
    BodyMotion motion = at_the_barrier(speed_x_mps, speed_y_mps);
    const Contact contact = contact_with_line(box, motion, ahead);
    return damage_of(resolve_with_fixed(box, motion, contact), share_against_fixed);
}

void the_scale_of_damage() {
    TEST_ASSERT_TRUE(damage_at_the_barrier(0.05) == 0.0);
    TEST_ASSERT_TRUE(damage_at_the_barrier(0.051) > 0.0);
    TEST_ASSERT_DOUBLE_WITHIN(0.1, 1.0, damage_at_the_barrier(0.13));
    TEST_ASSERT_DOUBLE_WITHIN(0.5, 6.0, damage_at_the_barrier(0.3));
    TEST_ASSERT_DOUBLE_WITHIN(1.0, 72.0, damage_at_the_barrier(1.0));
    TEST_ASSERT_DOUBLE_WITHIN(10.0, 1100.0, damage_at_the_barrier(14.0 / 3.6));
    TEST_ASSERT_DOUBLE_WITHIN(100.0, wreck_damage, damage_at_the_barrier(42.0 / 3.6));
}

/// Follow and park end at damage 1: a car that runs into another at 0.3 m/s is out.
void a_clear_touch_between_cars_is_more_than_1() {
    BodyMotion first = motion_at(0.0, 0.0, 0.0, 0.3);
    BodyMotion second = motion_at(3.999, 0.0, 0.0);
    const Contact contact = contact_between(box, first, box, second);
    const double damage = damage_of(resolve(box, first, box, second, contact), share_of_one_of_two);
    TEST_ASSERT_TRUE(damage > 1.0 && damage < 3.0);
}

void rubbing_does_a_tenth_of_the_damage() {
    const double rubbing = damage_of({0.0, 1000.0, 0.01, 20.0}, share_against_fixed);
    TEST_ASSERT_DOUBLE_WITHIN(0.001, 10.0, rubbing);
    TEST_ASSERT_TRUE(damage_of({0.0, 1000.0, 0.01, 0.04}, share_against_fixed) == 0.0);
    TEST_ASSERT_TRUE(damage_of({1000.0, 0.0, 0.04, 0.0}, share_against_fixed) == 0.0);
    TEST_ASSERT_TRUE(damage_at_the_barrier(1.0, 20.0) > damage_at_the_barrier(1.0));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_plastic_blow_stops_the_car);
    RUN_TEST(restitution_falls_with_speed);
    RUN_TEST(equal_cars_exchange_their_speed_in_an_elastic_blow);
    RUN_TEST(a_plastic_blow_leaves_one_speed);
    RUN_TEST(the_lighter_car_gives_way_more);
    RUN_TEST(sliding_friction_is_the_normal_impulse_times_its_coefficient);
    RUN_TEST(a_slow_slide_sticks);
    RUN_TEST(a_blow_on_the_corner_turns_the_car);
    RUN_TEST(bodies_that_part_are_left_alone);
    RUN_TEST(nothing_happens_without_a_contact);
    RUN_TEST(a_fixed_body_is_a_wall);
    RUN_TEST(a_slanting_body_on_a_rough_wall_gains_nothing);
    RUN_TEST(the_scale_of_damage);
    RUN_TEST(a_clear_touch_between_cars_is_more_than_1);
    RUN_TEST(rubbing_does_a_tenth_of_the_damage);
    return UNITY_END();
}
