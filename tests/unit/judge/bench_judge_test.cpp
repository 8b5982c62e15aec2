// SPDX-License-Identifier: Apache-2.0
// The bench judge: what it sees in a drive, and every rule below, at and above its limit.
#include "model/judge/bench_judge.h"

#include <toml++/toml.h>
#include <cmath>
#include <string>

#include "model/judge/bench_rules.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

BenchJudge judge_of_demo() {
    return BenchJudge({0.60, 0.57, 0.63, 2.0, 1});
}

/// A drive that keeps every rule.
BenchJudgeState good_drive() {
    BenchJudgeState state;
    state.running_ticks = 1000;
    state.motion_clutch = 0.60;
    state.largest_speed_mps = 15.0;
    state.shifts = 1;
    state.shift[0] = {1, 2, 100, 900, 5.0, 0.1};
    state.largest_upshift_change_mps = 0.1;
    return state;
}

void expect(VerdictKind kind, const BenchJudgeState& state) {
    const Verdict verdict = judge_of_demo().verdict(state);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(std::string(verdict_text(kind)).c_str(),
                                     std::string(verdict_text(verdict.kind)).c_str(),
                                     verdict.message.c_str());
    TEST_ASSERT_FALSE(verdict.message.empty());
}

double figure(const Verdict& verdict, const std::string& name) {
    for (const Figure& each : verdict.figures) {
        if (each.name == name) return each.value;
    }
    TEST_FAIL_MESSAGE(("no figure " + name).c_str());
    return 0.0;
}

void good_drive_passes_with_figures() {
    const Verdict verdict = judge_of_demo().verdict(good_drive());
    TEST_ASSERT_TRUE(verdict.kind == VerdictKind::passed);
    TEST_ASSERT_EQUAL_DOUBLE(0.60, figure(verdict, "motion_clutch_pedal"));
    TEST_ASSERT_EQUAL_DOUBLE(0.36, figure(verdict, "largest_upshift_speed_change_kph"));
    TEST_ASSERT_EQUAL_DOUBLE(54.0, figure(verdict, "largest_speed_kph"));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, figure(verdict, "shifts"));
    TEST_ASSERT_EQUAL_DOUBLE(0.8, figure(verdict, "shift_1_from_1_to_2_time_s"));
    TEST_ASSERT_EQUAL_DOUBLE(0.36, figure(verdict, "shift_1_from_1_to_2_speed_change_kph"));
    TEST_ASSERT_EQUAL(7 + 2, verdict.figures.size());
}

void motion_rule_at_its_limits() {
    constexpr double step = 1e-9;
    const struct {
        double clutch;
        VerdictKind kind;
    } rows[] = {
        {0.57 - step, VerdictKind::failed}, {0.57, VerdictKind::passed},
        {0.57 + step, VerdictKind::passed}, {0.63 - step, VerdictKind::passed},
        {0.63, VerdictKind::passed},        {0.63 + step, VerdictKind::failed},
        {0.0, VerdictKind::failed},         {1.0, VerdictKind::failed},
    };
    for (const auto& row : rows) {
        BenchJudgeState state = good_drive();
        state.motion_clutch = row.clutch;
        expect(row.kind, state);
    }
}

void upshift_rule_at_its_limit() {
    const double limit_mps = 2.0 / 3.6;
    // The largest number of m/s that is still below 2 km/h after the conversion, and the next.
    double below = limit_mps;
    while (below * 3.6 >= 2.0) below = std::nextafter(below, 0.0);
    BenchJudgeState state = good_drive();
    state.largest_upshift_change_mps = below;
    expect(VerdictKind::passed, state);
    state.largest_upshift_change_mps = std::nextafter(below, 1.0);  // exactly 2 km/h
    expect(VerdictKind::failed, state);
    state.largest_upshift_change_mps = limit_mps + 1e-9;
    expect(VerdictKind::failed, state);
}

void stall_and_blocked_shift_rules() {
    BenchJudgeState state = good_drive();
    state.stalls = 1;
    expect(VerdictKind::failed, state);
    state = good_drive();
    state.blocked_shifts = 1;
    expect(VerdictKind::failed, state);
}

void shifts_expected_below_at_above() {
    BenchJudgeState state = good_drive();
    state.shifts = 0;
    expect(VerdictKind::none, state);
    state.shifts = 1;
    expect(VerdictKind::passed, state);
    state.shifts = 2;
    expect(VerdictKind::passed, state);
}

void never_moved_has_no_verdict_unless_a_rule_was_broken() {
    BenchJudgeState state;
    expect(VerdictKind::none, state);
    TEST_ASSERT_EQUAL_STRING("the car never moved: nothing to judge",
                             judge_of_demo().verdict(state).message.c_str());
    state.stalls = 1;
    expect(VerdictKind::failed, state);
}

void first_broken_rule_is_named_with_number_and_limit() {
    BenchJudgeState state = good_drive();
    state.motion_clutch = 0.5;
    const std::string message = judge_of_demo().verdict(state).message;
    TEST_ASSERT_TRUE(message.find("motion_clutch_pedal is 0.5, must be 0.57 to 0.63") !=
                     std::string::npos);
}

// ---- what the judge sees -------------------------------------------------------------------

struct Drive {
    BenchJudge judge = judge_of_demo();
    BenchJudgeState state;
    WorldState world;

    void tick(double clutch, std::int64_t gear, double speed_mps) {
        world.controls.clutch = clutch;
        world.car.gear = gear;
        world.car.speed_mps = speed_mps;
        judge.step(state, world);
    }
};

void motion_is_the_pedal_at_the_first_speed_above_the_limit() {
    Drive drive;
    drive.tick(0.70, 1, 0.0);
    drive.tick(0.62, 1, motion_mps);  // at the limit: not yet
    TEST_ASSERT_EQUAL_DOUBLE(-1.0, drive.state.motion_clutch);
    drive.tick(0.61, 1, motion_mps * 1.0001);
    TEST_ASSERT_EQUAL_DOUBLE(0.61, drive.state.motion_clutch);
    drive.tick(0.10, 1, 3.0);  // and stays
    TEST_ASSERT_EQUAL_DOUBLE(0.61, drive.state.motion_clutch);
    // A pedal at rest is a pedal's position, too.
    Drive rolling;
    rolling.tick(0.0, 1, 3.0);
    rolling.tick(0.5, 1, 3.0);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, rolling.state.motion_clutch);
}

void shift_lasts_from_five_percent_to_the_bite_point() {
    Drive drive;
    drive.tick(0.0, 2, 10.0);
    drive.tick(0.05, 2, 10.1);  // at the limit: not yet
    TEST_ASSERT_EQUAL_INT64(0, drive.state.shift_in_progress);
    drive.tick(0.0501, 2, 10.2);
    TEST_ASSERT_EQUAL_INT64(1, drive.state.shift_in_progress);
    drive.tick(1.0, 2, 10.4);
    drive.tick(1.0, 0, 9.9);
    drive.tick(0.50, 0, 9.8);   // pedal up but no gear in yet
    drive.tick(0.601, 3, 9.7);  // gear in, pedal not yet at the bite point
    TEST_ASSERT_EQUAL_INT64(1, drive.state.shift_in_progress);
    drive.tick(0.60, 3, 9.9);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.shift_in_progress);
    TEST_ASSERT_EQUAL_INT64(1, drive.state.shifts);
    const ShiftRecord& shift = drive.state.shift[0];
    TEST_ASSERT_EQUAL_INT64(2, shift.from_gear);
    TEST_ASSERT_EQUAL_INT64(3, shift.to_gear);
    TEST_ASSERT_EQUAL_INT64(3, shift.begin_tick);
    TEST_ASSERT_EQUAL_INT64(8, shift.end_tick);
    TEST_ASSERT_EQUAL_DOUBLE(10.2, shift.begin_speed_mps);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, shift.largest_change_mps);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, drive.state.largest_upshift_change_mps);
    drive.tick(0.30, 3, 9.0);  // still coming up: no new shift
    drive.tick(0.50, 3, 9.0);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.shift_in_progress);
}

void declutching_without_a_new_gear_is_no_shift() {
    Drive drive;
    drive.tick(0.0, 2, 10.0);
    drive.tick(1.0, 2, 10.0);
    drive.tick(1.0, 2, 4.0);
    drive.tick(0.05, 2, 4.0);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.shifts);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.shift_in_progress);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, drive.state.shift[0].largest_change_mps);
    drive.tick(1.0, 2, 4.0);  // a stop: gear out at the end
    drive.tick(1.0, 0, 0.0);
    drive.tick(0.0, 0, 0.0);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.shifts);
}

void standing_or_neutral_begins_no_shift() {
    Drive drive;
    drive.tick(0.0, 1, 0.0);
    drive.tick(1.0, 1, 0.0);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.shift_in_progress);
    drive.tick(0.0, 0, 5.0);
    drive.tick(1.0, 0, 5.0);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.shift_in_progress);
}

void downshifts_count_but_have_no_speed_rule() {
    Drive drive;
    drive.tick(0.0, 4, 20.0);
    drive.tick(1.0, 4, 20.0);
    drive.tick(1.0, 3, 10.0);
    drive.tick(0.5, 3, 10.0);
    TEST_ASSERT_EQUAL_INT64(1, drive.state.shifts);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, drive.state.largest_upshift_change_mps);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 10.0, drive.state.shift[0].largest_change_mps);
}

void more_shifts_than_slots_are_counted_and_still_judged() {
    Drive drive;
    for (std::int64_t number = 0; number < bench_shift_slots + 3; ++number) {
        const double change = number == bench_shift_slots + 1 ? 1.0 : 0.1;
        drive.tick(0.0, 1, 10.0);
        drive.tick(1.0, 1, 10.0);
        drive.tick(1.0, 2, 10.0 - change);
        drive.tick(0.5, 2, 10.0);
    }
    TEST_ASSERT_EQUAL_INT64(bench_shift_slots + 3, drive.state.shifts);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0, drive.state.largest_upshift_change_mps);
    const Verdict verdict = drive.judge.verdict(drive.state);
    TEST_ASSERT_TRUE(verdict.kind == VerdictKind::failed);
    // The last one is in the last slot; each slot has two figures, beside the seven others.
    TEST_ASSERT_EQUAL_INT64(4 * (bench_shift_slots + 3),
                            drive.state.shift[bench_shift_slots - 1].end_tick);
    TEST_ASSERT_EQUAL(7 + 2 * bench_shift_slots, verdict.figures.size());
}

void counters_of_the_car_are_taken_over() {
    Drive drive;
    drive.world.car.stalls = 2;
    drive.world.car.blocked_shifts = 3;
    drive.tick(0.0, 0, -7.0);
    TEST_ASSERT_EQUAL_UINT64(2, drive.state.stalls);
    TEST_ASSERT_EQUAL_UINT64(3, drive.state.blocked_shifts);
    TEST_ASSERT_EQUAL_INT64(1, drive.state.running_ticks);
    TEST_ASSERT_EQUAL_DOUBLE(7.0, drive.state.largest_speed_mps);
}

void table_is_read_strictly() {
    const toml::table good = toml::parse(
        "bite_point=0.6\nmotion_clutch_low=0.57\nmotion_clutch_high=0.63\n"
        "shift_speed_change_kph=2.0\nshifts_expected=3\n");
    TableReader reader(good);
    const BenchJudge judge = BenchJudge::from_toml(reader);
    reader.finish();
    TEST_ASSERT_EQUAL_DOUBLE(0.63, judge.limits().motion_clutch_high);
    TEST_ASSERT_EQUAL_INT64(3, judge.limits().shifts_expected);

    const toml::table swapped =
        toml::parse("bite_point=0.6\nmotion_clutch_low=0.63\nmotion_clutch_high=0.57\n");
    TableReader wrong(swapped);
    bool refused = false;
    try {
        BenchJudge::from_toml(wrong);
    } catch (const ConfigError&) {
        refused = true;
    }
    TEST_ASSERT_TRUE(refused);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(good_drive_passes_with_figures);
    RUN_TEST(motion_rule_at_its_limits);
    RUN_TEST(upshift_rule_at_its_limit);
    RUN_TEST(stall_and_blocked_shift_rules);
    RUN_TEST(shifts_expected_below_at_above);
    RUN_TEST(never_moved_has_no_verdict_unless_a_rule_was_broken);
    RUN_TEST(first_broken_rule_is_named_with_number_and_limit);
    RUN_TEST(motion_is_the_pedal_at_the_first_speed_above_the_limit);
    RUN_TEST(shift_lasts_from_five_percent_to_the_bite_point);
    RUN_TEST(declutching_without_a_new_gear_is_no_shift);
    RUN_TEST(standing_or_neutral_begins_no_shift);
    RUN_TEST(downshifts_count_but_have_no_speed_rule);
    RUN_TEST(more_shifts_than_slots_are_counted_and_still_judged);
    RUN_TEST(counters_of_the_car_are_taken_over);
    RUN_TEST(table_is_read_strictly);
    return UNITY_END();
}
