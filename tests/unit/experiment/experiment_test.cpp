// SPDX-License-Identifier: Apache-2.0
// Session files of experiments: what they put on the road, what the judge gets, what is refused.
#include "model/experiment/experiment.h"

#include <set>
#include <string>

#include "tests/unit/unity_cpp.h"
#include "tests/unit/world/road_fixture.h"

namespace {

using namespace ghostcar::model;
using namespace ghostcar::tests;

const std::string cruise_laps = "[cruise]\nlaps = 2\n";
const std::string follow_limits =
    "[follow]\nleader_lowest_speed_kph = 20.0\nleader_highest_speed_kph = 65.0\n"
    "leader_largest_offset_m = 1.2\nleader_hard_brake_mps2 = 7.0\nleader_hard_brake_share = 0.3\n";
const std::string park_nose = "[park]\ndirection = \"nose\"\nstanding_vehicle = \"city-car\"\n";

Experiment made(RoadKind kind, const std::string& session, const std::string& track,
                std::uint64_t seed = 1) {
    const toml::table table =
        toml::parse(environment_text() + session, std::string_view("session.toml"));
    TableReader reader(table);
    Experiment experiment =
        experiment_from_toml(kind, reader, shipped_track(track), shipped_vehicle, seed, 1000);
    reader.finish();
    return experiment;
}

void expect_refused(RoadKind kind, const std::string& session, const std::string& track,
                    const std::string& words) {
    std::string message;
    try {
        made(kind, session, track);
    } catch (const ConfigError& error) {
        message = error.what();
    }
    TEST_ASSERT_TRUE_MESSAGE(message.find(words) != std::string::npos,
                             (words + " is not in: " + message).c_str());
}

void cruise_by_laps_or_by_distance() {
    const std::string car = car_text("line-follower", 100.0, 0.0, 0.0);
    const Experiment by_laps = made(RoadKind::cruise, cruise_laps + car, "oval");
    TEST_ASSERT_EQUAL_DOUBLE(2.0 * by_laps.world.track().length_m(),
                             by_laps.judge.cruise()->goal_m());
    TEST_ASSERT_EQUAL_DOUBLE(10'000.0, by_laps.judge.cruise()->damage_rule().limit);
    TEST_ASSERT_TRUE(by_laps.judge.initial().kind == JudgeKind::cruise);
    const Experiment by_distance = made(
        RoadKind::cruise,
        "[cruise]\ndistance_m = 50.0\n" + car_text("line-follower", 5.0, 0.0, 0.0), "car-park");
    TEST_ASSERT_EQUAL_DOUBLE(50.0, by_distance.judge.cruise()->goal_m());

    // The car park's road is 362.83 m long.
    const std::string there = car_text("line-follower", 5.0, 0.0, 0.0);
    TEST_ASSERT_EQUAL_DOUBLE(
        357.8, made(RoadKind::cruise, "[cruise]\ndistance_m = 357.8\n" + there, "car-park")
                   .judge.cruise()
                   ->goal_m());
    expect_refused(RoadKind::cruise, "[cruise]\ndistance_m = 357.9\n" + there, "car-park",
                   "cruise.distance_m: the road ends 357.832 m ahead of the first car");

    expect_refused(RoadKind::cruise, "[cruise]\n" + car, "oval",
                   "needs one of laps and distance_m");
    expect_refused(RoadKind::cruise, "[cruise]\nlaps = 1\ndistance_m = 5.0\n" + car, "oval",
                   "cruise.distance_m: laps are there already; remove one of them: --set "
                   "cruise.laps=");
    expect_refused(RoadKind::cruise, cruise_laps + car_text("line-follower", 5.0, 0.0, 0.0),
                   "car-park", "no circuit");
    expect_refused(RoadKind::cruise, cruise_laps + car + car_text("parked", 200.0, 0.0, 0.0),
                   "oval", "more than one car");
    expect_refused(RoadKind::cruise, "[cruise]\nlaps = 0\n" + car, "oval", "laps");
    expect_refused(RoadKind::cruise, "[cruise]\nlaps = 1\nlap = 1\n" + car, "oval", "lap");
}

std::string controlled(double along_m, const std::string& more = "") {
    return "[[car]]\nvehicle = \"focus-2.0-mt\"\nalong_m = " + std::to_string(along_m) +
           "\noffset_m = 0.0\nspeed_kph = 0.0\n" + more +
           "controller = {builtin = \"line-keeper\", period_ms = 10}\n";
}

/// One line for all: who begins behind the first car has farther to go, who begins ahead less far.
void a_race_has_one_finish() {
    const std::string race = "[race]\nlaps = 2\n";
    const std::string cars = controlled(20.0) + car_text("line-follower", 5.0, 0.0, 0.0) +
                             controlled(50.0) + controlled(1690.0);
    const Experiment experiment = made(RoadKind::race, race + cars, "oval");
    const double length_m = experiment.world.track().length_m();
    TEST_ASSERT_TRUE(length_m > 1690.0);
    const RaceJudge& judge = *experiment.judge.race();
    TEST_ASSERT_EQUAL_size_t(4, judge.cars().size());
    TEST_ASSERT_EQUAL_DOUBLE(2.0 * length_m, judge.cars()[0].goal_m());
    TEST_ASSERT_EQUAL_DOUBLE(2.0 * length_m + 15.0, judge.cars()[1].goal_m());
    TEST_ASSERT_EQUAL_DOUBLE(2.0 * length_m - 30.0, judge.cars()[2].goal_m());
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 3.0 * length_m - 1670.0, judge.cars()[3].goal_m());
    TEST_ASSERT_EQUAL_size_t(3, experiment.world.controlled_cars());
    TEST_ASSERT_TRUE(experiment.goal.nearest_ahead);
    TEST_ASSERT_TRUE(experiment.judge.initial().kind == JudgeKind::race);
    TEST_ASSERT_EQUAL_size_t(4, experiment.judge.initial_drives().size());

    expect_refused(RoadKind::race, cars, "oval", "race: missing");
    expect_refused(RoadKind::race, race + cars + car_text("parked", 200.0, 0.0, 0.0), "oval",
                   "nobody drives this car");
    expect_refused(RoadKind::race, race + car_text("wires", 200.0, 0.0, 0.0), "oval",
                   "nobody drives this car");
    expect_refused(RoadKind::race, "[race]\ndistance_m = 20.0\n" + cars, "oval",
                   "car[2].along_m: the car begins behind the finish");
}

/// A controller of its own is for cars among others; the one that is judged alone has [controller].
void controllers_of_cars_have_their_place() {
    const std::string shared = "[controller]\nbuiltin = \"line-keeper\"\n";
    const Experiment drive = made(RoadKind::drive, controlled(20.0) + controlled(0.0), "oval");
    TEST_ASSERT_EQUAL_size_t(2, drive.world.controlled_cars());
    TEST_ASSERT_TRUE(drive.world.cars()[1].automatic);
    TEST_ASSERT_FALSE(made(RoadKind::drive, controlled(20.0, "automatic = false\n"), "oval")
                          .world.cars()[0]
                          .automatic);
    expect_refused(RoadKind::cruise, cruise_laps + controlled(20.0), "oval",
                   "car[0].controller: one car is judged here");
    expect_refused(RoadKind::drive, shared + controlled(20.0), "oval",
                   "car[0].controller: [controller] is to drive the first car already");
    expect_refused(RoadKind::drive, shared + car_text("wires", 20.0, 0.0, 0.0) + controlled(0.0),
                   "oval", "car[1].controller: [controller] is for one car alone");
    expect_refused(RoadKind::drive, controlled(20.0, "driver = \"parked\"\n"), "oval",
                   "the car is parked");
    expect_refused(RoadKind::race,
                   shared + "[race]\nlaps = 1\n" + car_text("wires", 20.0, 0.0, 0.0), "oval",
                   "in a race each car has its own controller");
}

void follow_has_a_leader_of_its_seed() {
    const std::string follower = car_text("wires", 100.0, 0.0, 0.0);
    const std::string leader = car_text("leader", 115.0, 0.0, 0.0);
    const Experiment follow =
        made(RoadKind::follow, follow_limits + follower + leader, "lakeside", 42);
    TEST_ASSERT_TRUE(follow.goal.leader == std::size_t{1});
    TEST_ASSERT_EQUAL_UINT64(42, follow.world.conditions().leader.seed);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 65.0 / 3.6,
                              follow.world.conditions().leader.highest_speed_mps);
    TEST_ASSERT_TRUE(follow.judge.follow() != nullptr);

    const char* const two_cars = "a follow needs two cars";
    expect_refused(RoadKind::follow, follow_limits + follower, "lakeside", two_cars);
    expect_refused(RoadKind::follow, follow_limits + leader + follower, "lakeside", "first car");
    expect_refused(RoadKind::follow,
                   follow_limits + leader + car_text("line-follower", 200.0, 0.0, 0.0), "lakeside",
                   two_cars);
    expect_refused(RoadKind::follow,
                   follow_limits + follower + car_text("line-follower", 200.0, 0.0, 0.0),
                   "lakeside", two_cars);
    expect_refused(RoadKind::drive, leader, "lakeside", "nobody follows a leader");
}

/// Two standing cars beside a lot in the middle of a row, one beside the last of a row.
void standing_cars_are_the_neighbours() {
    const std::string car = car_text("wires", 5.0, 0.0, 0.0);
    const Experiment middle = made(RoadKind::park, park_nose + "lot = 10\n" + car, "car-park");
    TEST_ASSERT_EQUAL(3, middle.world.cars().size());
    TEST_ASSERT_EQUAL(
        2, made(RoadKind::park, park_nose + "lot = 24\n" + car, "car-park").world.cars().size());
    const Lot& lot = middle.world.track().lots()[9];
    const std::vector<RoadCarState> states = middle.world.initial();
    for (std::size_t i = 1; i < 3; ++i) {
        const Lot& own = middle.world.track().lots()[i == 1 ? 8 : 10];
        const RoadCar& standing = middle.world.cars()[i];
        TEST_ASSERT_TRUE(standing.driver == RoadDriver::parked);
        const PlanarMotion& motion = states[i].car.motion;
        const SineCosine heading = sine_cosine(motion.yaw_rad);
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, own.x_m,
                                  motion.x_m + standing.box.centre_ahead_m * heading.cosine);
        TEST_ASSERT_DOUBLE_WITHIN(1e-9, own.y_m,
                                  motion.y_m + standing.box.centre_ahead_m * heading.sine);
        TEST_ASSERT_DOUBLE_WITHIN(1e-12, own.heading_rad, motion.yaw_rad);
        TEST_ASSERT_DOUBLE_WITHIN(0.5, own.along_m, states[i].place.along_m);
        TEST_ASSERT_DOUBLE_WITHIN(1.5, 6.6, states[i].place.offset_m);
    }
    TEST_ASSERT_EQUAL_DOUBLE(lot.x_m, middle.judge.park()->goal().x_m);
    TEST_ASSERT_EQUAL_DOUBLE(lot.heading_rad, middle.judge.park()->goal().heading_rad);
    TEST_ASSERT_TRUE(middle.goal.lot.has_value());
    TEST_ASSERT_EQUAL_DOUBLE(lot.y_m, middle.goal.lot->y_m);
}

/// They stand still, and stay so.
void standing_cars_stand() {
    Experiment park = made(RoadKind::park,
                           park_nose + "lot = 10\n" + car_text("wires", 5.0, 0.0, 0.0), "car-park");
    std::vector<RoadCarState> cars = park.world.initial();
    const std::vector<RoadCarState> before = cars;
    for (int tick = 0; tick < 3000; ++tick) {
        park.world.decide(cars, {});
        park.world.step(cars);
    }
    for (std::size_t i = 1; i < 3; ++i) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-3, before[i].car.motion.x_m, cars[i].car.motion.x_m);
        TEST_ASSERT_DOUBLE_WITHIN(1e-3, before[i].car.motion.y_m, cars[i].car.motion.y_m);
        TEST_ASSERT_EQUAL_DOUBLE(0.0, cars[i].damage);
        TEST_ASSERT_EQUAL_DOUBLE(0.0, cars[i].car.motion.forward_mps);
    }
}

void tail_first_is_half_a_turn() {
    const std::string car = car_text("wires", 5.0, 0.0, 0.0);
    for (const std::int64_t number : {1, 25, 49, 62, 109}) {
        const std::string lot = "lot = " + std::to_string(number) + "\n";
        const double nose_rad =
            made(RoadKind::park, park_nose + lot + car, "car-park").goal.lot->heading_rad;
        const double tail_rad =
            made(RoadKind::park,
                 "[park]\ndirection = \"tail\"\nstanding_vehicle = \"city-car\"\n" + lot + car,
                 "car-park")
                .goal.lot->heading_rad;
        TEST_ASSERT_DOUBLE_WITHIN(1e-12, pi, magnitude(tail_rad - nose_rad));
        TEST_ASSERT_TRUE(magnitude(tail_rad) <= pi);
    }
}

void a_lot_is_drawn_between_bounds() {
    const std::string car = car_text("wires", 5.0, 0.0, 0.0);
    std::set<std::int64_t> seen;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Experiment park = made(
            RoadKind::park, park_nose + "lot_low = 30\nlot_high = 33\n" + car, "car-park", seed);
        const std::int64_t lot = park.judge.park()->goal().lot;
        TEST_ASSERT_TRUE(lot >= 30 && lot <= 33);
        seen.insert(lot);
        const Experiment again = made(
            RoadKind::park, park_nose + "lot_low = 30\nlot_high = 33\n" + car, "car-park", seed);
        TEST_ASSERT_EQUAL_INT64(lot, again.judge.park()->goal().lot);
    }
    TEST_ASSERT_EQUAL(4, seen.size());
    // A number wins over the bounds.
    TEST_ASSERT_EQUAL_INT64(
        77, made(RoadKind::park, park_nose + "lot_high = 3\nlot = 77\n" + car, "car-park", 5)
                .judge.park()
                ->goal()
                .lot);
}

/// It could only break the rules.
void a_car_that_does_not_fit_is_refused() {
    const std::string truck = car_text("wires", 5.0, 0.0, 0.0, "truck-7.5t");
    expect_refused(
        RoadKind::park, park_nose + "lot = 10\n" + truck, "car-park",
        "car[0].vehicle: the car is 7.2 m long and 2.35 m wide, the lot 5.2 m and 2.6 m");
    const std::string car = car_text("wires", 5.0, 0.0, 0.0);
    expect_refused(
        RoadKind::park,
        "[park]\ndirection = \"nose\"\nlot = 10\nstanding_vehicle = \"truck-7.5t\"\n" + car,
        "car-park", "park.standing_vehicle: the car is 7.2 m long and 2.35 m wide");
}

void wrong_parkings_are_refused() {
    const std::string car = car_text("wires", 5.0, 0.0, 0.0);
    expect_refused(RoadKind::park, park_nose + "lot = 110\n" + car, "car-park", "lot");
    expect_refused(RoadKind::park, park_nose + "lot = 0\n" + car, "car-park", "lot");
    expect_refused(RoadKind::park, park_nose + "lot_low = 9\nlot_high = 8\n" + car, "car-park",
                   "lot_high");
    expect_refused(RoadKind::park, park_nose + car_text("wires", 100.0, 0.0, 0.0), "oval",
                   "the track has no lots");
    expect_refused(RoadKind::park,
                   "[park]\ndirection = \"side\"\nstanding_vehicle = \"city-car\"\n" + car,
                   "car-park", "direction");
    expect_refused(RoadKind::park, park_nose + car + car_text("parked", 30.0, 0.0, 0.0), "car-park",
                   "more than one car");
}

void a_drive_is_not_judged() {
    const Experiment drive =
        made(RoadKind::drive, car_text("line-follower", 100.0, 0.0, 0.0), "oval");
    TEST_ASSERT_TRUE(drive.judge.initial().kind == JudgeKind::none);
    TEST_ASSERT_FALSE(drive.goal.leader.has_value());
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(cruise_by_laps_or_by_distance);
    RUN_TEST(a_race_has_one_finish);
    RUN_TEST(controllers_of_cars_have_their_place);
    RUN_TEST(follow_has_a_leader_of_its_seed);
    RUN_TEST(standing_cars_are_the_neighbours);
    RUN_TEST(standing_cars_stand);
    RUN_TEST(tail_first_is_half_a_turn);
    RUN_TEST(a_lot_is_drawn_between_bounds);
    RUN_TEST(a_car_that_does_not_fit_is_refused);
    RUN_TEST(wrong_parkings_are_refused);
    RUN_TEST(a_drive_is_not_judged);
    return UNITY_END();
}
