// SPDX-License-Identifier: Apache-2.0
// The judge of a cruise: score, rules one step below, at and above their limits, the finish.
#include "model/judge/cruise_judge.h"

#include <cmath>
#include <string>

#include "tests/unit/judge/road_scene.h"

namespace {

using namespace ghostcar::model;
using namespace ghostcar::tests;

constexpr double infinity = INFINITY;

CruiseJudge judge_with(double goal_m, double largest_damage) {
    return {{straight_road(), 10.0, 1000, 20}, goal_m, largest_damage};
}

RoadCarState car_on_road(double along_m, double damage = 0.0) {
    RoadCarState car = car_at(along_m, 0.0);
    car.place = {along_m, 0.0};
    car.damage = damage;
    return car;
}

std::string words(const CruiseJudge& judge, const CruiseJudgeState& state) {
    return judge.verdict(state).message;
}

void score_is_time_and_a_tenth_of_the_damage() {
    const CruiseJudge judge = judge_with(100.0, 10'000.0);
    CruiseJudgeState state;
    for (int tick = 0; tick < 122; ++tick)
        TEST_ASSERT_TRUE(judge.step(state, car_on_road(50.0, 3.0)) == Ruling::go_on);
    TEST_ASSERT_TRUE(judge.step(state, car_on_road(110.0, 7.0)) == Ruling::finished);
    const Verdict verdict = judge.verdict(state);
    TEST_ASSERT_TRUE(verdict.kind == VerdictKind::passed);
    TEST_ASSERT_TRUE(verdict.score.has_value());
    TEST_ASSERT_EQUAL_DOUBLE(0.123 + 0.7, *verdict.score);
    TEST_ASSERT_EQUAL_DOUBLE(0.123, figure(verdict, "finish_time_s"));
    TEST_ASSERT_EQUAL_DOUBLE(7.0, figure(verdict, "damage"));
    TEST_ASSERT_EQUAL_DOUBLE(100.0, figure(verdict, "progress_m"));
    TEST_ASSERT_EQUAL_STRING("finished", verdict.message.c_str());
}

/// The way counts from where the car began, 10 m, over the laps of a circuit.
void the_finish_is_reached_at_its_distance() {
    const struct {
        double along_m;
        std::int64_t laps;
        Ruling ruling;
    } rows[] = {
        {std::nextafter(510.0, 0.0), 0, Ruling::go_on},
        {510.0, 0, Ruling::finished},
        {std::nextafter(510.0, infinity), 0, Ruling::finished},
        {10.0, 1, Ruling::finished},  // 1000 m
        {900.0, -1, Ruling::go_on},   // backward over the line
    };
    for (const auto& row : rows) {
        const CruiseJudge judge = judge_with(500.0, 1.0);
        CruiseJudgeState state;
        RoadCarState car = car_on_road(row.along_m);
        car.laps = row.laps;
        TEST_ASSERT_TRUE(judge.step(state, car) == row.ruling);
        TEST_ASSERT_EQUAL_INT64(row.ruling == Ruling::finished ? 1 : 0, state.finish_tick);
        TEST_ASSERT_EQUAL(row.ruling == Ruling::finished, judge.verdict(state).score.has_value());
    }
    TEST_ASSERT_EQUAL_DOUBLE(500.0, judge_with(500.0, 1.0).goal_m());
}

void damage_rule_at_its_limit() {
    const struct {
        double damage;
        Ruling ruling;
    } rows[] = {{0.0, Ruling::go_on},
                {std::nextafter(25.0, 0.0), Ruling::go_on},
                {25.0, Ruling::go_on},
                {std::nextafter(25.0, infinity), Ruling::violation}};
    for (const auto& row : rows) {
        const CruiseJudge judge = judge_with(100.0, 25.0);
        CruiseJudgeState state;
        TEST_ASSERT_TRUE(judge.step(state, car_on_road(50.0, row.damage)) == row.ruling);
        const Verdict verdict = judge.verdict(state);
        TEST_ASSERT_FALSE(verdict.score.has_value());
        TEST_ASSERT_FALSE(has_figure(verdict, "finish_time_s"));
        TEST_ASSERT_EQUAL_INT64(row.ruling == Ruling::violation ? 1 : 0, state.broken_rule);
        if (row.ruling != Ruling::violation) continue;
        TEST_ASSERT_TRUE(verdict.kind == VerdictKind::failed);
        TEST_ASSERT_EQUAL_STRING("Your damage is too large!", verdict.message.c_str());
    }
}

/// Whoever reaches the finish with too much damage has not finished.
void damage_is_asked_before_the_finish() {
    const CruiseJudge judge = judge_with(100.0, 25.0);
    CruiseJudgeState state;
    TEST_ASSERT_TRUE(judge.step(state, car_on_road(110.0, 26.0)) == Ruling::violation);
    TEST_ASSERT_EQUAL_STRING("Your damage is too large!", words(judge, state).c_str());
}

/// A drive that is not complete has no verdict, as on the bench.
void who_does_not_arrive_has_no_verdict() {
    const CruiseJudge judge = judge_with(100.0, 25.0);
    CruiseJudgeState state;
    TEST_ASSERT_TRUE(judge.step(state, car_on_road(50.0)) == Ruling::go_on);
    const Verdict verdict = judge.verdict(state);
    TEST_ASSERT_TRUE(verdict.kind == VerdictKind::none);
    TEST_ASSERT_EQUAL_STRING("the finish was not reached", verdict.message.c_str());
    TEST_ASSERT_FALSE(verdict.score.has_value());
    TEST_ASSERT_EQUAL_DOUBLE(40.0, figure(verdict, "progress_m"));
}

/// The row itself: limit and words, as the documents have them.
void the_table() {
    TEST_ASSERT_EQUAL_DOUBLE(10'000.0, cruise_damage_rule.limit);
    TEST_ASSERT_EQUAL_STRING("damage", std::string(cruise_damage_rule.measured).c_str());
    TEST_ASSERT_EQUAL_DOUBLE(25.0, judge_with(1.0, 25.0).damage_rule().limit);
    TEST_ASSERT_EQUAL_DOUBLE(10.0, damage_per_second);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(score_is_time_and_a_tenth_of_the_damage);
    RUN_TEST(the_finish_is_reached_at_its_distance);
    RUN_TEST(damage_rule_at_its_limit);
    RUN_TEST(damage_is_asked_before_the_finish);
    RUN_TEST(who_does_not_arrive_has_no_verdict);
    RUN_TEST(the_table);
    return UNITY_END();
}
