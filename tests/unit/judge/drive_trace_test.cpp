// SPDX-License-Identifier: Apache-2.0
// Drive-quality indices on traces small enough to reckon by hand: filter, ends, sums, and the
// tolerance band at its edges. The published UDDS figures are in
// tests/integration/program/drive_trace_test.py.
#include "model/judge/drive_trace.h"

#include <stdexcept>
#include <vector>

#include "model/math/numeric.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

using Speeds = std::vector<double>;
const DriveTraceLoad load{150.0, 0.0, 0.46, 1470.0};
const DriveTolerance usual{2.0, 1.0};

DriveIndices judged(const Speeds& target, const Speeds& driven,
                    const DriveTolerance& tolerance = usual) {
    return DriveTrace(target, driven, tolerance).indices(load);
}

/// Standing, a straight ramp, steady: every sum has a closed form.
Speeds ramp(double kph, std::size_t rise) {
    Speeds speeds(20, 0.0);
    for (std::size_t i = 1; i <= rise; ++i) {
        speeds.push_back(kph * static_cast<double>(i) / static_cast<double>(rise));
    }
    speeds.insert(speeds.end(), 50, kph);
    return speeds;
}

void a_trace_against_itself_is_zero() {
    const Speeds speeds = ramp(50.0, 100);
    const DriveIndices indices = judged(speeds, speeds);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, *indices.er_pct);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, *indices.iwr_pct);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, indices.rmsse_kph);
    TEST_ASSERT_EQUAL_UINT(0, indices.excursions);
    TEST_ASSERT_TRUE(drive_trace_verdict(indices) == VerdictKind::passed);
}

void distance_and_speed_change_follow_the_speed() {
    // Twice the speed in the same time: twice distance and speed change; four times the work.
    const DriveIndices indices = judged(ramp(30.0, 100), ramp(60.0, 100), {100.0, 1.0});
    TEST_ASSERT_DOUBLE_WITHIN(0.01, 100.0, *indices.dr_pct);
    TEST_ASSERT_DOUBLE_WITHIN(0.1, 100.0, *indices.ascr_pct);
    TEST_ASSERT_DOUBLE_WITHIN(0.1, 300.0, *indices.iwr_pct);
    const double er = *indices.er_pct;
    TEST_ASSERT_DOUBLE_WITHIN(1e-9,
                              100.0 * (1.0 - (1.0 + *indices.dr_pct / 100.0) / (1.0 + er / 100.0)),
                              *indices.eer_pct);
    TEST_ASSERT_TRUE(drive_trace_verdict(indices) == VerdictKind::failed);
}

void the_filter_is_two_five_point_means_with_copied_ends() {
    // An impulse of 25 km/h far from the ends spreads over 9 samples as 1 2 3 4 5 4 3 2 1.
    Speeds target(21, 36.0);
    Speeds driven = target;
    driven[10] += 25.0;
    double squares = 0.0;
    for (const double weight : {1.0, 2.0, 3.0, 4.0, 5.0, 4.0, 3.0, 2.0, 1.0}) {
        squares += weight * weight;
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, __builtin_sqrt(squares / 21.0),
                              judged(target, driven).rmsse_kph);
    // On the first sample: copied both times, and seen by its right neighbours only.
    driven = target;
    driven[0] += 25.0;
    //   first pass: 25 0 5 0 0 …; second: 25 0 (25+0+5)/5 = 6, then 5/5 = 1, 1, 0 …
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, __builtin_sqrt((25.0 * 25.0 + 6.0 * 6.0 + 1.0 + 1.0) / 21.0),
                              judged(target, driven).rmsse_kph);
    // Fewer than five samples have nothing to be averaged with.
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0, judged({36, 36, 36, 36}, {37, 37, 37, 37}).rmsse_kph);
}

void very_small_speeds_count_as_standing() {
    const Speeds target(100, 0.0);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, judged(target, Speeds(100, 0.03 * 3.6)).rmsse_kph);
    TEST_ASSERT_TRUE(judged(target, Speeds(100, 0.0301 * 3.6)).rmsse_kph > 0.1);
}

void ratings_need_something_to_relate_to() {
    const DriveIndices standing = judged(Speeds(100, 0.0), Speeds(100, 0.0));
    TEST_ASSERT_FALSE(standing.er_pct || standing.dr_pct || standing.eer_pct || standing.ascr_pct ||
                      standing.iwr_pct);
    TEST_ASSERT_TRUE(drive_trace_verdict(standing) == VerdictKind::none);
    const DriveIndices steady = judged(Speeds(100, 50.0), Speeds(100, 50.0));
    TEST_ASSERT_TRUE(steady.dr_pct && steady.er_pct && !steady.iwr_pct);
    // Who stands where a target drives has done nothing at all, and nothing is not efficient.
    const DriveIndices asleep = judged(Speeds(100, 50.0), Speeds(100, 0.0));
    TEST_ASSERT_EQUAL_DOUBLE(-100.0, *asleep.er_pct);
    TEST_ASSERT_EQUAL_DOUBLE(-100.0, *asleep.dr_pct);
    TEST_ASSERT_FALSE(asleep.eer_pct);
}

void bounds_are_exclusive() {
    DriveIndices indices;
    indices.rmsse_kph = 1.2999;
    const auto verdict_at = [&indices](double iwr_pct) {
        indices.iwr_pct = iwr_pct;
        return drive_trace_verdict(indices);
    };
    TEST_ASSERT_TRUE(verdict_at(-2.0) == VerdictKind::failed);
    TEST_ASSERT_TRUE(verdict_at(-1.9999) == VerdictKind::passed);
    TEST_ASSERT_TRUE(verdict_at(3.9999) == VerdictKind::passed);
    TEST_ASSERT_TRUE(verdict_at(4.0) == VerdictKind::failed);
    indices.rmsse_kph = 1.3;
    TEST_ASSERT_TRUE(verdict_at(0.0) == VerdictKind::failed);
}

// The band: over ±1.0 s the target's extremes, ±2.0 km/h.
void the_band_at_its_edges() {
    Speeds target(100, 50.0);
    for (std::size_t i = 50; i < 100; ++i) target[i] = 60.0;  // a step
    const auto excursions = [&target](std::size_t at, double kph) {
        Speeds driven = target;
        driven[at] = kph;
        return judged(target, driven).excursions;
    };
    TEST_ASSERT_EQUAL_UINT(0, excursions(40, 62.0));  // sample 50 is exactly 1.0 s ahead
    TEST_ASSERT_EQUAL_UINT(1, excursions(39, 62.0));
    TEST_ASSERT_EQUAL_UINT(0, excursions(59, 48.0));  // sample 49 is exactly 1.0 s back
    TEST_ASSERT_EQUAL_UINT(1, excursions(60, 48.0));
    TEST_ASSERT_EQUAL_UINT(0, excursions(20, 52.0));  // on the edge is inside
    TEST_ASSERT_EQUAL_UINT(0, excursions(20, 52.0 + 0.9e-9));
    TEST_ASSERT_EQUAL_UINT(1, excursions(20, 52.0 + 2e-9));
    TEST_ASSERT_EQUAL_UINT(1, excursions(20, 48.0 - 2e-9));
    TEST_ASSERT_EQUAL_UINT(1, excursions(0, 47.9));  // the band is cut off at the ends
    TEST_ASSERT_EQUAL_UINT(1, excursions(99, 62.1));
}

void excursions_are_runs_of_samples() {
    const Speeds target(200, 50.0);
    Speeds driven = target;
    for (std::size_t i = 10; i < 17; ++i) driven[i] = 53.0;    // 0.7 s above
    for (std::size_t i = 100; i < 103; ++i) driven[i] = 44.0;  // 0.3 s below
    driven[103] = 56.0;                                        // and at once above: one run
    const DriveTrace trace(target, driven, usual);
    const DriveIndices all = trace.indices(load);
    TEST_ASSERT_EQUAL_UINT(2, all.excursions);
    TEST_ASSERT_EQUAL_DOUBLE(0.7, all.longest_excursion_s);
    TEST_ASSERT_EQUAL_DOUBLE(1.1, all.total_excursion_s);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1.0, trace.excursions()[0].from_s);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1.0, trace.excursions()[0].worst_kph);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, -4.0, trace.excursions()[1].worst_kph);
    // Parts: an excursion belongs where it begins.
    TEST_ASSERT_EQUAL_UINT(1, trace.indices(load, 0, 12).excursions);
    TEST_ASSERT_EQUAL_UINT(0, trace.indices(load, 12, 100).excursions);
    TEST_ASSERT_EQUAL_UINT(1, trace.indices(load, 100, 200).excursions);
    TEST_ASSERT_EQUAL_UINT(1, trace.indices(load, 100, 9'999).excursions);
}

void parts_add_up_to_the_whole() {
    const Speeds target = ramp(50.0, 100);
    Speeds driven = ramp(50.0, 90);
    driven.resize(target.size(), 50.0);
    const DriveTrace trace(target, driven, usual);
    const double whole = trace.indices(load).rmsse_kph;
    const double first = trace.indices(load, 0, 70).rmsse_kph;
    const double second = trace.indices(load, 70, trace.samples()).rmsse_kph;
    const auto count = static_cast<double>(trace.samples());
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, whole * whole * count,
                              first * first * 70.0 + second * second * (count - 70.0));
    // No part at all has no error.
    TEST_ASSERT_EQUAL_DOUBLE(0.0, trace.indices(load, 70, 70).rmsse_kph);
    TEST_ASSERT_TRUE(trace.indices(load, 70, 71).rmsse_kph > 0.0);
}

void other_rates_are_read_off_linearly() {
    const Speeds at = at_10_hz({0.0, 1.0, 1.05, 3.0}, {0.0, 10.0, 20.0, 20.0}, 0.5, 8);
    const double expected[] = {5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 20.0, 20.0};
    for (std::size_t i = 0; i < 8; ++i) TEST_ASSERT_DOUBLE_WITHIN(1e-9, expected[i], at[i]);
    // Samples that are there come through as they are: 0.3 is not three times 0.1.
    Speeds times;
    Speeds speeds;
    for (int i = 0; i < 1000; ++i) {
        times.push_back(static_cast<double>(i) / 10.0);
        speeds.push_back(i % 7);
    }
    const Speeds same = at_10_hz(times, speeds, 0.0, 1000);
    for (std::size_t i = 0; i < 1000; ++i) TEST_ASSERT_EQUAL_DOUBLE(speeds[i], same[i]);
    TEST_ASSERT_EQUAL_DOUBLE(speeds.back(), at_10_hz(times, speeds, 0.0, 1010)[1009]);
    // One sample stands for all times, before it, at it and after it.
    for (const double speed : at_10_hz({0.1}, {7.0}, 0.0, 3)) TEST_ASSERT_EQUAL_DOUBLE(7.0, speed);
}

void unequal_lengths_are_refused() {
    const auto refused = [](const Speeds& target, const Speeds& driven) {
        try {
            const DriveTrace trace(target, driven, usual);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    TEST_ASSERT_TRUE(refused({1.0, 2.0}, {1.0}));
    TEST_ASSERT_TRUE(refused({}, {}));
    TEST_ASSERT_FALSE(refused({1.0}, {1.0}));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_trace_against_itself_is_zero);
    RUN_TEST(distance_and_speed_change_follow_the_speed);
    RUN_TEST(the_filter_is_two_five_point_means_with_copied_ends);
    RUN_TEST(very_small_speeds_count_as_standing);
    RUN_TEST(ratings_need_something_to_relate_to);
    RUN_TEST(bounds_are_exclusive);
    RUN_TEST(the_band_at_its_edges);
    RUN_TEST(excursions_are_runs_of_samples);
    RUN_TEST(parts_add_up_to_the_whole);
    RUN_TEST(other_rates_are_read_off_linearly);
    RUN_TEST(unequal_lengths_are_refused);
    return UNITY_END();
}
