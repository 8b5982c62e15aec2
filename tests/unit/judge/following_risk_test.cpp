// SPDX-License-Identifier: Apache-2.0
// Headway, time to collision, exposure and the safe distance against hand-made numbers.
#include "model/judge/following_risk.h"

#include <cmath>
#include <initializer_list>

#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

FollowingRisk after(const FollowingMoment& moment) {
    FollowingRisk risk;
    measure_following(risk, moment);
    return risk;
}

void headway_needs_speed() {
    TEST_ASSERT_EQUAL_INT64(0, after({10.0, 6.0, 1.0, 1.0}).headway_periods);
    const FollowingRisk risk = after({10.0, 6.0, std::nextafter(1.0, 2.0), 1.0});
    TEST_ASSERT_EQUAL_INT64(1, risk.headway_periods);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 10.0, risk.headway_sum_s);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 10.0, risk.least_headway_s);
}

void the_least_stays() {
    FollowingRisk risk;
    for (const double distance_m : {20.0, 10.0, 30.0})
        measure_following(risk, {distance_m, distance_m - 4.0, 10.0, 8.0});
    TEST_ASSERT_EQUAL_DOUBLE(1.0, risk.least_headway_s);
    TEST_ASSERT_EQUAL_DOUBLE(6.0, risk.headway_sum_s);
    TEST_ASSERT_EQUAL_DOUBLE(3.0, risk.least_ttc_s);
}

/// A collision now is the least there is: nothing later takes its place.
void nothing_is_less_than_nothing() {
    FollowingRisk risk;
    measure_following(risk, {4.0, 0.0, 10.0, 8.0});
    TEST_ASSERT_EQUAL_DOUBLE(0.0, risk.least_ttc_s);
    measure_following(risk, {10.0, 6.0, 10.0, 8.0});
    TEST_ASSERT_EQUAL_DOUBLE(0.0, risk.least_ttc_s);
}

void no_collision_without_closing_in() {
    TEST_ASSERT_EQUAL_DOUBLE(-1.0, after({10.0, 6.0, 10.0, 10.0}).least_ttc_s);
    TEST_ASSERT_EQUAL_DOUBLE(-1.0, after({10.0, 6.0, 9.0, 10.0}).least_ttc_s);
    TEST_ASSERT_EQUAL_DOUBLE(-1.0, FollowingRisk{}.least_headway_s);
    // Later than a thousand seconds is never.
    TEST_ASSERT_EQUAL_DOUBLE(-1.0, after({1004.0, 1000.0, 10.0, 9.0}).least_ttc_s);
    TEST_ASSERT_EQUAL_DOUBLE(999.9999995, after({1004.0, 999.9999995, 10.0, 9.0}).least_ttc_s);
    // However slowly it closes in on nothing.
    TEST_ASSERT_EQUAL_DOUBLE(0.0, after({4.0, 0.0, 5e-10, 0.0}).least_ttc_s);
}

void exposure_at_its_threshold() {
    TEST_ASSERT_EQUAL_INT64(0, after({7.0, 3.0, 10.0, 9.0}).exposed_periods);
    const FollowingRisk risk = after({6.0, 2.0, 10.0, 9.0});
    TEST_ASSERT_EQUAL_INT64(1, risk.exposed_periods);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, risk.exposed_sum_s);
    // A gap that is less than nothing is nothing: the collision is now.
    TEST_ASSERT_EQUAL_DOUBLE(0.0, after({3.0, -1.0, 10.0, 9.0}).least_ttc_s);
    TEST_ASSERT_EQUAL_DOUBLE(3.0, after({3.0, -1.0, 10.0, 9.0}).exposed_sum_s);
}

/// 10 m/s behind 10 m/s: 10·0.5 + ½·2·0.25 + 11²/12 - 10²/16 = 9.0833…
void safe_distance_of_the_lemma() {
    const ResponsibilitySafety rss;
    const double safe_m = 5.0 + 0.25 + 121.0 / 12.0 - 100.0 / 16.0;
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, safe_m, rss.safe_gap_m(10.0, 10.0));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, rss.safe_gap_m(0.0, 30.0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.25 + 1.0 / 12.0, rss.safe_gap_m(0.0, 0.0));
    TEST_ASSERT_EQUAL_INT64(1, after({20.0, safe_m - 1e-9, 10.0, 10.0}).unsafe);
    TEST_ASSERT_EQUAL_INT64(0, after({20.0, safe_m + 1e-9, 10.0, 10.0}).unsafe);
    TEST_ASSERT_EQUAL_INT64(0, after({20.0, rss.safe_gap_m(10.0, 10.0), 10.0, 10.0}).unsafe);
    // Who rolls back is neither safer nor less safe for it.
    const double standing_m = rss.safe_gap_m(0.0, 0.0);
    TEST_ASSERT_EQUAL_INT64(1, after({20.0, std::nextafter(standing_m, 0.0), -5.0, -5.0}).unsafe);
    TEST_ASSERT_EQUAL_INT64(0, after({20.0, standing_m, -5.0, -5.0}).unsafe);
}

void each_time_it_becomes_unsafe_counts_once() {
    FollowingRisk risk;
    for (const double gap_m : {20.0, 1.0, 1.0, 20.0, 1.0})
        measure_following(risk, {gap_m + 4.0, gap_m, 10.0, 10.0});
    TEST_ASSERT_EQUAL_INT64(3, risk.unsafe_periods);
    TEST_ASSERT_EQUAL_INT64(2, risk.unsafe_times);
    TEST_ASSERT_EQUAL_INT64(1, risk.unsafe);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(headway_needs_speed);
    RUN_TEST(the_least_stays);
    RUN_TEST(nothing_is_less_than_nothing);
    RUN_TEST(no_collision_without_closing_in);
    RUN_TEST(exposure_at_its_threshold);
    RUN_TEST(safe_distance_of_the_lemma);
    RUN_TEST(each_time_it_becomes_unsafe_counts_once);
    return UNITY_END();
}
