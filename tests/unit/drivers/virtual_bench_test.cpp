// SPDX-License-Identifier: Apache-2.0
// The bench as a whole: the shipped sessions in closed loop, the paper's pictures as numbers,
// determinism, broken wires, and drives that must not pass.
#include "drivers/virtual/virtual_bench.h"

#include <toml++/toml.h>
#include <cstdio>
#include <string>

#include "model/math/numeric.h"
#include "rt_core/fault_table.h"
#include "tests/unit/drivers/bench_drive.h"
#include "tests/unit/unity_cpp.h"

namespace {

using ghostcar::model::ShiftRecord;
using ghostcar::model::Verdict;
using ghostcar::model::VerdictKind;
using ghostcar::rt_core::Phase;
using ghostcar::tests::BenchDrive;

void set_phase_value(toml::table& session, std::size_t phase, const char* key, double value) {
    toml::array& phases = *session["driver"]["phase"].as_array();
    phases.get(phase)->as_table()->insert_or_assign(key, value);
}

void set_value(toml::table& session, const char* table, const char* key, double value) {
    session[table].as_table()->insert_or_assign(key, value);
}

void add_wire_fault(toml::table& session, const char* signal, const char* kind, double at_s) {
    session.insert_or_assign(
        "wires",
        toml::table{
            {"fault", toml::array{toml::table{
                          {"signal", signal}, {"kind", kind}, {"at_s", at_s}, {"for_s", 1.0}}}}});
}

void expect_good_demo(const char* session, std::uint64_t seed) {
    BenchDrive drive(session, seed);
    drive.run();
    const auto& judge = drive.state().judge.bench;
    const Verdict verdict = drive.verdict();
    std::printf("%s, seed %d: motion at clutch %.4f, largest upshift change %.3f km/h\n", session,
                static_cast<int>(seed), judge.motion_clutch,
                judge.largest_upshift_change_mps * 3.6);
    TEST_ASSERT_TRUE_MESSAGE(verdict.kind == VerdictKind::passed, verdict.message.c_str());
    TEST_ASSERT_DOUBLE_WITHIN(0.03, 0.60, judge.motion_clutch);
    TEST_ASSERT_EQUAL_INT64(3, judge.shifts);
    for (std::int64_t index = 0; index < 3; ++index) {
        const ShiftRecord& shift = judge.shift[index];
        TEST_ASSERT_EQUAL_INT64(index + 1, shift.from_gear);
        TEST_ASSERT_EQUAL_INT64(index + 2, shift.to_gear);
        TEST_ASSERT_TRUE(shift.largest_change_mps * 3.6 < 2.0);
    }
    TEST_ASSERT_EQUAL_INT64(-1, drive.bench().robot().phases()->state.gave_up_phase);
    TEST_ASSERT_TRUE(drive.state().world.car.speed_mps == 0.0);
    TEST_ASSERT_EQUAL_INT64(0, drive.state().world.car.gear);
    TEST_ASSERT_TRUE(drive.state().world.car.engine == ghostcar::model::EngineMode::running);
    TEST_ASSERT_TRUE(drive.inputs().faults == 0);
}

void demo_passes_with_any_noise() {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) expect_good_demo("robot-demo", seed);
}

void demo_on_the_car_of_the_paper_passes() {
    expect_good_demo("robot-demo-paper", 1);
}

void speed_is_held_near_its_aim() {
    BenchDrive drive("robot-demo");
    double lowest_kph = 1000.0;
    double highest_kph = 0.0;
    std::int64_t hold_ticks = 0;
    constexpr std::int64_t hold_phase = 8;
    while (drive.tick()) {
        if (drive.bench().robot().phases()->state.phase != hold_phase) continue;
        if (++hold_ticks < 8'000) continue;  // has settled
        lowest_kph = ghostcar::model::minimum(lowest_kph, drive.speed_kph());
        highest_kph = ghostcar::model::maximum(highest_kph, drive.speed_kph());
    }
    TEST_ASSERT_TRUE(hold_ticks > 10'000);
    TEST_ASSERT_TRUE(lowest_kph > 59.5 && highest_kph < 60.5);
}

void standing_car_does_not_creep_on_noise() {
    BenchDrive drive("robot-demo");
    for (int tick = 0; tick < 2'000; ++tick) {
        drive.tick();
        TEST_ASSERT_TRUE(drive.state().world.car.speed_mps == 0.0);
        TEST_ASSERT_TRUE(drive.inputs().controls.accelerator == 0.0);
    }
}

void same_seed_same_inputs_other_seed_other_inputs() {
    BenchDrive first("robot-demo", 7);
    BenchDrive second("robot-demo", 7);
    BenchDrive other("robot-demo", 8);
    first.run();
    second.run();
    other.run();
    TEST_ASSERT_EQUAL_HEX64(first.inputs_hash(), second.inputs_hash());
    TEST_ASSERT_TRUE(first.inputs_hash() != other.inputs_hash());
}

// ---- drives that must not pass ---------------------------------------------------------------

void dumping_the_clutch_stalls_and_fails() {
    BenchDrive drive("robot-demo", 1, [](toml::table& session) {
        set_phase_value(session, 1, "clutch_up_per_s", 50.0);
        set_phase_value(session, 1, "accelerator", 0.0);
        set_phase_value(session, 1, "engine_rpm", 760.0);
        set_value(session, "driver", "accelerator_per_krpm", 0.0);
        set_value(session, "driver", "lowest_engine_rpm", 0.0);
    });
    drive.run();
    const Verdict verdict = drive.verdict();
    TEST_ASSERT_TRUE_MESSAGE(drive.state().judge.bench.stalls > 0, verdict.message.c_str());
    TEST_ASSERT_TRUE_MESSAGE(verdict.kind == VerdictKind::failed, verdict.message.c_str());
}

void slow_shift_on_a_slope_fails() {
    BenchDrive drive("robot-demo", 1, [](toml::table& session) {
        set_value(session, "environment", "grade_pct", 6.0);
        session["driver"]["limbs"].as_table()->insert_or_assign("lever_travel_s", 1.5);
    });
    drive.run();
    const Verdict verdict = drive.verdict();
    TEST_ASSERT_TRUE_MESSAGE(verdict.kind == VerdictKind::failed, verdict.message.c_str());
    TEST_ASSERT_TRUE(drive.state().judge.bench.largest_upshift_change_mps * 3.6 >= 2.0);
}

void incomplete_drive_has_no_verdict() {
    BenchDrive drive("robot-demo", 1, [](toml::table& session) {
        set_value(session, "session", "duration_s", 9.0);
    });
    drive.run();
    TEST_ASSERT_TRUE(drive.verdict().kind == VerdictKind::none);
}

// ---- broken wires ----------------------------------------------------------------------------

/// The faults seen up to one second after the wire breaks at 10 s.
ghostcar::rt_core::FaultBits faults_seen(const char* signal, const char* kind) {
    BenchDrive drive("robot-demo", 1,
                     [&](toml::table& session) { add_wire_fault(session, signal, kind, 10.0); });
    ghostcar::rt_core::FaultBits seen = 0;
    for (int tick = 0; tick < 10'000; ++tick) {
        drive.tick();
        seen |= drive.inputs().faults;
    }
    TEST_ASSERT_TRUE(seen == 0);  // healthy until then
    for (int tick = 0; tick < 1'000; ++tick) {
        drive.tick();
        seen |= drive.inputs().faults;
    }
    return seen;
}

void broken_wires_are_seen() {
    using namespace ghostcar::rt_core;
    for (const char* pedal : {"accelerator", "brake", "clutch"}) {
        TEST_ASSERT_TRUE(faults_seen(pedal, "open") == fault_pedal_signal);
        TEST_ASSERT_TRUE(faults_seen(pedal, "short") == fault_pedal_signal);
        TEST_ASSERT_TRUE(faults_seen(pedal, "stuck") == 0);  // plausible: nobody can know
    }
    TEST_ASSERT_TRUE(faults_seen("lever", "short") == fault_lever_signal);
    TEST_ASSERT_TRUE(faults_seen("lever", "open") == 0);  // reads as neutral
}

// ---- phases of the session -------------------------------------------------------------------

struct SmallBench {
    BenchDrive drive{"robot-demo"};
    ghostcar::drivers::VirtualBench bench = drive.bench();  // fresh: nothing was ticked
    ghostcar::rt_core::State state;
    ghostcar::rt_core::Inputs inputs;

    void tick(Phase phase) {
        ++state.tick;
        inputs = {};
        bench.latch(state.tick, inputs);
        state.session.phase = phase;
        bench.publish(inputs, state, 0);
    }
};

void robot_moves_only_after_a_running_state() {
    SmallBench small;
    for (int tick = 0; tick < 100; ++tick) small.tick(Phase::countdown);
    small.tick(Phase::running);  // latched before it was running
    TEST_ASSERT_EQUAL_DOUBLE(0.0, small.bench.robot_output().clutch);
    small.tick(Phase::running);
    TEST_ASSERT_TRUE(small.bench.robot_output().clutch > 0.0);
    small.tick(Phase::paused);
    const double clutch = small.bench.robot_output().clutch;
    for (int tick = 0; tick < 100; ++tick) small.tick(Phase::paused);
    TEST_ASSERT_EQUAL_DOUBLE(clutch, small.bench.robot_output().clutch);
    small.tick(Phase::running);
    small.tick(Phase::running);
    TEST_ASSERT_TRUE(small.bench.robot_output().clutch > clutch);
    small.tick(Phase::ready);  // a reset
    small.tick(Phase::ready);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, small.bench.robot_output().clutch);
    TEST_ASSERT_EQUAL_INT64(0, small.bench.robot().phases()->state.phase_ticks);
}

void gauges_show_the_car_and_the_fault_value_in_the_safe_state() {
    SmallBench small;
    small.state.world.car.speed_mps = -20.0;  // a speedometer knows no sign
    small.state.world.car.engine_speed_radps = 3000.0 * ghostcar::model::radps_per_rpm;
    small.tick(Phase::running);
    TEST_ASSERT_DOUBLE_WITHIN(1.0, 3000.0, small.bench.engine_speed().read());
    TEST_ASSERT_DOUBLE_WITHIN(0.031, 72.0, small.bench.vehicle_speed().read());
    TEST_ASSERT_FALSE(small.bench.vehicle_speed().wire().invalid);
    for (const Phase phase : {Phase::fault, Phase::aborted}) {
        small.tick(phase);
        TEST_ASSERT_TRUE(small.bench.engine_speed().wire().invalid);
        TEST_ASSERT_TRUE(small.bench.vehicle_speed().wire().invalid);
        TEST_ASSERT_EQUAL_DOUBLE(0.0, small.bench.vehicle_speed().read());
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(demo_passes_with_any_noise);
    RUN_TEST(demo_on_the_car_of_the_paper_passes);
    RUN_TEST(speed_is_held_near_its_aim);
    RUN_TEST(standing_car_does_not_creep_on_noise);
    RUN_TEST(same_seed_same_inputs_other_seed_other_inputs);
    RUN_TEST(dumping_the_clutch_stalls_and_fails);
    RUN_TEST(slow_shift_on_a_slope_fails);
    RUN_TEST(incomplete_drive_has_no_verdict);
    RUN_TEST(broken_wires_are_seen);
    RUN_TEST(robot_moves_only_after_a_running_state);
    RUN_TEST(gauges_show_the_car_and_the_fault_value_in_the_safe_state);
    return UNITY_END();
}
