// SPDX-License-Identifier: Apache-2.0
// The judge of a follow: mean distance, the region behind the nose line, every rule one step below,
// at and above its limit; and the figures of risk.
#include "model/judge/follow_judge.h"

#include <array>
#include <cmath>
#include <string>

#include "tests/unit/judge/road_scene.h"

namespace {

using namespace ghostcar::model;
using namespace ghostcar::tests;

constexpr double infinity = INFINITY;

FollowJudge judge_of_two(std::int64_t period_ticks = 20) {
    return {{straight_road(), 0.0, 1000, period_ticks}, small_car, small_car};
}

using Cars = std::array<RoadCarState, 2>;

Ruling one_tick(const Cars& cars, FollowJudgeState& state, std::int64_t period_ticks = 20) {
    return judge_of_two(period_ticks).step(state, cars);
}

Ruling one_tick(const Cars& cars) {
    FollowJudgeState state;
    return one_tick(cars, state);
}

void score_is_the_mean_distance_over_the_control_periods() {
    FollowJudgeState state;
    // Periods end at ticks 20, 40, 60: only what is seen then counts.
    for (int tick = 1; tick <= 60; ++tick) {
        const double apart_m = tick == 20 ? 10.0 : (tick == 40 ? 11.0 : (tick == 60 ? 15.0 : 90.0));
        TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0), car_at(apart_m, 0.0)}, state) ==
                         Ruling::go_on);
    }
    const Verdict verdict = judge_of_two().verdict(state);
    TEST_ASSERT_TRUE(verdict.kind == VerdictKind::passed);
    TEST_ASSERT_EQUAL_DOUBLE(12.0, verdict.score.value());
    TEST_ASSERT_EQUAL_DOUBLE(12.0, figure(verdict, "mean_distance_m"));
    TEST_ASSERT_EQUAL_DOUBLE(3.0, figure(verdict, "periods"));
    TEST_ASSERT_EQUAL_DOUBLE(15.0, state.distance_m);
    TEST_ASSERT_EQUAL_STRING("followed to the end", verdict.message.c_str());
}

/// Between the middles of the outlines, whatever way the cars look.
void distance_is_from_centre_to_centre() {
    FollowJudgeState state;
    TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0, 0.0), car_at(12.0, 5.0, 0.3)}, state, 1) ==
                     Ruling::go_on);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 13.0, state.distance_m);
}

void damage_rule_at_its_limit() {
    const struct {
        double damage;
        Ruling ruling;
    } rows[] = {{std::nextafter(1.0, 0.0), Ruling::go_on},
                {1.0, Ruling::go_on},
                {std::nextafter(1.0, infinity), Ruling::violation}};
    for (const auto& row : rows) {
        FollowJudgeState state;
        Cars cars{car_at(0.0, 0.0), car_at(10.0, 0.0)};
        cars[0].damage = row.damage;
        cars[1].damage = 100.0;  // the leader's is nobody's fault
        TEST_ASSERT_TRUE(one_tick(cars, state, 1) == row.ruling);
        const Verdict verdict = judge_of_two().verdict(state);
        TEST_ASSERT_EQUAL(row.ruling == Ruling::go_on, verdict.score.has_value());
        if (row.ruling == Ruling::violation)
            TEST_ASSERT_EQUAL_STRING("Your damage is too large!", verdict.message.c_str());
    }
}

/// Nose to tail: the noses' line is 4 m behind the leader's middle.
void overtaking_rule_at_its_limit() {
    const struct {
        double apart_m;
        Ruling ruling;
    } rows[] = {{std::nextafter(4.0, infinity), Ruling::go_on},
                {4.0, Ruling::go_on},
                {std::nextafter(4.0, 0.0), Ruling::violation},
                {0.0, Ruling::violation},
                {-4.0, Ruling::violation}};
    for (const auto& row : rows) {
        FollowJudgeState state;
        // Side by side, so that nothing touches.
        const Cars cars{car_at(0.0, 0.0), car_at(row.apart_m, 3.0)};
        TEST_ASSERT_TRUE(one_tick(cars, state) == row.ruling);
        const Verdict verdict = judge_of_two().verdict(state);
        TEST_ASSERT_FALSE(verdict.score.has_value());
        if (row.ruling != Ruling::violation) continue;
        TEST_ASSERT_TRUE(verdict.kind == VerdictKind::failed);
        TEST_ASSERT_EQUAL_STRING("Failed! You have overtaken the leader!", verdict.message.c_str());
    }
}

/// Any of the four corners, in front and behind, on either side, and in the follower's own frame.
void any_corner_counts() {
    // A leader across the road: its nearest corner is half a width behind its middle.
    for (const double yaw_rad : {0.5 * pi, -0.5 * pi}) {
        TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0), car_at(3.001, 5.0, yaw_rad)}) ==
                         Ruling::go_on);
        TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0), car_at(2.999, 5.0, yaw_rad)}) ==
                         Ruling::violation);
    }
    // A quarter to the left and to the right: one rear corner is first.
    const double reach_m = std::sqrt(5.0) * std::cos(std::atan(0.5) - 0.3);
    for (const double yaw_rad : {0.3, -0.3}) {
        TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0), car_at(2.0 + reach_m + 1e-6, 5.0, yaw_rad)}) ==
                         Ruling::go_on);
        TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0), car_at(2.0 + reach_m - 1e-6, 5.0, yaw_rad)}) ==
                         Ruling::violation);
    }
    // Head to head: its front corners count like its rear ones.
    TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0), car_at(3.999, 3.0, pi - 1e-9)}) ==
                     Ruling::violation);
    // The whole scene turned.
    const SineCosine turn = sine_cosine(1.0);
    const auto turned = [&turn](double ahead_m, double left_m) {
        return car_at(ahead_m * turn.cosine - left_m * turn.sine,
                      ahead_m * turn.sine + left_m * turn.cosine, 1.0);
    };
    TEST_ASSERT_TRUE(one_tick({turned(0.0, 0.0), turned(4.001, -3.0)}) == Ruling::go_on);
    TEST_ASSERT_TRUE(one_tick({turned(0.0, 0.0), turned(3.999, -3.0)}) == Ruling::violation);
}

/// Across a circuit the leader may be behind the nose line: too far to the side, or too far back.
void the_region_ends() {
    // Its nearest corner is 1 m nearer than its middle.
    TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0), car_at(0.0, region_beside_m + 1.0)}) ==
                     Ruling::violation);
    TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0), car_at(0.0, region_beside_m + 1.0 + 1e-9)}) ==
                     Ruling::go_on);
    TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0), car_at(0.0, -region_beside_m - 1.0 - 1e-9)}) ==
                     Ruling::go_on);
    // Its front corners are 2 m ahead of its middle, the nose line as much ahead of ours.
    TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0), car_at(-region_behind_m, 3.0)}) ==
                     Ruling::violation);
    TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0), car_at(-region_behind_m - 1e-9, 3.0)}) ==
                     Ruling::go_on);
    TEST_ASSERT_EQUAL_DOUBLE(20.0, region_beside_m);
    TEST_ASSERT_EQUAL_DOUBLE(20.0, region_behind_m);
}

void damage_is_asked_first() {
    FollowJudgeState state;
    Cars cars{car_at(0.0, 0.0), car_at(3.9, 0.0)};
    cars[0].damage = 2.0;
    TEST_ASSERT_TRUE(one_tick(cars, state) == Ruling::violation);
    TEST_ASSERT_EQUAL_INT64(1 + static_cast<std::int64_t>(FollowRule::damage), state.broken_rule);
}

void nothing_is_said_before_the_first_period() {
    FollowJudgeState state;
    TEST_ASSERT_TRUE(one_tick({car_at(0.0, 0.0), car_at(10.0, 0.0)}, state) == Ruling::go_on);
    const Verdict verdict = judge_of_two().verdict(state);
    TEST_ASSERT_TRUE(verdict.kind == VerdictKind::none);
    TEST_ASSERT_FALSE(verdict.score.has_value());
    TEST_ASSERT_FALSE(has_figure(verdict, "mean_distance_m"));
    TEST_ASSERT_FALSE(has_figure(verdict, "mean_time_headway_s"));
    TEST_ASSERT_FALSE(has_figure(verdict, "least_time_to_collision_s"));
}

void risk_is_reported_beside_the_score() {
    FollowJudgeState state;
    // 10 m apart is a gap of 6 m; closing with 5 m/s: 1.2 s to a collision, 1 s of headway.
    one_tick({car_at(0.0, 0.0, 0.0, 10.0), car_at(10.0, 0.0, 0.0, 5.0)}, state, 1);
    one_tick({car_at(0.0, 0.0, 0.0, 10.0), car_at(20.0, 0.0, 0.0, 10.0)}, state, 1);
    const Verdict verdict = judge_of_two(1).verdict(state);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 15.0, verdict.score.value());
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.5, figure(verdict, "mean_time_headway_s"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0, figure(verdict, "least_time_headway_s"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.2, figure(verdict, "least_time_to_collision_s"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.001, figure(verdict, "time_exposed_s"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0018, figure(verdict, "time_integrated_s2"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.001, figure(verdict, "unsafe_distance_s"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0, figure(verdict, "unsafe_distances"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, figure(verdict, "damage"));
}

/// One moment of it is enough to be told.
void what_was_seen_once_is_told() {
    FollowJudgeState state;
    one_tick({car_at(0.0, 0.0, 0.0, 10.0), car_at(10.0, 0.0, 0.0, 10.0)}, state, 1);
    TEST_ASSERT_TRUE(has_figure(judge_of_two(1).verdict(state), "mean_time_headway_s"));
    TEST_ASSERT_FALSE(has_figure(judge_of_two(1).verdict(state), "least_time_to_collision_s"));
    state.risk.least_ttc_s = 0.0;
    TEST_ASSERT_TRUE(has_figure(judge_of_two(1).verdict(state), "least_time_to_collision_s"));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(score_is_the_mean_distance_over_the_control_periods);
    RUN_TEST(distance_is_from_centre_to_centre);
    RUN_TEST(damage_rule_at_its_limit);
    RUN_TEST(overtaking_rule_at_its_limit);
    RUN_TEST(any_corner_counts);
    RUN_TEST(the_region_ends);
    RUN_TEST(damage_is_asked_first);
    RUN_TEST(nothing_is_said_before_the_first_period);
    RUN_TEST(risk_is_reported_beside_the_score);
    RUN_TEST(what_was_seen_once_is_told);
    return UNITY_END();
}
