// SPDX-License-Identifier: Apache-2.0
#include "model/driver/controller/view.h"

#include <cmath>
#include <string>
#include <vector>

#include "tests/unit/unity_cpp.h"
#include "tests/unit/world/road_fixture.h"

using namespace ghostcar::model;
using namespace ghostcar::tests;

namespace {

constexpr double millimetre_m = 1e-3;

GhostcarView view_of(const RoadDrive& drive, const ViewGoal& goal = {}, double time_s = 0.0) {
    GhostcarView view;
    ViewMaker(drive.world, goal).fill(drive.cars, time_s, view);
    return view;
}

RoadDrive standing(const std::string& track, double along_m, double offset_m) {
    return {environment_text() + car_text("wires", along_m, offset_m, 0.0), track};
}

/// Where a point of the car's frame is in the world, by the view itself.
struct Place {
    double x_m;
    double y_m;
};
Place world_place(const GhostcarView& view, double x_m, double y_m) {
    return {view.carX + x_m * std::cos(view.carYaw) - y_m * std::sin(view.carYaw),
            view.carY + x_m * std::sin(view.carYaw) + y_m * std::cos(view.carYaw)};
}

void x_is_forward_and_y_is_left() {
    // On the oval's first straight, 2 m right of the middle: the middle is to the left.
    const GhostcarView view = view_of(standing("oval", 20.0, -2.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.0, view.midline[0][0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 2.0, view.midline[0][1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, 30.0, view.midline[30][0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 2.0, view.midline[30][1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, view.yaw);
    TEST_ASSERT_EQUAL_UINT32(sizeof(GhostcarView), view.size);
    TEST_ASSERT_EQUAL_UINT32(1, view.version);
}

void the_preview_lies_on_the_road_everywhere() {
    for (const std::string name :
         {"oval", "club", "forest", "lakeside", "mountain", "figure-eight", "car-park"}) {
        const Track track = shipped_track(name);
        const double last_m = track.closed() ? track.length_m() : track.length_m() - 10.0;
        std::string session = environment_text();
        std::vector<double> stations_m;
        for (double along_m = 3.0; along_m < last_m; along_m += 37.013) {
            session += car_text("parked", along_m, 1.0, 0.0);
            stations_m.push_back(along_m);
        }
        const RoadDrive drive(session, name);
        const ViewMaker maker(drive.world, {});
        for (std::size_t car = 0; car < stations_m.size(); ++car) {
            GhostcarView view;
            maker.of_car(car).fill(drive.cars, 0.0, view);
            const double ahead_m = drive.world.cars()[car].box.centre_ahead_m;
            for (int k = 0; k < GHOSTCAR_MIDLINE_POINTS; ++k) {
                const double station_m = stations_m[car] + ahead_m + k;
                if (!track.closed() && station_m > track.length_m()) break;
                const RoadPoint road = track.at(station_m);
                const Place place = world_place(view, view.midline[k][0], view.midline[k][1]);
                TEST_ASSERT_DOUBLE_WITHIN(millimetre_m, road.x_m, place.x_m);
                TEST_ASSERT_DOUBLE_WITHIN(millimetre_m, road.y_m, place.y_m);
            }
        }
    }
}

void an_open_road_goes_straight_on() {
    const Track track = shipped_track("car-park");
    TEST_ASSERT_FALSE(track.closed());
    const GhostcarView view = view_of(standing("car-park", track.length_m() - 20.0, 0.0));
    const RoadPoint end = track.at(track.length_m());
    const Place place = world_place(view, view.midline[199][0], view.midline[199][1]);
    const double beyond_m =
        (place.x_m - end.x_m) * end.cosine_heading + (place.y_m - end.y_m) * end.sine_heading;
    const double beside_m =
        (place.y_m - end.y_m) * end.cosine_heading - (place.x_m - end.x_m) * end.sine_heading;
    TEST_ASSERT_DOUBLE_WITHIN(0.5, 179.0, beyond_m);
    TEST_ASSERT_DOUBLE_WITHIN(millimetre_m, 0.0, beside_m);
}

void units_are_the_papers() {
    RoadDrive drive = standing("oval", 20.0, 0.0);
    RoadCarState& state = drive.cars[0];
    state.car.motion.forward_mps = 10.0;
    state.car.motion.yaw_rate_radps = 0.25;
    state.car.motion.yaw_rad += 0.1;  // to the left
    state.car.drive.acceleration_mps2 = -3.0;
    state.car.drive.engine_speed_radps = 100.0 * pi;
    state.car.drive.gear = -1;
    const GhostcarView view = view_of(drive, {}, 12.5);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 36.0, view.speed);
    TEST_ASSERT_EQUAL_DOUBLE(0.25, view.yawrate);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.1, view.yaw);
    TEST_ASSERT_EQUAL_DOUBLE(-3.0, view.acc);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 3000.0, view.rpm);
    TEST_ASSERT_EQUAL_INT32(-1, view.gearbox);
    TEST_ASSERT_EQUAL_DOUBLE(12.5, view.time);
    const RoadPoint road = drive.world.track().at(20.0);
    TEST_ASSERT_EQUAL_DOUBLE(road.left_width_m + road.right_width_m, view.width);
    // Nose to the left: the road ahead is on the right.
    TEST_ASSERT_TRUE(view.midline[20][1] < -1.5);
}

void leader_and_lot_are_zero_unless_there_are_some() {
    const GhostcarView view = view_of(standing("oval", 20.0, 0.0));
    for (const double value :
         {view.leaderXY[0], view.leaderXY[1], view.lotX, view.lotY, view.lotAngle})
        TEST_ASSERT_EQUAL_DOUBLE(0.0, value);
}

void the_leader_is_seen_in_the_cars_frame() {
    const RoadDrive drive(environment_text() + car_text("wires", 20.0, 1.0, 0.0) +
                              car_text("parked", 35.0, -0.5, 0.0),
                          "oval");
    const GhostcarView view = view_of(drive, {.leader = 1, .lot = {}});
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 15.0, view.leaderXY[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, -1.5, view.leaderXY[1]);
}

void the_lot_is_absolute() {
    const GhostcarView view =
        view_of(standing("oval", 20.0, 0.0), {.leader = {}, .lot = LotGoal{12.0, -7.0, 1.5}});
    TEST_ASSERT_EQUAL_DOUBLE(12.0, view.lotX);
    TEST_ASSERT_EQUAL_DOUBLE(-7.0, view.lotY);
    TEST_ASSERT_EQUAL_DOUBLE(1.5, view.lotAngle);
}

void the_heading_stays_within_a_turn() {
    RoadDrive drive = standing("oval", 20.0, 0.0);
    const double yaw_rad = drive.cars[0].car.motion.yaw_rad;
    const GhostcarView before = view_of(drive);
    drive.cars[0].car.motion.yaw_rad = yaw_rad + 6.0 * pi;
    const GhostcarView after = view_of(drive);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, before.carYaw, after.carYaw);
    TEST_ASSERT_TRUE(magnitude(after.carYaw) <= pi);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(x_is_forward_and_y_is_left);
    RUN_TEST(the_preview_lies_on_the_road_everywhere);
    RUN_TEST(an_open_road_goes_straight_on);
    RUN_TEST(units_are_the_papers);
    RUN_TEST(leader_and_lot_are_zero_unless_there_are_some);
    RUN_TEST(the_leader_is_seen_in_the_cars_frame);
    RUN_TEST(the_lot_is_absolute);
    RUN_TEST(the_heading_stays_within_a_turn);
    return UNITY_END();
}
