// SPDX-License-Identifier: Apache-2.0
// After one learning run the robot drives every shipped cycle with the Focus, through the desk's
// wires. Prints the figures of each.
#include <string>

#include "tests/integration/cycle_driver/cycle_drive.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar;
using namespace ghostcar::tests;

const std::string vehicle = "focus-2.0-mt";

const model::LearnedCar& learned() {
    static const Lesson lesson = learn(vehicle);
    TEST_ASSERT_TRUE(lesson.succeeded);
    return lesson.car;
}

Drive driven(const std::string& name) {
    const Drive result = drive(shipped_cycle(name), learned(), vehicle);
    print(name, result);
    TEST_ASSERT_EQUAL_UINT64(0, result.stalls);
    TEST_ASSERT_EQUAL_UINT64(0, result.blocked_shifts);
    // Half a second and a little more; from full accelerator its leg has a long way up.
    TEST_ASSERT_TRUE(result.longest_interruption_s < 0.9);
    TEST_ASSERT_TRUE(result.highest_rpm < 5700.0);  // the robot was told 5500
    return result;
}

void require_close(const Drive& drive) {
    TEST_ASSERT_DOUBLE_WITHIN(1.0, 0.0, *drive.indices.iwr_pct);
    TEST_ASSERT_TRUE(drive.indices.rmsse_kph < 0.8);
}

void nedc() {
    const Drive drive = driven("nedc");
    require_close(drive);
    TEST_ASSERT_EQUAL_UINT(0, drive.indices.excursions);
}

void ece15_and_eudc() {
    for (const char* name : {"ece15", "eudc"}) {
        const Drive drive = driven(name);
        TEST_ASSERT_EQUAL_UINT(0, drive.indices.excursions);
        TEST_ASSERT_TRUE(drive.indices.rmsse_kph < 0.8);
    }
}

void wltc() {
    const Drive drive = driven("wltc");
    require_close(drive);
    TEST_ASSERT_EQUAL_UINT(0, drive.indices.excursions);
}

void hwfet() {
    const Drive drive = driven("hwfet");
    require_close(drive);
    TEST_ASSERT_EQUAL_UINT(0, drive.indices.excursions);
}

void udds() {
    require_close(driven("udds"));
}

void ftp75_with_its_soak() {
    const Drive drive = driven("ftp75");
    require_close(drive);
    TEST_ASSERT_DOUBLE_WITHIN(5.0, 600.0, drive.engine_off_s);
}

void us06_passes() {
    const Drive drive = driven("us06");
    TEST_ASSERT_TRUE(model::drive_trace_verdict(drive.as_standard) == model::VerdictKind::passed);
    TEST_ASSERT_TRUE(model::drive_trace_verdict(drive.indices) == model::VerdictKind::passed);
}

void type_v_passes() {
    const Drive drive = driven("type-v");
    TEST_ASSERT_TRUE(model::drive_trace_verdict(drive.as_standard) == model::VerdictKind::passed);
}

// The gears of the NEDC are the regulation's, not the robot's.
void nedc_prescriptions_are_followed() {
    const model::DriveCycle cycle = shipped_cycle("nedc");
    std::int64_t wrong_ticks = 0;
    std::int64_t clutch_up_ticks = 0;
    const Watch watch = [&](const model::CycleDriverState& state, const WiredCar& car) {
        if (state.tick < 0) return;
        const model::GearOrder order = cycle.order(state.tick);
        const model::GearOrder before = cycle.order(state.tick - 2'500);
        // A change takes its time, and a prescription may hold for a second before it counts.
        const bool settled = order.gear == before.gear && !order.changing && !before.changing &&
                             order.clutch_down == before.clutch_down;
        if (!settled) return;
        // The start begins a little before its second: the engine speeds up.
        if (cycle.order(state.tick + 700).clutch_down != order.clutch_down) return;
        if (car.state().gear != order.gear) ++wrong_ticks;
        if (order.clutch_down && car.controls().clutch < 0.62) ++clutch_up_ticks;
    };
    const Drive drive = tests::drive(
        cycle, learned(), vehicle, {}, [](toml::table&) {}, watch);
    TEST_ASSERT_EQUAL_UINT(0, drive.indices.excursions);
    TEST_ASSERT_EQUAL_INT64(0, wrong_ticks);
    TEST_ASSERT_EQUAL_INT64(0, clutch_up_ticks);
}

void both_pedals_are_never_pressed_for_long() {
    const Drive drive = tests::drive(shipped_cycle("wltc"), learned(), vehicle);
    std::printf("accelerator and brake together for %.2f s of the WLTC\n", drive.pedal_overlap_s);
    TEST_ASSERT_TRUE(drive.pedal_overlap_s < 10.0);
}

void without_wires_it_drives_as_well() {
    WireTroubles none;
    none.direct = true;
    const Lesson lesson = learn(vehicle, none);
    const Drive drive = tests::drive(shipped_cycle("wltc"), lesson.car, vehicle, none);
    print("wltc, no wires", drive);
    require_close(drive);
    TEST_ASSERT_EQUAL_UINT(0, drive.indices.excursions);
}

// A user's hilly cycle: grades are part of the trace.
void hills_are_driven() {
    std::vector<model::CycleSample> samples;
    const double rows[][3] = {{0, 0, 0},    {5, 0, 0},    {20, 50, 0},  {60, 50, 6}, {90, 70, -6},
                              {120, 70, 0}, {140, 30, 4}, {160, 30, 0}, {170, 0, 0}, {180, 0, 0}};
    for (const auto& row : rows) {
        model::CycleSample sample;
        sample.t_s = row[0];
        sample.v_kph = row[1];
        sample.grade_pct = row[2];
        samples.push_back(sample);
    }
    const model::DriveCycle cycle("hills", {}, samples);
    const Drive drive = tests::drive(cycle, learned(), vehicle);
    print("hills", drive);
    TEST_ASSERT_EQUAL_UINT(0, drive.indices.excursions);
    TEST_ASSERT_EQUAL_UINT64(0, drive.stalls);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(nedc);
    RUN_TEST(ece15_and_eudc);
    RUN_TEST(wltc);
    RUN_TEST(hwfet);
    RUN_TEST(udds);
    RUN_TEST(ftp75_with_its_soak);
    RUN_TEST(us06_passes);
    RUN_TEST(type_v_passes);
    RUN_TEST(nedc_prescriptions_are_followed);
    RUN_TEST(both_pedals_are_never_pressed_for_long);
    RUN_TEST(without_wires_it_drives_as_well);
    RUN_TEST(hills_are_driven);
    return UNITY_END();
}
