// SPDX-License-Identifier: Apache-2.0
// Figures beside the score: energy, steering, jerk, off the track, corners cut.
#include "model/judge/drive_figures.h"

#include <cmath>
#include <initializer_list>
#include <string>

#include "tests/unit/judge/road_scene.h"

namespace {

using namespace ghostcar::model;
using namespace ghostcar::tests;

constexpr double period_s = 0.02;

void energy_is_what_the_engine_gives() {
    DriveFigures figures;
    RoadCarState car;
    car.car.drive.engine_torque_nm = 100.0;
    car.car.drive.engine_speed_radps = 300.0;
    for (int tick = 0; tick < 1000; ++tick) measure_tick(figures, car);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 30'000.0, figures.energy_j);
    car.car.drive.engine_torque_nm = -50.0;  // engine braking gives nothing back
    measure_tick(figures, car);
    car.car.drive.engine_torque_nm = 0.0;
    measure_tick(figures, car);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 30'000.0, figures.energy_j);
    Verdict verdict;
    add_figures(verdict, figures, period_s, true);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 30.0, figure(verdict, "energy_kj"));
}

void look(DriveFigures& figures, double acceleration_mps2, double steer) {
    RoadCarState car = car_at(100.0, 0.0);
    car.car.drive.acceleration_mps2 = acceleration_mps2;
    car.controls.steer = steer;
    measure_period(figures, car, *straight_road(), period_s);
}

void jerk_and_steering_are_changes() {
    DriveFigures figures;
    look(figures, 2.0, 0.5);  // the first look has nothing to compare with
    Verdict first;
    add_figures(first, figures, period_s, true);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, figure(first, "rms_jerk_mps3"));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, figure(first, "largest_jerk_mps3"));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, figure(first, "steering_effort_turns"));
    look(figures, 2.06, 0.25);  // 3 m/s³
    Verdict second;
    add_figures(second, figures, period_s, true);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, 3.0, figure(second, "rms_jerk_mps3"));
    look(figures, 1.98, -0.25);  // -4 m/s³
    Verdict verdict;
    add_figures(verdict, figures, period_s, true);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, std::sqrt(12.5), figure(verdict, "rms_jerk_mps3"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 4.0, figure(verdict, "largest_jerk_mps3"));
    TEST_ASSERT_EQUAL_DOUBLE(0.75, figure(verdict, "steering_effort_turns"));
    TEST_ASSERT_EQUAL_DOUBLE(3.0, figure(verdict, "periods"));
}

DriveFigures after_places(const Track& track, std::initializer_list<RoadPlace> places) {
    DriveFigures figures;
    for (const RoadPlace& place : places) {
        RoadCarState car;
        car.place = place;
        measure_period(figures, car, track, period_s);
    }
    return figures;
}

/// The road is 4 m wide to either side, and has kerbs of half a metre.
void off_the_track_at_its_edge() {
    const std::shared_ptr<const Track> track = road_with_a_bend("left");
    TEST_ASSERT_EQUAL_INT64(0, after_places(*track, {{50.0, 4.5}, {50.0, -4.5}}).off_track_periods);
    const double outside_m = std::nextafter(4.5, 5.0);
    TEST_ASSERT_EQUAL_INT64(
        2, after_places(*track, {{50.0, outside_m}, {50.0, -outside_m}}).off_track_periods);
    Verdict verdict;
    add_figures(verdict, after_places(*track, {{50.0, 6.0}, {50.0, 6.0}, {50.0, 0.0}}), period_s,
                true);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.04, figure(verdict, "off_track_s"));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, figure(verdict, "cut_corners"));
    Verdict in_a_car_park;
    add_figures(in_a_car_park, {}, period_s, false);
    TEST_ASSERT_FALSE(has_figure(in_a_car_park, "off_track_s"));
    TEST_ASSERT_FALSE(has_figure(in_a_car_park, "cut_corners"));
}

/// In the middle of the bend, station 150: its inside is the side it turns to.
void corners_are_cut_on_the_inside() {
    for (const bool left : {true, false}) {
        const std::shared_ptr<const Track> track = road_with_a_bend(left ? "left" : "right");
        const double inside_m = left ? 6.0 : -6.0;
        const DriveFigures figures =
            after_places(*track, {{150.0, 0.0},
                                  {150.0, inside_m},  // once …
                                  {151.0, inside_m},  // … not again
                                  {152.0, 0.0},
                                  {152.0, -inside_m},  // wide of the bend is no cutting
                                  {153.0, 0.0},
                                  {154.0, inside_m}});
        TEST_ASSERT_EQUAL_INT64(2, figures.cut_corners);
        TEST_ASSERT_EQUAL_INT64(4, figures.off_track_periods);
        TEST_ASSERT_EQUAL_INT64(1, figures.off_track);
        // A straight has no corner.
        TEST_ASSERT_EQUAL_INT64(0, after_places(*track, {{50.0, inside_m}}).cut_corners);
    }
    TEST_ASSERT_EQUAL_DOUBLE(0.005, corner_curvature_pm);
    // A bend of exactly that radius has none either, a tighter one has.
    const auto arc = [](const std::string& radius_m) {
        return track_of("closed = false\nsegment = [{kind = \"arc\", turn = \"left\", radius_m = " +
                        radius_m + ", angle_deg = 30.0}]\n");
    };
    TEST_ASSERT_EQUAL_INT64(0, after_places(*arc("200.0"), {{50.0, 6.0}}).cut_corners);
    TEST_ASSERT_EQUAL_INT64(1, after_places(*arc("199.9999999"), {{50.0, 6.0}}).cut_corners);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(energy_is_what_the_engine_gives);
    RUN_TEST(jerk_and_steering_are_changes);
    RUN_TEST(off_the_track_at_its_edge);
    RUN_TEST(corners_are_cut_on_the_inside);
    return UNITY_END();
}
