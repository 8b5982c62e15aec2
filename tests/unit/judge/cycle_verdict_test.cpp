// SPDX-License-Identifier: Apache-2.0
// The verdict on a drive along a cycle: indices as the drive-trace judge has them, the full
// accelerator rule, phases, and the cause of every excursion.
#include "model/judge/cycle_verdict.h"

#include <toml++/toml.h>
#include <string>
#include <vector>

#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

/// Stands 10 s, 36 km/h from 20 to 40 s, stands from 50 to 60 s; two phases.
DriveCycle trapezium() {
    std::vector<CycleSample> samples;
    for (const auto& [t_s, v_kph] : std::vector<std::pair<double, double>>{
             {0, 0}, {10, 0}, {20, 36}, {40, 36}, {50, 0}, {60, 0}}) {
        CycleSample sample;
        sample.t_s = t_s;
        sample.v_kph = v_kph;
        samples.push_back(sample);
    }
    CycleRemarks remarks;
    remarks.phases = {{"up", 0.0}, {"down", 30.0}};
    return {"trapezium", remarks, samples};
}

const CycleRules rules{{2.0, 1.0}, {150.0, 0.0, 0.46, 1470.0}};

std::vector<DriveSample> perfect() {
    const DriveCycle cycle = trapezium();
    std::vector<DriveSample> samples;
    for (std::int64_t i = 0; i <= 600; ++i) {
        DriveSample sample;
        sample.target_kph = cycle.speed_kph(i * 100);
        sample.driven_kph = sample.target_kph;
        sample.engine = EngineMode::running;
        sample.gear = 3;
        samples.push_back(sample);
    }
    return samples;
}

CycleFigures judged(const std::vector<DriveSample>& samples) {
    return judge_drive(samples, trapezium(), rules, {}, {});
}

/// Drives 10 km/h slower from `from` to before `to`.
std::vector<DriveSample> slow(std::size_t from, std::size_t to, double by_kph = 10.0) {
    std::vector<DriveSample> samples = perfect();
    for (std::size_t i = from; i < to; ++i) samples[i].driven_kph -= by_kph;
    return samples;
}

void a_perfect_drive_passes() {
    const CycleFigures figures = judged(perfect());
    TEST_ASSERT_TRUE(figures.verdict.kind == VerdictKind::passed);
    TEST_ASSERT_EQUAL_STRING("IWR +0.00 %, RMSSE 0.00 km/h, 0 excursions",
                             figures.verdict.message.c_str());
    TEST_ASSERT_EQUAL_DOUBLE(0.0, *figures.indices.iwr_pct);
    TEST_ASSERT_EQUAL_DOUBLE(60.0, figures.driven_s);
    TEST_ASSERT_EQUAL_DOUBLE(60.0, figures.cycle_s);
    TEST_ASSERT_EQUAL_UINT(0, figures.excursions.size());
}

void phases_are_judged_apart_and_together() {
    const CycleFigures figures = judged(slow(320, 330));
    TEST_ASSERT_EQUAL_UINT(2, figures.phases.size());
    TEST_ASSERT_EQUAL_STRING("up", figures.phases[0].name.c_str());
    TEST_ASSERT_EQUAL_UINT(0, figures.phases[0].indices.excursions);
    TEST_ASSERT_TRUE(figures.phases[0].verdict == VerdictKind::passed);
    TEST_ASSERT_EQUAL_UINT(1, figures.phases[1].indices.excursions);
    // Nothing speeds up in the second phase: no IWR, no verdict.
    TEST_ASSERT_TRUE(figures.phases[1].verdict == VerdictKind::none);
    TEST_ASSERT_EQUAL_UINT(1, figures.indices.excursions);
    // A phase that the drive never reached is left out.
    std::vector<DriveSample> half = perfect();
    half.resize(300);
    TEST_ASSERT_EQUAL_UINT(1, judged(half).phases.size());
}

void bounds_of_the_verdict() {
    // Ten times between 36 and 46 km/h: inertial work without distance.
    std::vector<DriveSample> nervous = perfect();
    for (std::size_t i = 200; i < 400; ++i) nervous[i].driven_kph += (i / 10) % 2 == 0 ? 1.5 : -1.5;
    const CycleFigures rough = judged(nervous);
    TEST_ASSERT_TRUE(rough.verdict.kind == VerdictKind::failed);
    TEST_ASSERT_TRUE(rough.verdict.message.find("nervous foot") != std::string::npos);

    std::vector<DriveSample> lazy = perfect();
    for (DriveSample& sample : lazy) sample.driven_kph *= 0.97;
    const CycleFigures cut = judged(lazy);
    TEST_ASSERT_TRUE(cut.verdict.kind == VerdictKind::failed);
    TEST_ASSERT_TRUE(cut.verdict.message.find("corners are cut") != std::string::npos);

    // The same drive a second late: the same work, a large speed error.
    std::vector<DriveSample> late = perfect();
    for (std::size_t i = 600; i >= 10; --i) late[i].driven_kph = late[i - 10].driven_kph;
    const CycleFigures behind = judged(late);
    TEST_ASSERT_TRUE(behind.verdict.kind == VerdictKind::failed);
    TEST_ASSERT_TRUE(behind.verdict.message.find("RMSSE") == 0);
}

void a_drive_that_ended_early_has_no_verdict() {
    std::vector<DriveSample> samples = perfect();
    samples.resize(600);
    const CycleFigures figures = judged(samples);
    TEST_ASSERT_TRUE(figures.verdict.kind == VerdictKind::none);
    TEST_ASSERT_EQUAL_STRING("the cycle was not completed: 59.9 of 60.0 s were driven",
                             figures.verdict.message.c_str());
}

void a_cycle_that_stands_has_no_verdict() {
    std::vector<CycleSample> standing(2);
    standing[1].t_s = 10.0;
    std::vector<DriveSample> samples(101);
    const CycleFigures figures =
        judge_drive(samples, DriveCycle("standing", {}, standing), rules, {}, {});
    TEST_ASSERT_TRUE(figures.verdict.kind == VerdictKind::none);
    TEST_ASSERT_TRUE(figures.verdict.message.find("no IWR") != std::string::npos);
}

void at_full_accelerator_the_target_replaces_the_speed() {
    std::vector<DriveSample> samples = slow(250, 300);
    for (std::size_t i = 250; i < 300; ++i) samples[i].full_accelerator = true;
    const CycleFigures figures = judged(samples);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, figures.indices.rmsse_kph);
    TEST_ASSERT_EQUAL_UINT(0, figures.indices.excursions);
    TEST_ASSERT_TRUE(figures.as_driven.rmsse_kph > 1.0);
    TEST_ASSERT_EQUAL_UINT(1, figures.as_driven.excursions);
    // It is listed, and said not to count.
    TEST_ASSERT_EQUAL_UINT(1, figures.excursions.size());
    TEST_ASSERT_FALSE(figures.excursions[0].counts);
    TEST_ASSERT_TRUE(figures.excursions[0].cause == ExcursionCause::flat_out);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 5.0, figures.excursions[0].excursion.duration_s);

    // The foot lifts while the car is still behind: that counts, and the cause is the same.
    samples[299].full_accelerator = false;
    const CycleFigures lifted = judged(samples);
    TEST_ASSERT_EQUAL_UINT(1, lifted.indices.excursions);
    TEST_ASSERT_EQUAL_UINT(1, lifted.excursions.size());
    TEST_ASSERT_TRUE(lifted.excursions[0].counts);
    TEST_ASSERT_TRUE(lifted.excursions[0].cause == ExcursionCause::flat_out);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 29.9, lifted.excursions[0].excursion.from_s);
}

ExcursionCause cause_in(const std::vector<DriveSample>& samples) {
    const CycleFigures figures = judged(samples);
    TEST_ASSERT_EQUAL_UINT(1, figures.excursions.size());
    TEST_ASSERT_TRUE(figures.excursions[0].counts);
    return figures.excursions[0].cause;
}

void causes() {
    // The excursion begins at sample 300; nothing special happened.
    std::vector<DriveSample> samples = slow(300, 320);
    TEST_ASSERT_TRUE(cause_in(samples) == ExcursionCause::none);

    samples[286].clutch = 0.6F;
    TEST_ASSERT_TRUE(cause_in(samples) == ExcursionCause::gear_change);
    samples[286].clutch = 0.5F;
    TEST_ASSERT_TRUE(cause_in(samples) == ExcursionCause::none);
    samples[285].gear = 2;
    TEST_ASSERT_TRUE(cause_in(samples) == ExcursionCause::gear_change);
    samples[285].gear = 3;
    samples[284].gear = 2;
    TEST_ASSERT_TRUE(cause_in(samples) == ExcursionCause::none);

    samples[310].engine = EngineMode::stalled;
    TEST_ASSERT_TRUE(cause_in(samples) == ExcursionCause::stall);
    samples[310].engine = EngineMode::running;

    // Too fast is never the accelerator's limit, nor a late start.
    std::vector<DriveSample> fast = slow(300, 320, -10.0);
    fast[290].full_accelerator = true;
    TEST_ASSERT_TRUE(cause_in(fast) == ExcursionCause::none);

    // The car stands on while the trace goes.
    std::vector<DriveSample> asleep = perfect();
    for (std::size_t i = 100; i < 140; ++i) asleep[i].driven_kph = 0.0;
    TEST_ASSERT_TRUE(cause_in(asleep) == ExcursionCause::late_start);
    TEST_ASSERT_EQUAL_STRING("late start", std::string(cause_text(cause_in(asleep))).c_str());
}

/// At the very beginning there is less to look back at than a cause may lie.
void causes_at_the_beginning() {
    TEST_ASSERT_TRUE(cause_in(slow(5, 10)) == ExcursionCause::late_start);
    std::vector<DriveSample> fast = slow(5, 10, -10.0);
    TEST_ASSERT_TRUE(cause_in(fast) == ExcursionCause::none);
    fast[0].gear = 2;
    TEST_ASSERT_TRUE(cause_in(fast) == ExcursionCause::gear_change);
    fast[0].engine = EngineMode::stalled;
    TEST_ASSERT_TRUE(cause_in(fast) == ExcursionCause::stall);
}

void each_excursion_has_its_own_cause() {
    std::vector<DriveSample> samples = slow(250, 260);
    for (std::size_t i = 330; i < 340; ++i) samples[i].driven_kph += 10.0;
    samples[335].engine = EngineMode::stalled;
    const CycleFigures figures = judged(samples);
    TEST_ASSERT_EQUAL_UINT(2, figures.excursions.size());
    TEST_ASSERT_TRUE(figures.excursions[0].counts && figures.excursions[1].counts);
    TEST_ASSERT_TRUE(figures.excursions[0].cause == ExcursionCause::none);
    TEST_ASSERT_TRUE(figures.excursions[1].cause == ExcursionCause::stall);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 25.0, figures.excursions[0].excursion.from_s);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 33.0, figures.excursions[1].excursion.from_s);
}

void one_excursion_is_not_several() {
    std::vector<DriveSample> samples = perfect();
    samples[5].driven_kph = 2.1;  // where it neither adds work nor a large error
    const CycleFigures figures = judged(samples);
    TEST_ASSERT_TRUE(figures.verdict.kind == VerdictKind::passed);
    TEST_ASSERT_EQUAL_UINT(1, figures.indices.excursions);
    TEST_ASSERT_TRUE(figures.verdict.message.ends_with(", 1 excursion"));
}

void every_cause_has_a_word() {
    TEST_ASSERT_TRUE(cause_text(ExcursionCause::stall) == "stall");
    TEST_ASSERT_TRUE(cause_text(ExcursionCause::flat_out) == "full accelerator");
    TEST_ASSERT_TRUE(cause_text(ExcursionCause::gear_change) == "gear change");
    TEST_ASSERT_TRUE(cause_text(ExcursionCause::none) == "driver");
}

void the_work_of_the_legs() {
    std::vector<DriveSample> samples = perfect();
    samples[100].brake = 0.1F;
    CycleJudgeState judge;
    judge.brake.presses = 1;
    judge.brake.reversals = 2;
    judge.brake.travel = 0.2;
    judge.shifts = 4;
    judge.shift_ticks = 1000;
    judge.longest_shift_ticks = 400;
    LongitudinalState car;
    car.stalls = 1;
    const CycleFigures figures = judge_drive(samples, trapezium(), rules, judge, car);
    const LegFigures& brake = figures.legs[1];
    TEST_ASSERT_EQUAL_INT64(1, brake.presses);
    TEST_ASSERT_EQUAL_INT64(2, brake.reversals);
    TEST_ASSERT_EQUAL_DOUBLE(0.2, brake.travel);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1.0, brake.largest_speed_per_s);
    // Accelerations 10, -20 and 10 per s² among 600.
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1.0, brake.rms_acceleration_per_s2);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, figures.legs[0].largest_speed_per_s);
    const auto figure = [&figures](const std::string& name) {
        for (const Figure& entry : figures.verdict.figures)
            if (entry.name == name) return entry.value;
        return -1.0;
    };
    TEST_ASSERT_EQUAL_DOUBLE(1.0, figure("stalls"));
    TEST_ASSERT_EQUAL_DOUBLE(0.25, figure("mean_shift_s"));
    TEST_ASSERT_EQUAL_DOUBLE(0.4, figure("longest_shift_s"));
}

void one_sample_is_enough() {
    std::vector<DriveSample> samples(1);
    const CycleFigures figures = judged(samples);
    TEST_ASSERT_TRUE(figures.verdict.kind == VerdictKind::none);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, figures.legs[2].rms_acceleration_per_s2);
}

void rules_from_session_cycle_and_vehicle() {
    const DriveTraceLoad vehicle{100.0, 1.0, 0.4, 1000.0};
    CycleRemarks remarks;
    remarks.tolerance_kph = 3.2;
    const auto read = [&](const char* text) {
        const toml::table table = toml::parse(text);
        TableReader reader(table);
        const CycleRules result = CycleRules::from_toml(reader, remarks, vehicle);
        reader.finish();
        return result;
    };
    const CycleRules plain = read("");
    TEST_ASSERT_EQUAL_DOUBLE(3.2, plain.tolerance.kph);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, plain.tolerance.s);
    TEST_ASSERT_EQUAL_DOUBLE(100.0, plain.load.f0_n);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, plain.load.f1_n_per_mps);
    TEST_ASSERT_EQUAL_DOUBLE(0.4, plain.load.f2_n_per_mps2);
    TEST_ASSERT_EQUAL_DOUBLE(1000.0, plain.load.mass_kg);
    const CycleRules own = read(
        "tolerance_kph = 1.0\ntolerance_s = 0.5\nf0_n = 1.0\nf1_n_per_mps = 2.0\n"
        "f2_n_per_mps2 = 3.0\nmass_kg = 4.0\n");
    TEST_ASSERT_EQUAL_DOUBLE(1.0, own.tolerance.kph);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, own.tolerance.s);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, own.load.f0_n);
    TEST_ASSERT_EQUAL_DOUBLE(2.0, own.load.f1_n_per_mps);
    TEST_ASSERT_EQUAL_DOUBLE(3.0, own.load.f2_n_per_mps2);
    TEST_ASSERT_EQUAL_DOUBLE(4.0, own.load.mass_kg);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_perfect_drive_passes);
    RUN_TEST(phases_are_judged_apart_and_together);
    RUN_TEST(bounds_of_the_verdict);
    RUN_TEST(a_drive_that_ended_early_has_no_verdict);
    RUN_TEST(a_cycle_that_stands_has_no_verdict);
    RUN_TEST(at_full_accelerator_the_target_replaces_the_speed);
    RUN_TEST(causes);
    RUN_TEST(causes_at_the_beginning);
    RUN_TEST(each_excursion_has_its_own_cause);
    RUN_TEST(one_excursion_is_not_several);
    RUN_TEST(every_cause_has_a_word);
    RUN_TEST(the_work_of_the_legs);
    RUN_TEST(one_sample_is_enough);
    RUN_TEST(rules_from_session_cycle_and_vehicle);
    return UNITY_END();
}
