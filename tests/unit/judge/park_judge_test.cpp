// SPDX-License-Identifier: Apache-2.0
// The judge of a parking: timing, score, every rule one step below, at and above its limit, and the
// paper's words.
#include "model/judge/park_judge.h"

#include <cmath>
#include <string>

#include "tests/unit/judge/road_scene.h"

namespace {

using namespace ghostcar::model;
using namespace ghostcar::tests;

constexpr double infinity = INFINITY;
constexpr double degree_rad = pi / 180.0;

/// A lot at station 100, to the left of the road, to be entered nose first.
constexpr ParkingGoal goal{7, false, 100.0, 100.0, 6.0, 0.5 * pi};
constexpr std::int64_t limit_ticks = 1000;

ParkJudge judge_of_lot() {
    return {{straight_road(), 0.0, limit_ticks, 20}, goal, small_car};
}

/// On the road, at a station.
RoadCarState car_along(double along_m, double speed_mps = 0.0) {
    RoadCarState car = car_at(along_m, 0.0, 0.0, speed_mps);
    car.place = {along_m, 0.0};
    return car;
}

/// In the lot: this far ahead of and to the left of its middle, turned by so much.
RoadCarState parked(double ahead_m = 0.0, double left_m = 0.0, double turned_rad = 0.0) {
    RoadCarState car = car_at(goal.x_m - left_m, goal.y_m + ahead_m, goal.heading_rad + turned_rad);
    car.place = {goal.along_m, goal.y_m};
    return car;
}

/// Timing has begun.
ParkJudgeState under_way() {
    ParkJudgeState state;
    judge_of_lot().step(state, car_along(90.0), false);
    TEST_ASSERT_EQUAL_INT64(1, state.start_tick);
    return state;
}

std::string words_after(ParkJudgeState state, const RoadCarState& car, bool says_parked) {
    const ParkJudge judge = judge_of_lot();
    TEST_ASSERT_TRUE(judge.step(state, car, says_parked) == Ruling::violation);
    const Verdict verdict = judge.verdict(state);
    TEST_ASSERT_TRUE(verdict.kind == VerdictKind::failed);
    TEST_ASSERT_FALSE(verdict.score.has_value());
    return verdict.message;
}

void score_is_time_with_deviation_per_width() {
    const ParkJudge judge = judge_of_lot();
    ParkJudgeState state = under_way();
    for (int tick = 0; tick < 499; ++tick)
        TEST_ASSERT_TRUE(judge.step(state, car_along(95.0, 1.0), false) == Ruling::go_on);
    TEST_ASSERT_TRUE(judge.step(state, parked(0.3, -0.4), true) == Ruling::finished);
    const Verdict verdict = judge.verdict(state);
    TEST_ASSERT_TRUE(verdict.kind == VerdictKind::passed);
    TEST_ASSERT_EQUAL_STRING("parked", verdict.message.c_str());
    // 0.5 s, half a metre off, 2 m wide.
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5 * 1.25, verdict.score.value());
    TEST_ASSERT_EQUAL_DOUBLE(0.5, figure(verdict, "parking_time_s"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, figure(verdict, "deviation_m"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.3, figure(verdict, "longitudinal_error_m"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.4, figure(verdict, "lateral_error_m"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, figure(verdict, "heading_error_deg"));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, figure(verdict, "finish_speed_kph"));
    TEST_ASSERT_FALSE(has_figure(verdict, "off_track_s"));
}

void timing_starts_15_m_before_the_lot() {
    TEST_ASSERT_EQUAL_DOUBLE(15.0, parking_begins_m);
    TEST_ASSERT_EQUAL_DOUBLE(85.0, judge_of_lot().start_m());
    TEST_ASSERT_EQUAL_DOUBLE(goal.x_m, judge_of_lot().goal().x_m);
    const struct {
        double along_m;
        std::int64_t start_tick;
    } rows[] = {{std::nextafter(85.0, 0.0), 0}, {85.0, 1}, {std::nextafter(85.0, infinity), 1}};
    for (const auto& row : rows) {
        ParkJudgeState state;
        judge_of_lot().step(state, car_along(row.along_m), false);
        TEST_ASSERT_EQUAL_INT64(row.start_tick, state.start_tick);
    }
    // It does not start again.
    ParkJudgeState state = under_way();
    judge_of_lot().step(state, car_along(80.0), false);
    judge_of_lot().step(state, car_along(90.0), false);
    TEST_ASSERT_EQUAL_INT64(1, state.start_tick);
}

void damage_rule_at_its_limit() {
    const struct {
        double damage;
        Ruling ruling;
    } rows[] = {{std::nextafter(1.0, 0.0), Ruling::go_on},
                {1.0, Ruling::go_on},
                {std::nextafter(1.0, infinity), Ruling::violation}};
    for (const auto& row : rows) {
        ParkJudgeState state = under_way();
        RoadCarState car = car_along(95.0);
        car.damage = row.damage;
        TEST_ASSERT_TRUE(judge_of_lot().step(state, car, false) == row.ruling);
    }
    RoadCarState car = parked();
    car.damage = 1.5;
    TEST_ASSERT_EQUAL_STRING("Your damage is too large!",
                             words_after(under_way(), car, false).c_str());
    // Before everything else.
    car.car.motion.forward_mps = 5.0;
    TEST_ASSERT_EQUAL_STRING("Your damage is too large!",
                             words_after(ParkJudgeState{}, car, true).c_str());
}

void parked_before_timing_started() {
    const char* const words = "Failed! Haven't starting parking!";
    TEST_ASSERT_EQUAL_STRING(words,
                             words_after({}, car_along(std::nextafter(85.0, 0.0)), true).c_str());
    // In the very tick in which it starts it has.
    ParkJudgeState state;
    TEST_ASSERT_TRUE(judge_of_lot().step(state, parked(), true) == Ruling::finished);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, judge_of_lot().verdict(state).score.value());
    TEST_ASSERT_TRUE(has_figure(judge_of_lot().verdict(state), "parking_time_s"));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, park_rules[1].limit);
}

void the_time_ends_without_a_finish() {
    const ParkJudge judge = judge_of_lot();
    ParkJudgeState state = under_way();
    while (state.running_ticks < limit_ticks - 1)
        TEST_ASSERT_TRUE(judge.step(state, parked(), false) == Ruling::go_on);
    ParkJudgeState in_time = state;
    TEST_ASSERT_EQUAL_STRING("Failed! Haven't starting parking!",
                             words_after(state, parked(), false).c_str());
    TEST_ASSERT_TRUE(judge.step(in_time, parked(), true) == Ruling::finished);
    // Nothing of a finish is reported then.
    judge.step(state, parked(), false);
    TEST_ASSERT_FALSE(has_figure(judge.verdict(state), "parking_time_s"));
}

void speed_rule_at_its_limit() {
    const double limit_mps = 0.2 / 3.6;
    const auto ruling_at = [](double forward_mps, double left_mps) {
        ParkJudgeState state = under_way();
        RoadCarState car = parked();
        car.car.motion.forward_mps = forward_mps;
        car.car.motion.left_mps = left_mps;
        return judge_of_lot().step(state, car, true);
    };
    // The largest speed that is still 0.2 km/h after the conversion, and the next.
    double at = limit_mps;
    while (at / mps_per_kph > 0.2) at = std::nextafter(at, 0.0);
    while (std::nextafter(at, 1.0) / mps_per_kph <= 0.2) at = std::nextafter(at, 1.0);
    // A square and its root may move the last bit.
    TEST_ASSERT_TRUE(ruling_at(at * (1.0 - 1e-15), 0.0) == Ruling::finished);
    TEST_ASSERT_TRUE(ruling_at(at * (1.0 + 1e-15), 0.0) == Ruling::violation);
    TEST_ASSERT_TRUE(ruling_at(-at * (1.0 + 1e-15), 0.0) == Ruling::violation);
    TEST_ASSERT_TRUE(ruling_at(-at * (1.0 - 1e-15), 0.0) == Ruling::finished);
    TEST_ASSERT_TRUE(ruling_at(0.8 * at * (1.0 - 1e-15), 0.6 * at) == Ruling::finished);
    TEST_ASSERT_TRUE(ruling_at(0.8 * at, -0.6 * at * (1.0 + 1e-14)) == Ruling::violation);
    RoadCarState car = parked();
    car.car.motion.forward_mps = 1.0;
    TEST_ASSERT_EQUAL_STRING("Failed! Your speed is too fast when parking!",
                             words_after(under_way(), car, true).c_str());
    TEST_ASSERT_FALSE(park_rules[2].broken_by(std::nextafter(0.2, 0.0)));
    TEST_ASSERT_FALSE(park_rules[2].broken_by(0.2));
    TEST_ASSERT_TRUE(park_rules[2].broken_by(std::nextafter(0.2, 1.0)));
}

void heading_rule_at_its_limit() {
    const auto ruling_at = [](double turned_deg) {
        ParkJudgeState state = under_way();
        return judge_of_lot().step(state, parked(0.0, 0.0, turned_deg * degree_rad), true);
    };
    for (const double side : {1.0, -1.0}) {
        TEST_ASSERT_TRUE(ruling_at(side * (10.0 - 1e-12)) == Ruling::finished);
        TEST_ASSERT_TRUE(ruling_at(side * (10.0 + 1e-12)) == Ruling::violation);
        // The long way round is the same angle.
        TEST_ASSERT_TRUE(ruling_at(side * (370.0 - 1e-9)) == Ruling::finished);
        TEST_ASSERT_TRUE(ruling_at(side * (370.0 + 1e-9)) == Ruling::violation);
        TEST_ASSERT_TRUE(ruling_at(side * 180.0) == Ruling::violation);
    }
    TEST_ASSERT_EQUAL_STRING("Failed! Your car yaw is not accurate enough!",
                             words_after(under_way(), parked(0.0, 0.0, 0.2), true).c_str());
    TEST_ASSERT_FALSE(park_rules[3].broken_by(std::nextafter(10.0, 0.0)));
    TEST_ASSERT_FALSE(park_rules[3].broken_by(10.0));
    TEST_ASSERT_TRUE(park_rules[3].broken_by(std::nextafter(10.0, 11.0)));
}

/// Too fast and askew: the order of the table.
void speed_is_asked_before_heading() {
    RoadCarState car = parked(0.0, 0.0, 1.0);
    car.car.motion.forward_mps = 1.0;
    TEST_ASSERT_EQUAL_STRING("Failed! Your speed is too fast when parking!",
                             words_after(under_way(), car, true).c_str());
    const ParkJudge judge = judge_of_lot();
    ParkJudgeState state = under_way();
    judge.step(state, car, true);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 3.6, figure(judge.verdict(state), "finish_speed_kph"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 180.0 / pi, figure(judge.verdict(state), "heading_error_deg"));
}

/// Looked at once in a control period, here after every tick of 20.
void changes_of_direction() {
    const ParkJudge judge = judge_of_lot();
    const auto drive = [&judge](ParkJudgeState& state, double speed_mps) {
        for (int tick = 0; tick < 20; ++tick) judge.step(state, car_along(95.0, speed_mps), false);
    };
    ParkJudgeState state;
    while (state.running_ticks < 20) judge.step(state, car_along(10.0, 1.0), false);
    drive(state, -0.05);  // standing: nothing yet
    TEST_ASSERT_EQUAL_INT64(0, state.direction);
    drive(state, std::nextafter(0.05, 1.0));
    TEST_ASSERT_EQUAL_INT64(1, state.direction);
    TEST_ASSERT_EQUAL_INT64(0, state.direction_changes);
    drive(state, 0.05);
    drive(state, -0.05);
    TEST_ASSERT_EQUAL_INT64(1, state.direction);
    drive(state, -1.0);
    TEST_ASSERT_EQUAL_INT64(-1, state.direction);
    TEST_ASSERT_EQUAL_INT64(1, state.direction_changes);
    drive(state, -2.0);
    TEST_ASSERT_EQUAL_INT64(1, state.direction_changes);
    drive(state, 1.0);
    TEST_ASSERT_EQUAL_INT64(2, state.direction_changes);
    TEST_ASSERT_EQUAL_DOUBLE(2.0, figure(judge.verdict(state), "direction_changes"));
}

/// Driving up backward before timing starts changes nothing.
void directions_count_from_the_start_of_timing() {
    const ParkJudge judge = judge_of_lot();
    ParkJudgeState state;
    for (int tick = 0; tick < 40; ++tick) judge.step(state, car_along(10.0, -1.0), false);
    TEST_ASSERT_EQUAL_INT64(0, state.direction);
    ParkJudgeState at_once;
    for (int tick = 0; tick < 20; ++tick) judge.step(at_once, car_along(90.0, -1.0), false);
    TEST_ASSERT_EQUAL_INT64(1, at_once.start_tick);
    TEST_ASSERT_EQUAL_INT64(-1, at_once.direction);
}

void nothing_is_said_before_the_end() {
    const Verdict verdict = judge_of_lot().verdict(under_way());
    TEST_ASSERT_TRUE(verdict.kind == VerdictKind::none);
    TEST_ASSERT_TRUE(verdict.message.empty());
    TEST_ASSERT_FALSE(verdict.score.has_value());
    TEST_ASSERT_FALSE(has_figure(verdict, "parking_time_s"));
}

/// Live: the place is looked at in each control period.
void the_place_is_shown_live() {
    const ParkJudge judge = judge_of_lot();
    ParkJudgeState state;
    while (state.running_ticks < 19) judge.step(state, car_along(90.0), false);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, state.deviation_m);
    judge.step(state, parked(3.0, 4.0, 0.1), false);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 5.0, state.deviation_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 3.0, state.ahead_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 4.0, state.left_m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.1, state.heading_error_rad);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(score_is_time_with_deviation_per_width);
    RUN_TEST(timing_starts_15_m_before_the_lot);
    RUN_TEST(damage_rule_at_its_limit);
    RUN_TEST(parked_before_timing_started);
    RUN_TEST(the_time_ends_without_a_finish);
    RUN_TEST(speed_rule_at_its_limit);
    RUN_TEST(heading_rule_at_its_limit);
    RUN_TEST(speed_is_asked_before_heading);
    RUN_TEST(changes_of_direction);
    RUN_TEST(directions_count_from_the_start_of_timing);
    RUN_TEST(nothing_is_said_before_the_end);
    RUN_TEST(the_place_is_shown_live);
    return UNITY_END();
}
