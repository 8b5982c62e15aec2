// SPDX-License-Identifier: Apache-2.0
#include "rt_core/cyclic_loop.h"

#include <cerrno>
#include <cstdint>
#include <functional>
#include <memory>

#include "rt_core/fault_table.h"
#include "rt_core/housekeeping.h"
#include "tests/unit/rt_core/fake_clock.h"
#include "tests/unit/rt_core/test_drive.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::rt_core;
using namespace ghostcar::tests;

void setUp() {}
void tearDown() {}

namespace {

constexpr std::int64_t ms = 1'000'000;

/// Makes ticks take as long as the test wants: lets the clock run on in each of them.
class SlowWork final : public OutputSink {
public:
    explicit SlowWork(FakeClock& clock) : clock_(clock) {}

    void publish(const Inputs& inputs, const State& state, std::uint64_t) noexcept override {
        faults |= inputs.faults;
        overdrawn = overdrawn || room == 0;
        --room;
        const std::int64_t duration_ns = work_ns ? work_ns(state.tick) : 0;
        clock_.advance(duration_ns);
        begins_ns.push_back(clock_.now_ns() - duration_ns);
    }
    [[nodiscard]] bool has_room(std::size_t ticks) const noexcept override {
        room = 0;
        if (full_for == 0) {
            room = static_cast<std::int64_t>(ticks);
            return true;
        }
        --full_for;
        return false;
    }

    std::function<std::int64_t(std::int64_t tick)> work_ns;
    std::vector<std::int64_t> begins_ns;  // when each tick ran
    FaultBits faults = 0;                 // every fault ever latched
    mutable int full_for = 0;             // so many times there is no room
    mutable std::int64_t room = 0;        // ticks the loop has asked room for
    bool overdrawn = false;               // more ticks came than it had asked for

private:
    FakeClock& clock_;
};

/// A loop on a fake clock. Unattended, no countdown: `duration` running ticks, then two more.
struct Bench {
    explicit Bench(std::int64_t duration_ticks = 50)
        : work(clock),
          tick({duration_ticks, 0, true}, shipped_world(), bench_judge(), {&driver}, {&work}) {}

    void run(const LoopConfig& config = {}) {
        CyclicLoop(config, clock, tick, *timing, beat).run();
    }

    FakeClock clock;
    ScriptedDriver driver;
    SlowWork work;
    Tick tick;
    std::unique_ptr<Timing> timing = std::make_unique<Timing>();
    Beat beat{0};
};

void runs_one_tick_per_millisecond_until_the_results() {
    Bench bench(50);
    bench.run();
    TEST_ASSERT_TRUE(bench.tick.done());
    TEST_ASSERT_EQUAL_INT64(52, bench.tick.state().tick);
    TEST_ASSERT_EQUAL_UINT64(52, bench.beat.load());
    TEST_ASSERT_EQUAL_UINT64(53, bench.clock.sleeps_ns.size());  // one to warm up
    for (std::size_t n = 2; n < bench.clock.sleeps_ns.size(); ++n)
        TEST_ASSERT_EQUAL_INT64(ms, bench.clock.sleeps_ns[n] - bench.clock.sleeps_ns[n - 1]);
    TEST_ASSERT_EQUAL_UINT64(0, bench.timing->overruns.load());
    TEST_ASSERT_EQUAL_INT(0, bench.timing->sleep_error.load());
}

/// Between the whole milliseconds, where everybody else wakes, however long the warm-up took.
void the_loop_keeps_its_own_phase() {
    for (const std::int64_t warm_up_ns : {0L, 1L, 499'999L, 500'000L, 999'999L, 123'456'789L}) {
        Bench bench(3);
        bench.clock.lateness_ns = {warm_up_ns};
        bench.run();
        for (std::size_t n = 1; n < bench.clock.sleeps_ns.size(); ++n)
            TEST_ASSERT_EQUAL_INT64(loop_phase_ns, bench.clock.sleeps_ns[n] % ms);
        TEST_ASSERT_EQUAL_UINT64(5, bench.timing->wake.bin(0));  // and is never late by that
    }
}

void latencies_and_durations_are_recorded() {
    Bench bench(3);  // 5 ticks
    bench.clock.lateness_ns = {700 * ms, 0, 999, 1000, 25'500, -300};
    bench.work.work_ns = [](std::int64_t tick) { return tick * 1500; };
    bench.run();
    const Histogram& wake = bench.timing->wake;
    TEST_ASSERT_EQUAL_UINT64(5, wake.count());
    TEST_ASSERT_EQUAL_UINT64(3, wake.bin(0));  // 0, 999 and the one that woke too early
    TEST_ASSERT_EQUAL_UINT64(1, wake.bin(1));
    TEST_ASSERT_EQUAL_UINT64(1, wake.bin(25));
    TEST_ASSERT_TRUE(wake.max_us() == 25.5);  // and not the slow warm-up
    const Histogram& work = bench.timing->tick;
    TEST_ASSERT_EQUAL_UINT64(5, work.count());
    for (const std::size_t bin : {1U, 3U, 4U, 6U, 7U}) TEST_ASSERT_EQUAL_UINT64(1, work.bin(bin));
    TEST_ASSERT_TRUE(work.max_us() == 7.5);
}

void each_tick_of_a_wake_up_is_measured_alone() {
    Bench bench(30);  // 32 ticks in 8 wake-ups
    bench.work.work_ns = [](std::int64_t) { return 10'000; };
    bench.run({Pace{false, 4.0}, 10, false});
    TEST_ASSERT_EQUAL_UINT64(8, bench.timing->wake.count());
    TEST_ASSERT_EQUAL_UINT64(8, bench.beat.load());
    TEST_ASSERT_EQUAL_UINT64(32, bench.timing->tick.bin(10));
}

void the_wake_hash_tells_two_runs_apart() {
    Bench one;
    Bench same;
    Bench other;
    other.clock.lateness_ns = {0, 0, 1};
    for (Bench* bench : {&one, &same, &other}) bench->run();
    TEST_ASSERT_EQUAL_HEX64(one.timing->wake_hash.load(), same.timing->wake_hash.load());
    TEST_ASSERT_TRUE(one.timing->wake_hash.load() != other.timing->wake_hash.load());
    TEST_ASSERT_EQUAL_HEX64(one.tick.state_hash(), other.tick.state_hash());
}

void overruns_are_counted_and_the_phase_is_kept() {
    Bench bench(50);
    bench.work.work_ns = [](std::int64_t tick) {
        if (tick == 10) return ms;          // ends exactly when the next is due: in time
        if (tick == 20) return ms + 1;      // one period dropped
        if (tick == 30) return 7 * ms / 2;  // 2.5 late: three dropped
        return std::int64_t{0};
    };
    bench.run();
    TEST_ASSERT_EQUAL_UINT64(2, bench.timing->overruns.load());
    TEST_ASSERT_EQUAL_UINT64(4, bench.timing->dropped_periods.load());
    const std::int64_t first_ns = bench.work.begins_ns.front();
    for (std::size_t n = 0; n < bench.work.begins_ns.size(); ++n) {
        const auto tick = static_cast<std::int64_t>(n) + 1;
        const std::int64_t dropped = (tick > 20 ? 1 : 0) + (tick > 30 ? 3 : 0);
        TEST_ASSERT_EQUAL_INT64(first_ns + (tick - 1 + dropped) * ms, bench.work.begins_ns[n]);
    }
    TEST_ASSERT_EQUAL_INT64(52, bench.tick.state().tick);  // no tick was lost
}

void a_sleep_that_fails_ends_the_loop() {
    for (const std::size_t failing : {0U, 1U, 5U}) {
        Bench bench;
        bench.clock.failing_sleep = failing;
        bench.clock.sleep_error = EINVAL;
        bench.run();
        TEST_ASSERT_EQUAL_INT(EINVAL, bench.timing->sleep_error.load());
        TEST_ASSERT_EQUAL_INT64(failing == 0 ? 0 : static_cast<std::int64_t>(failing) - 1,
                                bench.tick.state().tick);
        TEST_ASSERT_FALSE(bench.tick.done());
    }
}

struct OverrunRow {
    std::vector<std::int64_t> late_ticks;
    bool is_fault;
    bool expect_fault;
};

void so_many_late_wake_ups_in_a_row_are_a_fault() {
    const OverrunRow rows[] = {
        {{5, 6}, true, false},             // N - 1
        {{5, 6, 7}, true, true},           // N
        {{5, 6, 8, 9}, true, false},       // one in time in between
        {{5, 6, 8, 9, 10}, true, true},    //
        {{5, 7, 9, 11, 13}, true, false},  //
        {{5, 6, 7}, false, false},         // not armed
        {{5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, false, false},
    };
    for (const OverrunRow& row : rows) {
        Bench bench;
        bench.work.work_ns = [&row](std::int64_t tick) {
            for (const std::int64_t late : row.late_ticks)
                if (late == tick) return 2 * ms;
            return std::int64_t{0};
        };
        bench.run({Pace{}, 3, row.is_fault});
        TEST_ASSERT_EQUAL_UINT64(row.late_ticks.size(), bench.timing->overruns.load());
        TEST_ASSERT_TRUE((bench.work.faults == fault_overrun) == row.expect_fault);
        TEST_ASSERT_TRUE((bench.tick.state().session.outcome == Outcome::invalid) ==
                         row.expect_fault);
        TEST_ASSERT_EQUAL_UINT64(row.expect_fault ? fault_overrun : 0,
                                 bench.tick.state().session.latched_faults);
    }
}

/// The fault is an Input of the tick right after the N-th late one.
void the_overrun_fault_is_latched_in_the_next_tick() {
    Bench bench;
    std::int64_t seen_in_tick = 0;
    bench.work.work_ns = [&](std::int64_t tick) {
        if (seen_in_tick == 0 && bench.work.faults != 0) seen_in_tick = tick;
        return tick >= 5 && tick <= 7 ? 2 * ms : 0;
    };
    bench.run({Pace{}, 3, true});
    TEST_ASSERT_EQUAL_INT64(8, seen_in_tick);
}

void fast_never_sleeps() {
    Bench bench(500);
    bench.run({Pace{true, 1.0}, 10, false});
    TEST_ASSERT_TRUE(bench.tick.done());
    TEST_ASSERT_EQUAL_UINT64(0, bench.clock.sleeps_ns.size());
    TEST_ASSERT_EQUAL_UINT64(0, bench.timing->wake.count());
    TEST_ASSERT_EQUAL_INT64(502, bench.tick.state().tick);
    TEST_ASSERT_TRUE(bench.beat.load() > 1);  // a sign of life all along
}

void fast_waits_for_room_and_only_for_that() {
    Bench bench(500);
    bench.work.work_ns = [&](std::int64_t tick) {
        if (tick == 100) bench.work.full_for = 7;
        return std::int64_t{0};
    };
    bench.run({Pace{true, 1.0}, 10, false});
    TEST_ASSERT_TRUE(bench.tick.done());
    TEST_ASSERT_EQUAL_UINT64(7, bench.clock.sleeps_ns.size());
    TEST_ASSERT_EQUAL_INT64(502, bench.tick.state().tick);
    TEST_ASSERT_FALSE(bench.work.overdrawn);
}

/// A pace has a schedule, but no wire that would miss a beat: rather late than a hole in the
/// recording.
void other_paces_wait_for_room_too() {
    for (const double factor : {0.5, 2.0, 4.0, 128.0}) {
        Bench usual(500);
        Bench waiting(500);
        waiting.work.work_ns = [&](std::int64_t tick) {
            if (tick == 100) waiting.work.full_for = 7;
            return std::int64_t{0};
        };
        for (Bench* bench : {&usual, &waiting}) bench->run({Pace{false, factor}, 10, false});
        TEST_ASSERT_EQUAL_UINT64(usual.clock.sleeps_ns.size() + 7, waiting.clock.sleeps_ns.size());
        TEST_ASSERT_EQUAL_INT64(502, waiting.tick.state().tick);
        TEST_ASSERT_EQUAL_HEX64(usual.tick.state_hash(), waiting.tick.state_hash());
        TEST_ASSERT_FALSE(waiting.work.overdrawn);
        TEST_ASSERT_TRUE(waiting.timing->dropped_periods.load() > 0);  // the lag is told
    }
}

void real_time_never_waits_for_room() {
    Bench bench;
    bench.work.full_for = 1'000'000;
    bench.run();
    TEST_ASSERT_TRUE(bench.tick.done());
    TEST_ASSERT_EQUAL_UINT64(53, bench.clock.sleeps_ns.size());
}

/// Paces, busy machines and late wake-ups: always the same State, tick by tick.
void the_pace_never_changes_a_result() {
    const Pace paces[] = {{false, 1.0}, {false, 1.0 / 64.0}, {false, 1.5},
                          {false, 4.0}, {false, 128.0},      {true, 1.0}};
    std::uint64_t expected = 0;
    for (const Pace& pace : paces) {
        for (const std::int64_t work_ns : {std::int64_t{0}, 3 * ms}) {
            Bench bench(5000);
            bench.clock.lateness_ns.assign(1000, 12'345);
            bench.work.work_ns = [work_ns](std::int64_t tick) {
                return tick % 7 == 0 ? work_ns : 0;
            };
            bench.run({pace, 10, false});
            TEST_ASSERT_EQUAL_INT64(5002, bench.tick.state().tick);
            if (expected == 0) expected = bench.tick.state_hash();
            TEST_ASSERT_EQUAL_HEX64(expected, bench.tick.state_hash());
            if (work_ns > 0 && pace.is_realtime())
                TEST_ASSERT_TRUE(bench.timing->overruns.load() > 100);
        }
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(runs_one_tick_per_millisecond_until_the_results);
    RUN_TEST(the_loop_keeps_its_own_phase);
    RUN_TEST(latencies_and_durations_are_recorded);
    RUN_TEST(each_tick_of_a_wake_up_is_measured_alone);
    RUN_TEST(the_wake_hash_tells_two_runs_apart);
    RUN_TEST(overruns_are_counted_and_the_phase_is_kept);
    RUN_TEST(a_sleep_that_fails_ends_the_loop);
    RUN_TEST(so_many_late_wake_ups_in_a_row_are_a_fault);
    RUN_TEST(the_overrun_fault_is_latched_in_the_next_tick);
    RUN_TEST(fast_never_sleeps);
    RUN_TEST(fast_waits_for_room_and_only_for_that);
    RUN_TEST(other_paces_wait_for_room_too);
    RUN_TEST(real_time_never_waits_for_room);
    RUN_TEST(the_pace_never_changes_a_result);
    return UNITY_END();
}
