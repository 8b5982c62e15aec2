// SPDX-License-Identifier: Apache-2.0
// The judge of a drive cycle in the tick, at its boundaries: the band, the full accelerator, legs,
// overlap, slip and shifts.
#include "model/judge/cycle_judge.h"

#include <memory>
#include <vector>

#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

constexpr std::int64_t lead = 50;

/// Stands for 10 s, 36 km/h from 20 to 40 s, stands again from 50 to 60 s.
std::shared_ptr<const DriveCycle> trapezium() {
    std::vector<CycleSample> samples;
    for (const auto& [t_s, v_kph] : std::vector<std::pair<double, double>>{
             {0, 0}, {10, 0}, {20, 36}, {40, 36}, {50, 0}, {60, 0}}) {
        CycleSample sample;
        sample.t_s = t_s;
        sample.v_kph = v_kph;
        samples.push_back(sample);
    }
    return std::make_shared<const DriveCycle>("trapezium", CycleRemarks{}, samples);
}

Gearbox gearbox() {
    GearboxParameters parameters{};
    parameters.gears = 3;
    parameters.ratios = {3.0, 2.0, 1.0};
    parameters.efficiencies = {1.0, 1.0, 1.0};
    parameters.reverse_ratio = 3.0;
    parameters.reverse_efficiency = 1.0;
    parameters.final_drive_ratio = 3.0;
    return {parameters, 0.3};
}

/// A judge, its state and a world that the test sets up.
struct Drive {
    explicit Drive(const DriveTolerance& tolerance = {})
        : judge(trapezium(), tolerance, gearbox(), lead), state(judge.initial()) {}

    /// To the tick `cycle_tick` of the cycle; in every tick the car has the target's speed plus
    /// `beside_kph`.
    void to(std::int64_t cycle_tick, double beside_kph = 0.0) {
        while (state.cycle_tick < cycle_tick) {
            const std::int64_t next = state.cycle_tick + 1;
            world.car.speed_mps = (judge.cycle().speed_kph(next) + beside_kph) / 3.6;
            judge.step(state, world);
        }
    }
    /// One tick at a speed.
    void tick(double kph) {
        world.car.speed_mps = kph / 3.6;
        judge.step(state, world);
    }

    CycleJudge judge;
    CycleJudgeState state;
    WorldState world;
};

void nothing_counts_before_the_cycle() {
    Drive drive;
    TEST_ASSERT_EQUAL_INT64(-lead, drive.state.cycle_tick);
    TEST_ASSERT_EQUAL_INT64(lead, drive.judge.lead_ticks());
    TEST_ASSERT_EQUAL_DOUBLE(-2.0, drive.state.low_kph);
    TEST_ASSERT_EQUAL_DOUBLE(2.0, drive.state.high_kph);
    drive.world.controls.accelerator = 1.0;
    drive.world.controls.brake = 1.0;
    drive.to(-1, 100.0);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.excursions);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.accelerator.presses);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.overlap_ticks);
    drive.world.controls = {};
    drive.tick(100.0);  // its first moment
    TEST_ASSERT_EQUAL_INT64(0, drive.state.cycle_tick);
    TEST_ASSERT_EQUAL_INT64(1, drive.state.excursions);
}

void nothing_counts_after_the_cycle() {
    Drive drive;
    drive.to(60'000);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.excursions);
    for (int i = 0; i < 300; ++i) drive.tick(100.0);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.excursions);
    TEST_ASSERT_EQUAL_INT64(60'300, drive.state.cycle_tick);
}

void the_band_is_the_targets_range_within_its_time() {
    Drive drive;
    drive.to(15'000);  // 18 km/h, 3.6 km/h more each second
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 18.0, drive.state.target_kph);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 18.0 - 3.6 - 2.0, drive.state.low_kph);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 18.0 + 3.6 + 2.0, drive.state.high_kph);
    drive.to(15'099);  // ten times a second
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 18.0 - 3.6 - 2.0, drive.state.low_kph);

    Drive strict(DriveTolerance{0.5, 0.0});
    strict.to(15'000);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 17.5, strict.state.low_kph);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 18.5, strict.state.high_kph);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, strict.judge.tolerance().kph);
}

/// Excursions of one sample at 30 s, where the band is 34 to 38 km/h.
std::int64_t excursions_at(double kph, double accelerator = 0.5) {
    Drive drive;
    drive.to(29'999);
    drive.world.controls.accelerator = accelerator;
    drive.tick(kph);
    return drive.state.excursions;
}

void the_edge_itself_is_inside() {
    TEST_ASSERT_EQUAL_INT64(0, excursions_at(38.0));
    TEST_ASSERT_EQUAL_INT64(1, excursions_at(38.0 + 1e-6));
    TEST_ASSERT_EQUAL_INT64(0, excursions_at(34.0));
    TEST_ASSERT_EQUAL_INT64(1, excursions_at(34.0 - 1e-6));
}

void a_full_accelerator_excuses() {
    TEST_ASSERT_EQUAL_INT64(0, excursions_at(20.0, full_accelerator));
    TEST_ASSERT_EQUAL_INT64(1, excursions_at(20.0, full_accelerator - 1e-9));
    Drive drive;
    drive.world.controls.accelerator = full_accelerator;
    drive.to(99);
    TEST_ASSERT_EQUAL_INT64(100, drive.state.full_accelerator_ticks);
    drive.world.controls.accelerator = 0.98;
    drive.to(199);
    TEST_ASSERT_EQUAL_INT64(100, drive.state.full_accelerator_ticks);
}

void excursions_are_counted_in_samples() {
    Drive drive;
    drive.to(24'999);
    drive.to(25'299, 5.0);  // samples at 25.0, 25.1, 25.2
    TEST_ASSERT_EQUAL_INT64(1, drive.state.outside);
    drive.to(29'999);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.outside);
    drive.to(30'499, -5.0);  // five
    drive.to(34'999);
    drive.to(35'099, -5.0);  // one
    drive.to(60'000);
    TEST_ASSERT_EQUAL_INT64(3, drive.state.excursions);
    TEST_ASSERT_EQUAL_INT64(9, drive.state.excursion_samples);
    TEST_ASSERT_EQUAL_INT64(5, drive.state.longest_excursion_samples);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.this_excursion_samples);
}

void between_two_samples_nobody_looks() {
    Drive drive;
    drive.to(25'000);
    drive.to(25'099, 50.0);
    drive.to(60'000);
    TEST_ASSERT_EQUAL_INT64(0, drive.state.excursions);
}

PedalWork work_of(const std::vector<double>& positions) {
    Drive drive;
    drive.to(-1);
    for (const double position : positions) {
        drive.world.controls.accelerator = position;
        drive.tick(0.0);
    }
    return drive.state.accelerator;
}

void a_leg_has_pressed_and_turned() {
    const PedalWork once = work_of({0.1, 0.3, 0.5, 0.3, 0.0});
    TEST_ASSERT_EQUAL_INT64(1, once.presses);
    TEST_ASSERT_EQUAL_INT64(1, once.reversals);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0, once.travel);
    const PedalWork twice = work_of({0.5, 0.0, 0.4, 0.0});
    TEST_ASSERT_EQUAL_INT64(2, twice.presses);
    TEST_ASSERT_EQUAL_INT64(3, twice.reversals);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.8, twice.travel);
    // Down again before it was released: it turned, but that is no new press.
    const PedalWork half = work_of({0.5, pedal_pressed, 0.4});
    TEST_ASSERT_EQUAL_INT64(1, half.presses);
    TEST_ASSERT_EQUAL_INT64(2, half.reversals);
    TEST_ASSERT_EQUAL_INT64(2, work_of({0.5, pedal_pressed - 1e-9, 0.4}).presses);
}

void noise_of_a_sensor_is_no_work() {
    const PedalWork resting = work_of({0.019, 0.0, 0.02, 0.0, 0.01});
    TEST_ASSERT_EQUAL_INT64(0, resting.presses);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, resting.travel);
    const PedalWork held = work_of({0.5, 0.481, 0.5, 0.49, 0.5});
    TEST_ASSERT_EQUAL_INT64(1, held.presses);
    TEST_ASSERT_EQUAL_INT64(0, held.reversals);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, held.travel);
    TEST_ASSERT_EQUAL_INT64(1, work_of({0.5, 0.479}).reversals);
    // Coming up, noise downward is none either.
    TEST_ASSERT_EQUAL_INT64(1, work_of({0.5, 0.3, 0.319, 0.2}).reversals);
    TEST_ASSERT_EQUAL_INT64(2, work_of({0.5, 0.3, 0.321}).reversals);
}

void overlap_needs_both_pedals() {
    const auto overlap = [](double accelerator, double brake) {
        Drive drive;
        drive.to(-1);
        drive.world.controls.accelerator = accelerator;
        drive.world.controls.brake = brake;
        drive.to(9);
        return drive.state.overlap_ticks;
    };
    TEST_ASSERT_EQUAL_INT64(10, overlap(0.021, 0.021));
    TEST_ASSERT_EQUAL_INT64(0, overlap(pedal_pressed, 0.5));
    TEST_ASSERT_EQUAL_INT64(0, overlap(0.5, pedal_pressed));
}

void slip_is_torque_times_difference() {
    Drive drive;
    drive.to(29'999);
    drive.world.car.gear = 2;
    drive.world.car.clutch_torque_nm = -50.0;
    // 36 km/h is 10 m/s: the disc turns at 2·3/0.3·10 = 200 rad/s.
    drive.world.car.engine_speed_radps = 260.0;
    drive.to(30'999);
    TEST_ASSERT_EQUAL_INT64(1000, drive.state.slip_ticks);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 50.0 * 60.0, drive.state.slip_energy_j);
    drive.world.car.clutch_locked = 1;
    drive.to(31'999);
    drive.world.car.clutch_locked = 0;
    drive.world.car.clutch_torque_nm = 0.0;
    drive.to(32'999);
    TEST_ASSERT_EQUAL_INT64(1000, drive.state.slip_ticks);
}

void a_shift_is_another_gear_while_moving() {
    Drive drive;
    const auto gear_for = [&drive](std::int64_t gear, std::int64_t ticks) {
        drive.world.car.gear = gear;
        drive.to(drive.state.cycle_tick + ticks);
    };
    drive.to(0);
    gear_for(0, 1'000);
    gear_for(1, 11'000);  // the first gear, taken at standstill
    TEST_ASSERT_EQUAL_INT64(0, drive.state.shifts);
    gear_for(0, 200);
    gear_for(2, 5'000);
    TEST_ASSERT_EQUAL_INT64(1, drive.state.shifts);
    TEST_ASSERT_EQUAL_INT64(200, drive.state.shift_ticks);
    gear_for(0, 300);
    gear_for(2, 5'000);  // the same again is none
    TEST_ASSERT_EQUAL_INT64(1, drive.state.shifts);
    gear_for(0, 500);
    gear_for(3, 1'000);
    gear_for(0, 100);
    gear_for(1, 1'000);
    TEST_ASSERT_EQUAL_INT64(3, drive.state.shifts);
    TEST_ASSERT_EQUAL_INT64(800, drive.state.shift_ticks);
    TEST_ASSERT_EQUAL_INT64(500, drive.state.longest_shift_ticks);
    // At standstill the time in neutral does not count, nor does what follows.
    drive.to(52'000);
    gear_for(0, 2'000);
    gear_for(2, 1'000);
    TEST_ASSERT_EQUAL_INT64(3, drive.state.shifts);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(nothing_counts_before_the_cycle);
    RUN_TEST(nothing_counts_after_the_cycle);
    RUN_TEST(the_band_is_the_targets_range_within_its_time);
    RUN_TEST(the_edge_itself_is_inside);
    RUN_TEST(a_full_accelerator_excuses);
    RUN_TEST(excursions_are_counted_in_samples);
    RUN_TEST(between_two_samples_nobody_looks);
    RUN_TEST(a_leg_has_pressed_and_turned);
    RUN_TEST(noise_of_a_sensor_is_no_work);
    RUN_TEST(overlap_needs_both_pedals);
    RUN_TEST(slip_is_torque_times_difference);
    RUN_TEST(a_shift_is_another_gear_while_moving);
    return UNITY_END();
}
