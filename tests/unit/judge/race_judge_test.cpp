// SPDX-License-Identifier: Apache-2.0
// The judge of a race: each car like a cruise, places, and when it is over.
#include "model/judge/race_judge.h"

#include <cmath>
#include <string>
#include <vector>

#include "tests/unit/judge/road_scene.h"

namespace {

using namespace ghostcar::model;
using namespace ghostcar::tests;

/// A race over 100 m, for cars that begin at 20 m, 10 m and 0 m.
struct Race {
    Race() : judge(judges()), drives(3), cars(3) {
        for (std::size_t i = 0; i < cars.size(); ++i) put(i, 20.0 - 10.0 * static_cast<double>(i));
    }
    static std::vector<CruiseJudge> judges() {
        std::vector<CruiseJudge> result;
        result.reserve(3);
        for (int i = 0; i < 3; ++i)
            result.emplace_back(RoadTask{straight_road(), 20.0 - 10.0 * i, 1000, 20},
                                100.0 + 10.0 * i, 25.0);
        return result;
    }
    void put(std::size_t car, double along_m, double damage = 0.0) {
        cars[car].place = {along_m, 0.0};
        cars[car].damage = damage;
    }
    Ruling step() { return judge.step(state, drives, cars); }

    RaceJudge judge;
    RaceJudgeState state;
    std::vector<CruiseJudgeState> drives;
    std::vector<RoadCarState> cars;
};

/// The same line for everybody, 120 m, however far it was.
void it_is_over_when_everybody_has_arrived() {
    Race race;
    TEST_ASSERT_TRUE(race.step() == Ruling::go_on);
    race.put(1, 120.0);
    TEST_ASSERT_TRUE(race.step() == Ruling::go_on);
    TEST_ASSERT_EQUAL_INT64(1, race.state.finished);
    race.put(0, 120.0);
    race.put(2, std::nextafter(120.0, 0.0));
    TEST_ASSERT_TRUE(race.step() == Ruling::go_on);
    race.put(2, 120.0);
    TEST_ASSERT_TRUE(race.step() == Ruling::finished);
    TEST_ASSERT_EQUAL_INT64(4, race.state.running_ticks);
    TEST_ASSERT_EQUAL_INT64(3, race.state.finished);
    TEST_ASSERT_EQUAL_INT64(0, race.state.out);
    TEST_ASSERT_EQUAL_INT64(3, race.drives[0].finish_tick);
    TEST_ASSERT_EQUAL_INT64(2, race.drives[1].finish_tick);
    TEST_ASSERT_EQUAL_INT64(4, race.drives[2].finish_tick);
}

/// What happens after the finish changes no score.
void who_has_arrived_is_judged_no_more() {
    Race race;
    race.put(0, 130.0, 5.0);
    race.step();
    race.put(0, 200.0, 5000.0);
    race.cars[0].out = CarOut::damage;
    race.step();
    TEST_ASSERT_EQUAL_INT64(1, race.state.finished);
    TEST_ASSERT_EQUAL_INT64(0, race.state.out);
    TEST_ASSERT_TRUE(race.judge.verdict(race.state).kind == VerdictKind::passed);  // one is enough
    const Verdict verdict = race.judge.verdicts(race.drives)[0];
    TEST_ASSERT_TRUE(verdict.kind == VerdictKind::passed);
    TEST_ASSERT_EQUAL_DOUBLE(0.001 + 0.5, *verdict.score);
}

void too_much_damage_is_a_violation_of_that_car_alone() {
    Race race;
    race.put(1, 50.0, 26.0);
    race.cars[1].out = CarOut::damage;  // the road says so in the same tick
    TEST_ASSERT_TRUE(race.step() == Ruling::go_on);
    TEST_ASSERT_EQUAL_INT64(1, race.state.out);
    race.put(1, 500.0, 26.0);  // it rolls over the line: too late
    race.put(0, 120.0);
    race.put(2, 120.0);
    TEST_ASSERT_TRUE(race.step() == Ruling::finished);
    TEST_ASSERT_EQUAL_INT64(2, race.state.finished);
    TEST_ASSERT_EQUAL_INT64(1, race.state.out);
    const std::vector<Verdict> verdicts = race.judge.verdicts(race.drives);
    TEST_ASSERT_EQUAL_STRING("Your damage is too large!", verdicts[1].message.c_str());
    TEST_ASSERT_TRUE(verdicts[1].kind == VerdictKind::failed);
    TEST_ASSERT_TRUE(verdicts[2].kind == VerdictKind::passed);
    const std::vector<RacePlace> places = race.judge.places(race.drives);  // who is out takes none
    TEST_ASSERT_EQUAL_INT64(1, *places[0].place);
    TEST_ASSERT_FALSE(places[1].place.has_value());
    TEST_ASSERT_EQUAL_INT64(1, *places[2].arrival);
}

/// A car that nobody drives any more has no finish, though it may roll there.
void a_failed_controller_ends_its_cars_race() {
    for (const CarOut failure :
         {CarOut::controller_ended, CarOut::controller_silent, CarOut::controller_value}) {
        Race race;
        race.step();
        race.cars[2].out = failure;
        race.put(2, 121.0);
        TEST_ASSERT_TRUE(race.step() == Ruling::go_on);
        TEST_ASSERT_EQUAL_INT64(0, race.drives[2].finish_tick);
        TEST_ASSERT_EQUAL_INT64(1, race.drives[2].running_ticks);
        TEST_ASSERT_EQUAL_INT64(1, race.state.out);
        TEST_ASSERT_FALSE(race.judge.verdicts(race.drives)[2].score.has_value());
        TEST_ASSERT_FALSE(race.judge.places(race.drives)[2].place.has_value());
        TEST_ASSERT_FALSE(race.judge.places(race.drives)[2].arrival.has_value());
    }
}

void all_out_is_the_end() {
    Race race;
    for (RoadCarState& car : race.cars) car.out = CarOut::controller_ended;
    TEST_ASSERT_TRUE(race.step() == Ruling::finished);
    const Verdict verdict = race.judge.verdict(race.state);
    TEST_ASSERT_TRUE(verdict.kind == VerdictKind::none);
    TEST_ASSERT_EQUAL_STRING("0 of 3 cars have finished", verdict.message.c_str());
    TEST_ASSERT_EQUAL_DOUBLE(3.0, figure(verdict, "cars"));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, figure(verdict, "cars_finished"));
    TEST_ASSERT_EQUAL_DOUBLE(3.0, figure(verdict, "cars_out"));
}

/// Places go by score, arrivals by time: damage can cost a place.
void places_and_arrivals() {
    Race race;
    race.put(0, 120.0, 20.0);  // first on the road, with 2 s of damage
    race.step();
    race.put(1, 120.0);
    race.put(2, 120.0);  // both in the same tick: they share second
    race.step();
    const std::vector<RacePlace> places = race.judge.places(race.drives);
    TEST_ASSERT_EQUAL_size_t(3, places.size());
    const std::int64_t expected[3][2] = {{3, 1}, {1, 2}, {1, 2}};
    for (std::size_t i = 0; i < 3; ++i) {
        TEST_ASSERT_EQUAL_INT64(expected[i][0], *places[i].place);
        TEST_ASSERT_EQUAL_INT64(expected[i][1], *places[i].arrival);
    }
    const Verdict verdict = race.judge.verdict(race.state);
    TEST_ASSERT_TRUE(verdict.kind == VerdictKind::passed);
    TEST_ASSERT_FALSE(verdict.score.has_value());
    TEST_ASSERT_EQUAL_STRING("3 of 3 cars have finished", verdict.message.c_str());
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(it_is_over_when_everybody_has_arrived);
    RUN_TEST(who_has_arrived_is_judged_no_more);
    RUN_TEST(too_much_damage_is_a_violation_of_that_car_alone);
    RUN_TEST(a_failed_controller_ends_its_cars_race);
    RUN_TEST(all_out_is_the_end);
    RUN_TEST(places_and_arrivals);
    return UNITY_END();
}
