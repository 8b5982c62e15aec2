// SPDX-License-Identifier: Apache-2.0
// What lies where: road, kerbs, verges, stretches, lanes and lots.
#include <cmath>
#include <set>
#include <string>

#include "tests/unit/track/track_fixture.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::load_track;
using ghostcar::tests::plain_road;
using ghostcar::tests::track_from;

namespace {

const std::string straight = "segment = [{kind = \"line\", length_m = 200}]\n";

double friction(const Track& track, double along_m, double offset_m) {
    return track.surface(track.at(along_m), offset_m).friction;
}

/// Friction tells which: 1 road, 0.9 kerb, 0.4 grass. The borders belong to the inner strip.
void zones_by_offset() {
    const Track track =
        track_from(plain_road(false) + straight +
                   "kerb = [{side = \"left\", from_m = 50, to_m = 100, width_m = 1}, "
                   "{side = \"right\", from_m = 80, to_m = 120, width_m = 0.5}]");
    struct Expected {
        double along_m;
        double offset_m;
        double friction;
    };
    for (const Expected& row : {Expected{10.0, 0.0, 1.0},
                                {10.0, 4.0, 1.0},
                                {10.0, 4.0001, 0.4},
                                {10.0, -4.0, 1.0},
                                {10.0, -4.0001, 0.4},
                                {60.0, 4.0001, 0.9},
                                {60.0, 5.0, 0.9},
                                {60.0, 5.0001, 0.4},
                                {60.0, -4.0001, 0.4},
                                {90.0, 4.5, 0.9},
                                {90.0, -4.5, 0.9},
                                {90.0, -4.5001, 0.4},
                                {110.0, 4.5, 0.4},
                                {110.0, -4.5, 0.9},
                                {10.0, 1e9, 0.4},
                                {10.0, -1e9, 0.4}}) {
        TEST_ASSERT_EQUAL_DOUBLE(row.friction, friction(track, row.along_m, row.offset_m));
    }
}

void stretches_change_zones() {
    const Track track =
        track_from(plain_road(false) + straight +
                   "stretch = [{from_m = 50, to_m = 100, road = \"grass\"}, "
                   "{from_m = 80, to_m = 120, left_verge = \"kerb\", right_verge = \"asphalt\"}]");
    TEST_ASSERT_EQUAL_DOUBLE(1.0, friction(track, 49.0, 0.0));
    TEST_ASSERT_EQUAL_DOUBLE(0.4, friction(track, 51.0, 0.0));
    TEST_ASSERT_EQUAL_DOUBLE(0.4, friction(track, 90.0, 0.0));
    TEST_ASSERT_EQUAL_DOUBLE(0.9, friction(track, 90.0, 8.0));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, friction(track, 90.0, -8.0));
    TEST_ASSERT_EQUAL_DOUBLE(0.4, friction(track, 130.0, 8.0));
}

void a_stretch_may_lead_over_the_start() {
    const Track track =
        track_from(plain_road(true) +
                   "segment = [{kind = \"arc\", turn = \"left\", radius_m = 40, angle_deg = 360}]\n"
                   "stretch = [{from_m = 240, to_m = 10, road = \"grass\"}]");
    TEST_ASSERT_EQUAL_DOUBLE(0.4, friction(track, 5.0, 0.0));
    TEST_ASSERT_EQUAL_DOUBLE(0.4, friction(track, 245.0, 0.0));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, friction(track, 100.0, 0.0));
}

void without_barriers_there_are_none() {
    const RoadPoint road = track_from(plain_road(false) + straight).at(50.0);
    TEST_ASSERT_EQUAL_DOUBLE(no_barrier_m, road.left_barrier_m);
    TEST_ASSERT_EQUAL_DOUBLE(no_barrier_m, road.right_barrier_m);
}

void a_barrier_may_be_on_one_side() {
    const RoadPoint road =
        track_from(plain_road(false) + straight + "barriers = {station_m = [0], right_m = [9]}")
            .at(50.0);
    TEST_ASSERT_EQUAL_DOUBLE(no_barrier_m, road.left_barrier_m);
    TEST_ASSERT_EQUAL_DOUBLE(9.0, road.right_barrier_m);
}

void lanes_lie_side_by_side() {
    const Lanes three{3, 3.5};
    TEST_ASSERT_EQUAL_DOUBLE(-3.5, three.centre_offset_m(0));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, three.centre_offset_m(1));
    TEST_ASSERT_EQUAL_DOUBLE(3.5, three.centre_offset_m(2));
    const Lanes two{2, 3.0};
    TEST_ASSERT_EQUAL_DOUBLE(-1.5, two.centre_offset_m(0));
    TEST_ASSERT_EQUAL_DOUBLE(1.5, two.centre_offset_m(1));
}

/// Straight road along x: a lot on the left is at y = width + half its length, its axis up.
void lots_stand_beside_the_road() {
    const Track track = track_from(
        plain_road(false) + straight +
        "lot_row = [{first_number = 7, count = 2, side = \"left\", first_station_m = 20, spacing_m "
        "= 2.5, length_m = 5, width_m = 2.5, angle_deg = 90}, {first_number = 1, count = 1, side = "
        "\"right\", first_station_m = 60, spacing_m = 3, length_m = 5, width_m = 2.5, angle_deg = "
        "60}]");
    TEST_ASSERT_EQUAL_INT(3, static_cast<int>(track.lots().size()));
    const Lot& slanted = track.lots()[0];  // sorted by number
    TEST_ASSERT_EQUAL_INT64(1, slanted.number);
    TEST_ASSERT_TRUE(slanted.side == Side::right);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -M_PI / 3.0, slanted.heading_rad);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -4.0 - 0.5 * (5.0 * std::sqrt(0.75) + 2.5 * 0.5), slanted.y_m);
    const Lot& second = track.lots()[2];
    TEST_ASSERT_EQUAL_INT64(8, second.number);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 22.5, second.x_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 6.5, second.y_m);
    TEST_ASSERT_EQUAL_DOUBLE(22.5, second.along_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5 * M_PI, second.heading_rad);
}

void the_car_park_has_109_lots() {
    const Track track = load_track("car-park");
    TEST_ASSERT_EQUAL_INT(109, static_cast<int>(track.lots().size()));
    std::int64_t number = 1;
    for (const Lot& lot : track.lots()) {
        TEST_ASSERT_EQUAL_INT64(number++, lot.number);
        RoadPlace place{lot.along_m, 0.0};
        const RoadPoint road = track.locate(lot.x_m, lot.y_m, place);
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, lot.along_m, place.along_m);
        TEST_ASSERT_TRUE((place.offset_m > 0.0) == (lot.side == Side::left));
        // Into the lot is away from the road; the railing is behind it.
        const double away = -std::cos(lot.heading_rad) * road.sine_heading +
                            std::sin(lot.heading_rad) * road.cosine_heading;
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, place.offset_m > 0.0 ? 1.0 : -1.0, away);
        const double back_m = std::fabs(place.offset_m) + 0.5 * lot.length_m;
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.4, road.left_barrier_m - back_m);
        // Timing starts 15 m before the lot.
        TEST_ASSERT_TRUE(lot.along_m > 30.0 && lot.along_m < track.length_m() - 15.0);
        TEST_ASSERT_EQUAL_DOUBLE(1.0, track.surface(road, place.offset_m).friction);
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(zones_by_offset);
    RUN_TEST(stretches_change_zones);
    RUN_TEST(a_stretch_may_lead_over_the_start);
    RUN_TEST(without_barriers_there_are_none);
    RUN_TEST(a_barrier_may_be_on_one_side);
    RUN_TEST(lanes_lie_side_by_side);
    RUN_TEST(lots_stand_beside_the_road);
    RUN_TEST(the_car_park_has_109_lots);
    return UNITY_END();
}
