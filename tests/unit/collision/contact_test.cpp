// SPDX-License-Identifier: Apache-2.0
// Where boxes, barriers and posts touch, against answers known without the code.
#include "model/world/collision/contact.h"

#include <cmath>
#include <initializer_list>

#include "model/math/numeric.h"
#include "tests/unit/collision/scene.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::motion_at;

namespace {

// Centre of gravity in the middle: 4 m long, 2 m wide.
const CollisionBox plain{2.0, 1.0, 0.0, 1000.0, 2000.0};
// The same rectangle, its centre half a metre ahead of the centre of gravity.
const CollisionBox nosy{2.0, 1.0, 0.5, 1000.0, 2000.0};

void expect(const Contact& contact, double x_m, double y_m, double normal_x, double normal_y,
            double depth_m) {
    TEST_ASSERT_TRUE(contact.touching);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, normal_x, contact.normal_x);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, normal_y, contact.normal_y);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, depth_m, contact.depth_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, x_m, contact.x_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, y_m, contact.y_m);
}

void a_car_behind_another_touches_with_the_nose() {
    expect(contact_between(plain, motion_at(0.0, 0.0, 0.0), plain, motion_at(3.9, 0.0, 0.0)), 1.95,
           0.0, -1.0, 0.0, 0.1);
}

void only_the_overlapping_part_of_a_side_touches() {
    // Half a width offset: the middle of what overlaps is a quarter off.
    expect(contact_between(plain, motion_at(0.0, 0.0, 0.0), plain, motion_at(3.9, 1.0, 0.0)), 1.95,
           0.5, -1.0, 0.0, 0.1);
    // Side by side, the other two metres further on.
    expect(contact_between(plain, motion_at(0.0, 0.0, 0.0), plain, motion_at(2.0, 1.9, 0.0)), 1.0,
           0.95, 0.0, -1.0, 0.1);
}

void a_nose_in_a_side_touches_there() {
    // The other stands across, its side 0.2 m into our nose.
    expect(contact_between(plain, motion_at(0.0, 0.0, 0.0), plain, motion_at(2.8, 0.0, pi / 2)),
           1.9, 0.0, -1.0, 0.0, 0.2);
}

void a_corner_touches_alone() {
    const double diagonal = std::sqrt(2.0);
    // Turned by 45° to the left, the other comes nearest with its rear left corner:
    // R(45°)·(-2, +1) = (-3, -1)/√2 from its centre.
    const double corner_x = 3.0 / diagonal;
    const BodyMotion other = motion_at(2.0 + corner_x - 0.1, 0.0, pi / 4);
    const Contact contact = contact_between(plain, motion_at(0.0, 0.0, 0.0), plain, other);
    expect(contact, 1.95, -1.0 / diagonal, -1.0, 0.0, 0.1);
}

void the_box_lies_ahead_of_the_centre_of_gravity() {
    expect(contact_between(nosy, motion_at(0.0, 0.0, 0.0), plain, motion_at(4.4, 0.0, 0.0)), 2.45,
           0.0, -1.0, 0.0, 0.1);
    TEST_ASSERT_FALSE(
        contact_between(nosy, motion_at(0.0, 0.0, 0.0), plain, motion_at(-3.6, 0.0, 0.0)).touching);
    // Turned round, ahead is backward.
    expect(contact_between(nosy, motion_at(0.0, 0.0, pi), plain, motion_at(-4.4, 0.0, 0.0)), -2.45,
           0.0, 1.0, 0.0, 0.1);
}

void boxes_apart_do_not_touch() {
    TEST_ASSERT_FALSE(
        contact_between(plain, motion_at(0.0, 0.0, 0.0), plain, motion_at(4.0001, 0.0, 0.0))
            .touching);
    TEST_ASSERT_FALSE(
        contact_between(plain, motion_at(0.0, 0.0, 0.0), plain, motion_at(0.0, 2.0001, 0.0))
            .touching);
    TEST_ASSERT_FALSE(
        contact_between(plain, motion_at(0.0, 0.0, 0.0), plain, motion_at(500.0, 0.0, 0.0))
            .touching);
    // Near enough for the first look, apart only along the turned box's axis.
    const Contact corner = contact_between(plain, motion_at(0.0, 0.0, 0.0), plain,
                                           motion_at(3.0 + 0.01, 2.0 + 0.01, -pi / 4));
    TEST_ASSERT_FALSE(corner.touching);
}

/// Flush sides must count as touching only from a real overlap on.
void a_hair_decides() {
    TEST_ASSERT_TRUE(
        contact_between(plain, motion_at(0.0, 0.0, 0.0), plain, motion_at(3.999999, 0.0, 0.0))
            .touching);
    TEST_ASSERT_FALSE(
        contact_between(plain, motion_at(0.0, 0.0, 0.0), plain, motion_at(4.0, 0.0, 0.0)).touching);
}

/// A scene that is its own mirror image, with the cars exchanged, must give a contact that is.
void a_symmetric_scene_has_a_symmetric_contact() {
    const Contact contact =
        contact_between(plain, motion_at(0.0, 0.95, 0.1), plain, motion_at(0.0, -0.95, -0.1));
    TEST_ASSERT_TRUE(contact.touching);
    TEST_ASSERT_TRUE(contact.y_m == 0.0);
    TEST_ASSERT_TRUE(contact.normal_x == 0.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 1.0, contact.normal_y);
}

void centres_in_one_place_have_no_way_out() {
    TEST_ASSERT_FALSE(
        contact_between(plain, motion_at(1.0, 1.0, 0.3), plain, motion_at(1.0, 1.0, 0.3)).touching);
    // One axis is enough.
    expect(contact_between(plain, motion_at(0.0, 0.0, 0.0), plain, motion_at(0.0, 0.5, 0.0)), 0.0,
           0.25, 0.0, -1.0, 1.5);
}

void nothing_touches_where_a_number_is_missing() {
    const double missing = std::nan("");
    for (const BodyMotion& bad : {motion_at(missing, 0.0, 0.0), motion_at(0.0, missing, 0.0),
                                  BodyMotion{0.5, 0.0, missing, missing, 0.0, 0.0, 0.0}}) {
        const BodyMotion good = motion_at(0.0, 0.1, 0.0);
        TEST_ASSERT_FALSE(contact_between(plain, bad, plain, good).touching);
        TEST_ASSERT_FALSE(contact_between(plain, good, plain, bad).touching);
        TEST_ASSERT_FALSE(contact_with_line(plain, bad, {0.0, 0.0, 0.0, 1.0}).touching);
        TEST_ASSERT_FALSE(contact_with_post(plain, bad, {0.0, 0.0, 0.1}).touching);
    }
}

void a_barrier_is_touched_by_the_two_nearest_corners() {
    const WallLine left{0.0, 3.0, 0.0, -1.0};  // three metres to the left, road to its right
    TEST_ASSERT_FALSE(contact_with_line(plain, motion_at(7.0, 1.9, 0.0), left).touching);
    expect(contact_with_line(plain, motion_at(7.0, 2.1, 0.0), left), 7.0, 3.0 + 0.1, 0.0, -1.0,
           0.1);
    // Nose first.
    expect(contact_with_line(plain, motion_at(7.0, 1.1, pi / 2), left), 7.0, 3.1, 0.0, -1.0, 0.1);
    // Far beyond it: still put back to the road's side.
    expect(contact_with_line(plain, motion_at(7.0, 10.0, 0.0), left), 7.0, 11.0, 0.0, -1.0, 8.0);
    // At 30° only the front left corner touches: R(30°)·(2, 1).
    const double reach_x = 2.0 * std::cos(pi / 6) - 1.0 * std::sin(pi / 6);
    const double reach_y = 2.0 * std::sin(pi / 6) + 1.0 * std::cos(pi / 6);
    expect(contact_with_line(plain, motion_at(0.0, 3.1 - reach_y, pi / 6), left), reach_x, 3.1, 0.0,
           -1.0, 0.1);
}

/// The point of contact wanders from one corner to the other as the car turns, without a jump,
/// and does not depend on how deep the last tick went.
void the_point_of_contact_depends_on_the_angle_alone() {
    const WallLine left{0.0, 3.0, 0.0, -1.0};
    double before_m = 0.0;
    for (int i = -200; i <= 200; ++i) {
        const double yaw = 0.0002 * i;
        const double reach_y = 2.0 * std::sin(std::fabs(yaw)) + std::cos(yaw);
        const Contact shallow =
            contact_with_line(plain, motion_at(0.0, 3.001 - reach_y, yaw), left);
        const Contact deep = contact_with_line(plain, motion_at(0.0, 3.06 - reach_y, yaw), left);
        TEST_ASSERT_TRUE(shallow.touching);
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, shallow.x_m, deep.x_m);
        if (i > -200) TEST_ASSERT_TRUE(std::fabs(shallow.x_m - before_m) < 0.07);
        before_m = shallow.x_m;
    }
    TEST_ASSERT_TRUE(before_m > 1.9);
}

void a_post_touches_sides_and_corners() {
    const Post post{10.0, 0.0, 0.1};
    TEST_ASSERT_FALSE(contact_with_post(plain, motion_at(7.89, 0.0, 0.0), post).touching);
    expect(contact_with_post(plain, motion_at(7.95, 0.3, 0.0), post), 9.95, 0.0, -1.0, 0.0, 0.05);
    // Off the corner, along the diagonal: 0.06 m and 0.06 m away.
    const double away = 0.06 * std::sqrt(2.0);
    const double unit = std::sqrt(0.5);
    expect(contact_with_post(plain, motion_at(10.0 - 2.06, -1.06, 0.0), post), 9.94, -0.06, -unit,
           -unit, 0.1 - away);
}

void a_post_inside_the_box_leaves_by_the_nearest_side() {
    expect(contact_with_post(plain, motion_at(0.0, 0.0, 0.0), {1.95, 0.0, 0.1}), 1.95, 0.0, -1.0,
           0.0, 0.15);
    expect(contact_with_post(plain, motion_at(0.0, 0.0, 0.0), {-1.95, 0.0, 0.1}), -1.95, 0.0, 1.0,
           0.0, 0.15);
    expect(contact_with_post(plain, motion_at(0.0, 0.0, 0.0), {0.5, 0.9, 0.1}), 0.5, 0.9, 0.0, -1.0,
           0.2);
    expect(contact_with_post(plain, motion_at(0.0, 0.0, 0.0), {0.5, -0.9, 0.1}), 0.5, -0.9, 0.0,
           1.0, 0.2);
    // On the centre line neither left nor right is nearer.
    expect(contact_with_post(plain, motion_at(0.0, 0.0, 0.0), {0.5, 0.0, 0.1}), 0.5, 0.0, -1.0, 0.0,
           1.6);
}

void the_reach_holds_every_corner() {
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, std::sqrt(2.5 * 2.5 + 1.0), nosy.reach_m);
    const CollisionBox rear{2.0, 1.0, -0.5, 1000.0, 2000.0};
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, std::sqrt(2.5 * 2.5 + 1.0), rear.reach_m);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_car_behind_another_touches_with_the_nose);
    RUN_TEST(only_the_overlapping_part_of_a_side_touches);
    RUN_TEST(a_nose_in_a_side_touches_there);
    RUN_TEST(a_corner_touches_alone);
    RUN_TEST(the_box_lies_ahead_of_the_centre_of_gravity);
    RUN_TEST(boxes_apart_do_not_touch);
    RUN_TEST(a_hair_decides);
    RUN_TEST(a_symmetric_scene_has_a_symmetric_contact);
    RUN_TEST(centres_in_one_place_have_no_way_out);
    RUN_TEST(nothing_touches_where_a_number_is_missing);
    RUN_TEST(a_barrier_is_touched_by_the_two_nearest_corners);
    RUN_TEST(the_point_of_contact_depends_on_the_angle_alone);
    RUN_TEST(a_post_touches_sides_and_corners);
    RUN_TEST(a_post_inside_the_box_leaves_by_the_nearest_side);
    RUN_TEST(the_reach_holds_every_corner);
    return UNITY_END();
}
