// SPDX-License-Identifier: Apache-2.0
#include "rt_core/schedule.h"

#include <cstdint>

#include "rt_core/pace.h"
#include "tests/unit/unity_cpp.h"

using ghostcar::rt_core::Pace;
using ghostcar::rt_core::Schedule;

void setUp() {}
void tearDown() {}

namespace {

constexpr std::int64_t anchor_ns = 7'123'456'789;
constexpr std::int64_t ms = 1'000'000;

void the_first_wake_up_is_one_period_after_the_anchor() {
    TEST_ASSERT_EQUAL_INT64(anchor_ns + ms, Schedule(Pace{false, 1.0}, anchor_ns).wake_ns());
    TEST_ASSERT_EQUAL_INT64(anchor_ns + ms, Schedule(Pace{false, 4.0}, anchor_ns).wake_ns());
    TEST_ASSERT_EQUAL_INT64(anchor_ns + 2 * ms, Schedule(Pace{false, 0.5}, anchor_ns).wake_ns());
    TEST_ASSERT_EQUAL_INT64(anchor_ns + 64 * ms,
                            Schedule(Pace{false, 1.0 / 64.0}, anchor_ns).wake_ns());
}

/// The first wake-up is due at +1 period, the next at +2. `end` is when its work ended, relative
/// to the moment the next one was due.
void late_periods_are_dropped_and_the_phase_is_kept() {
    struct Row {
        std::int64_t end_after_next_due_ns;
        std::int64_t dropped;
        std::int64_t next_wake_periods;  // after the anchor
    };
    const Row rows[] = {
        {-ms, 0, 2},         // no work at all
        {-ms / 2, 0, 2},     // in time
        {-1, 0, 2},          // just in time
        {0, 0, 2},           // exactly when the next one is due: still in time
        {1, 1, 3},           // 1 ns late
        {ms / 2, 1, 3},      //
        {ms - 1, 1, 3},      //
        {ms, 1, 3},          // late by exactly one period: the one after is due right now
        {ms + 1, 2, 4},      //
        {2 * ms, 2, 4},      // by exactly two
        {5 * ms / 2, 3, 5},  // by 2.5
        {1000 * ms + 1, 1001, 1003},
    };
    for (const Row& row : rows) {
        Schedule schedule(Pace{false, 1.0}, anchor_ns);
        const std::int64_t end_ns = anchor_ns + 2 * ms + row.end_after_next_due_ns;
        TEST_ASSERT_EQUAL_INT64(row.dropped, schedule.advance(end_ns));
        TEST_ASSERT_EQUAL_INT64(anchor_ns + row.next_wake_periods * ms, schedule.wake_ns());
        TEST_ASSERT_TRUE(schedule.wake_ns() >= end_ns || row.dropped == 0);
    }
}

void a_stretched_period_drops_stretched_periods() {
    Schedule schedule(Pace{false, 0.5}, anchor_ns);
    TEST_ASSERT_EQUAL_INT64(0, schedule.advance(anchor_ns + 4 * ms));
    TEST_ASSERT_EQUAL_INT64(1, schedule.advance(anchor_ns + 6 * ms + 1));
    TEST_ASSERT_EQUAL_INT64(anchor_ns + 8 * ms, schedule.wake_ns());
}

/// After a long stall every wake-up is a whole period after the one before, with the usual number
/// of ticks: hardware never sees a burst.
void no_burst_follows_a_stall() {
    for (const double factor : {1.0, 1.5, 4.0}) {
        Schedule schedule(Pace{false, factor}, anchor_ns);
        schedule.advance(anchor_ns + 250 * ms + 17);
        std::int64_t last_ns = schedule.wake_ns();
        TEST_ASSERT_EQUAL_INT64(anchor_ns + 251 * ms, last_ns);
        for (int n = 0; n < 300; ++n) {
            TEST_ASSERT_TRUE(static_cast<double>(schedule.ticks()) < factor + 1.0);
            TEST_ASSERT_EQUAL_INT64(0, schedule.advance(last_ns + 1));
            TEST_ASSERT_EQUAL_INT64(last_ns + ms, schedule.wake_ns());
            last_ns = schedule.wake_ns();
        }
    }
}

void ticks_per_wake_up() {
    struct Row {
        double factor;
        std::int64_t ticks[6];
    };
    const Row rows[] = {
        {1.0 / 64.0, {1, 1, 1, 1, 1, 1}}, {0.5, {1, 1, 1, 1, 1, 1}},
        {1.0, {1, 1, 1, 1, 1, 1}},        {1.5, {1, 2, 1, 2, 1, 2}},
        {4.0, {4, 4, 4, 4, 4, 4}},        {128.0, {128, 128, 128, 128, 128, 128}},
        {2.25, {2, 2, 2, 3, 2, 2}},
    };
    for (const Row& row : rows) {
        Schedule schedule(Pace{false, row.factor}, anchor_ns);
        for (const std::int64_t expected : row.ticks) {
            TEST_ASSERT_EQUAL_INT64(expected, schedule.ticks());
            schedule.advance(schedule.wake_ns());
        }
    }
}

/// After 10^6 wake-ups neither the wake-up times nor the ticks have drifted by anything.
void no_drift_after_a_million_wake_ups() {
    struct Row {
        double factor;
        std::int64_t period_ns;
        std::int64_t ticks;
    };
    constexpr std::int64_t wakes = 1'000'000;
    const Row rows[] = {
        {1.0 / 64.0, 64 * ms, wakes}, {0.5, 2 * ms, wakes},  {1.0, ms, wakes},
        {1.5, ms, wakes * 3 / 2},     {4.0, ms, wakes * 4},  {128.0, ms, wakes * 128},
        {1.1, ms, wakes * 11 / 10},   {0.1, 10 * ms, wakes},
    };
    for (const Row& row : rows) {
        Schedule schedule(Pace{false, row.factor}, anchor_ns);
        std::int64_t ticks = 0;
        std::int64_t dropped = 0;
        for (std::int64_t n = 0; n < wakes; ++n) {
            ticks += schedule.ticks();
            dropped += schedule.advance(schedule.wake_ns() + row.period_ns / 2);
        }
        TEST_ASSERT_EQUAL_INT64(row.ticks, ticks);
        TEST_ASSERT_EQUAL_INT64(0, dropped);
        TEST_ASSERT_EQUAL_INT64(anchor_ns + (wakes + 1) * row.period_ns, schedule.wake_ns());
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_first_wake_up_is_one_period_after_the_anchor);
    RUN_TEST(late_periods_are_dropped_and_the_phase_is_kept);
    RUN_TEST(a_stretched_period_drops_stretched_periods);
    RUN_TEST(no_burst_follows_a_stall);
    RUN_TEST(ticks_per_wake_up);
    RUN_TEST(no_drift_after_a_million_wake_ups);
    return UNITY_END();
}
