// SPDX-License-Identifier: Apache-2.0
// The centre line against closed forms: lines, arcs, clothoids (Fresnel's series), bends; and the
// profiles along it.
#include <cmath>
#include <string>

#include "tests/unit/track/track_fixture.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::plain_road;
using ghostcar::tests::track_from;

namespace {

constexpr double exact_m = 1e-10;

Track open_road(const std::string& segments) {
    return track_from(plain_road(false) + "segment = [" + segments + "]");
}

void a_line_is_straight_to_the_bit() {
    const Track track = open_road("{kind = \"line\", length_m = 10000}");
    TEST_ASSERT_EQUAL_DOUBLE(10000.0, track.length_m());
    for (double s = 0.0; s <= 10000.0; s += 13.7) {
        const RoadPoint road = track.at(s);
        TEST_ASSERT_DOUBLE_WITHIN(exact_m, s, road.x_m);
        TEST_ASSERT_TRUE(road.y_m == 0.0 && road.sine_heading == 0.0 && road.cosine_heading == 1.0);
        TEST_ASSERT_TRUE(road.curvature_pm == 0.0 && road.elevation_m == 0.0 && road.grade == 0.0);
    }
}

void an_arc_is_a_circle() {
    for (const double radius_m : {12.0, 50.0, 1000.0}) {
        for (const char* turn : {"left", "right"}) {
            const double side = std::string(turn) == "left" ? 1.0 : -1.0;
            const Track track =
                open_road("{kind = \"arc\", turn = \"" + std::string(turn) +
                          "\", radius_m = " + std::to_string(radius_m) + ", angle_deg = 270}");
            TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1.5 * M_PI * radius_m, track.length_m());
            for (double s = 0.0; s < track.length_m(); s += 0.173 * radius_m) {
                const RoadPoint road = track.at(s);
                const double angle = s / radius_m;
                // The series' own error: below 1e-7 m at 12 m radius.
                TEST_ASSERT_DOUBLE_WITHIN(1e-7, radius_m * std::sin(angle), road.x_m);
                TEST_ASSERT_DOUBLE_WITHIN(1e-7, side * radius_m * (1.0 - std::cos(angle)),
                                          road.y_m);
                TEST_ASSERT_DOUBLE_WITHIN(1e-8, std::cos(angle), road.cosine_heading);
                TEST_ASSERT_DOUBLE_WITHIN(1e-8, side * std::sin(angle), road.sine_heading);
                TEST_ASSERT_EQUAL_DOUBLE(side / radius_m, road.curvature_pm);
            }
        }
    }
}

/// x = Σ (-1)ⁿ a²ⁿ s⁴ⁿ⁺¹ / ((2n)! (4n+1)), y likewise with odd powers of a, for psi = a s².
std::pair<double, double> fresnel(double a, double s) {
    double x = 0.0;
    double y = 0.0;
    double term = s;  // (a s²)^k s / k!
    for (int k = 0; k < 60; ++k) {
        const double value = term / (2.0 * k + 1.0);
        const double sign = (k / 2) % 2 == 0 ? 1.0 : -1.0;
        (k % 2 == 0 ? x : y) += sign * value;
        term *= a * s * s / (k + 1.0);
    }
    return {x, y};
}

void a_clothoid_is_fresnels() {
    for (const double end_radius_m : {15.0, 40.0, 300.0}) {
        const double length_m = 30.0;
        const Track track =
            open_road("{kind = \"clothoid\", turn = \"left\", length_m = 30, end_radius_m = " +
                      std::to_string(end_radius_m) + "}");
        for (double s = 0.0; s <= length_m; s += 0.37) {
            const RoadPoint road = track.at(s);
            const auto [x_m, y_m] = fresnel(0.5 / (end_radius_m * length_m), s);
            TEST_ASSERT_DOUBLE_WITHIN(1e-7, x_m, road.x_m);
            TEST_ASSERT_DOUBLE_WITHIN(1e-7, y_m, road.y_m);
            TEST_ASSERT_DOUBLE_WITHIN(1e-12, s / (end_radius_m * length_m), road.curvature_pm);
        }
    }
}

/// Into a bend and out again is the same curve backwards.
void a_clothoid_runs_backwards_too() {
    const Track track =
        open_road("{kind = \"clothoid\", turn = \"right\", length_m = 25, start_radius_m = 20}");
    const RoadPoint end = track.at(25.0);
    // From the end, looking back: a left-hand clothoid from straight.
    const double heading = std::atan2(end.sine_heading, end.cosine_heading);
    for (double s = 0.0; s <= 25.0; s += 1.3) {
        const RoadPoint road = track.at(25.0 - s);
        const auto [x_m, y_m] = fresnel(0.5 / (20.0 * 25.0), s);
        const double dx = road.x_m - end.x_m;
        const double dy = road.y_m - end.y_m;
        TEST_ASSERT_DOUBLE_WITHIN(1e-7, x_m, -(dx * std::cos(heading) + dy * std::sin(heading)));
        TEST_ASSERT_DOUBLE_WITHIN(1e-7, y_m, dx * std::sin(heading) - dy * std::cos(heading));
    }
}

void a_bend_turns_by_its_angle() {
    const Track track = open_road(
        "{kind = \"bend\", turn = \"left\", radius_m = 20, transition_m = 12, angle_deg = 90}");
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 10.0 * M_PI + 12.0, track.length_m());
    const RoadPoint end = track.at(track.length_m());
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.0, end.cosine_heading);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 1.0, end.sine_heading);
    // Symmetric about its middle: the mirror image of the beginning is the end.
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, end.x_m, end.y_m);
    TEST_ASSERT_EQUAL_DOUBLE(0.05, track.at(0.5 * track.length_m()).curvature_pm);
}

void the_start_pose_is_kept() {
    std::string text = plain_road(false) + "segment = [{kind = \"line\", length_m = 100}]";
    const std::string from = "x_m = 0, y_m = 0, heading_deg = 0";
    text.replace(text.find(from), from.size(), "x_m = 5, y_m = -7, heading_deg = 120");
    const RoadPoint road = track_from(text).at(50.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 5.0 - 25.0, road.x_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -7.0 + 50.0 * std::sqrt(0.75), road.y_m);
}

std::string with_table(std::string text, const std::string& table, const std::string& value) {
    const std::size_t begin = text.find(table + " = ");
    return text.replace(begin, text.find('\n', begin) - begin, table + " = " + value);
}

const std::string straight = "segment = [{kind = \"line\", length_m = 1000}]";

/// Through the points, smooth, and its derivatives are what they say.
void elevation_is_smooth() {
    const Track track = track_from(
        with_table(plain_road(false) + straight, "elevation",
                   "{station_m = [0, 200, 300, 520, 700, 1000], height_m = [0, 4, 9, 2, 2, 10]}"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 4.0, track.at(200.0).elevation_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 9.0, track.at(300.0).elevation_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 10.0, track.at(1000.0).elevation_m);
    const double h = 1e-3;
    for (double s = 1.0; s < 999.0; s += 0.61) {
        const RoadPoint before = track.at(s - h);
        const RoadPoint here = track.at(s);
        const RoadPoint after = track.at(s + h);
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, (after.elevation_m - before.elevation_m) / (2.0 * h),
                                  here.grade);
        TEST_ASSERT_DOUBLE_WITHIN(1e-5, (after.grade - before.grade) / (2.0 * h),
                                  here.vertical_curvature_pm);
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.0,
                                  after.vertical_curvature_pm - before.vertical_curvature_pm);
    }
}

/// A spline reproduces a straight climb, and a parabola where it is one.
void elevation_of_a_climb_is_a_line() {
    const Track track =
        track_from(with_table(plain_road(false) + straight, "elevation",
                              "{station_m = [0, 100, 450, 900], height_m = [10, 15, 32.5, 55]}"));
    for (double s = 0.0; s <= 1000.0; s += 33.3) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, 10.0 + 0.05 * s, track.at(s).elevation_m);
        TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.05, track.at(s).grade);
    }
}

/// What is level between two points of the file is level: width and cross-fall never overshoot.
void width_and_cross_fall_do_not_overshoot() {
    std::string text = with_table(plain_road(false) + straight, "width",
                                  "{station_m = [0, 200, 240, 600], left_m = [4, 4, 6, 6], "
                                  "right_m = [4, 4, 4, 5]}");
    text =
        with_table(text, "cross_fall", "{station_m = [0, 300, 350], left_rise_pct = [0, 0, -6]}");
    const Track track = track_from(text);
    for (double s = 0.0; s <= 1000.0; s += 1.7) {
        const RoadPoint road = track.at(s);
        TEST_ASSERT_TRUE(road.left_width_m >= 4.0 && road.left_width_m <= 6.0 + 1e-12);
        TEST_ASSERT_TRUE(road.cross_fall <= 1e-15 && road.cross_fall >= -0.06 - 1e-15);
    }
    TEST_ASSERT_EQUAL_DOUBLE(4.0, track.at(150.0).left_width_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 5.0, track.at(220.0).left_width_m);
    TEST_ASSERT_EQUAL_DOUBLE(6.0, track.at(420.0).left_width_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, -0.03, track.at(325.0).cross_fall);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.06, track.at(800.0).cross_fall);
}

/// On a circuit a profile goes on over the start line as if it were not there.
void profiles_are_periodic_on_a_circuit() {
    const std::string ring =
        "segment = [{kind = \"arc\", turn = \"left\", radius_m = 100, angle_deg = 360}]";
    const Track track =
        track_from(with_table(plain_road(true) + ring, "elevation",
                              "{station_m = [0, 160, 310, 470], height_m = [3, 8, 2, 5]}"));
    const double length_m = track.length_m();
    const RoadPoint before = track.at(length_m - 1e-6);
    const RoadPoint after = track.at(1e-6);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, after.elevation_m, before.elevation_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, after.grade, before.grade);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, after.vertical_curvature_pm, before.vertical_curvature_pm);
    TEST_ASSERT_TRUE(std::fabs(after.grade) > 0.001);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_line_is_straight_to_the_bit);
    RUN_TEST(an_arc_is_a_circle);
    RUN_TEST(a_clothoid_is_fresnels);
    RUN_TEST(a_clothoid_runs_backwards_too);
    RUN_TEST(a_bend_turns_by_its_angle);
    RUN_TEST(the_start_pose_is_kept);
    RUN_TEST(elevation_is_smooth);
    RUN_TEST(elevation_of_a_climb_is_a_line);
    RUN_TEST(width_and_cross_fall_do_not_overshoot);
    RUN_TEST(profiles_are_periodic_on_a_circuit);
    return UNITY_END();
}
