// SPDX-License-Identifier: Apache-2.0
// The shipped cars against what is known of the real one.
#include <cstdio>

#include "tests/unit/model/car_fixture.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::Drive;
using ghostcar::tests::load_vehicle;

namespace {

/// Full throttle from rest: the clutch pulls the engine down from 3500 1/min, shifts near 6600
/// with 0.45 s without torque.
double zero_to_100_s(const char* name, double launch_pedal) {
    Drive drive(name);
    drive.start_engine();
    drive.controls.gear = 1;
    drive.controls.accelerator = 1.0;
    while (drive.rpm() < 3500.0) {
        drive.tick();
    }
    drive.controls.clutch = launch_pedal;
    std::int64_t interrupted_ticks = 0;
    std::int64_t ticks = 0;
    for (; drive.kph() < 100.0 && ticks < 30'000; ++ticks) {
        if (interrupted_ticks > 0) {
            if (--interrupted_ticks == 0) {
                drive.controls.clutch = 0.0;
                drive.controls.accelerator = 1.0;
            }
        } else if (drive.car.clutch_locked != 0 && drive.rpm() > 6600.0) {
            interrupted_ticks = 450;
            drive.controls.clutch = 1.0;
            drive.controls.accelerator = 0.0;
            ++drive.controls.gear;
        } else if (drive.car.clutch_locked != 0) {
            drive.controls.clutch = 0.0;
        }
        drive.tick();
    }
    TEST_ASSERT_EQUAL_UINT64(0, drive.car.blocked_shifts);
    TEST_ASSERT_EQUAL_UINT64(0, drive.car.stalls);
    const double time_s = static_cast<double>(ticks) * 1e-3;
    std::printf("%s: 0-100 km/h in %.2f s\n", name, time_s);
    return time_s;
}

double top_speed_kph(LongitudinalParameters parameters) {
    Drive drive(std::move(parameters));
    drive.start_engine();
    drive.car.speed_mps = 40.0;
    drive.controls.gear = 5;
    drive.controls.accelerator = 1.0;
    drive.tick();
    drive.controls.clutch = 0.0;
    drive.run(300.0);
    std::printf("%s: %.1f km/h at %.0f 1/min\n",
                drive.world.longitudinal()->parameters().name.c_str(), drive.kph(), drive.rpm());
    return drive.kph();
}

void focus_reaches_100_in_time() {
    TEST_ASSERT_DOUBLE_WITHIN(0.9, 10.1, zero_to_100_s("focus-2.0-mt", 0.43));
}

void focus_has_its_top_speed() {
    TEST_ASSERT_DOUBLE_WITHIN(8.0, 208.0, top_speed_kph(load_vehicle("focus-2.0-mt")));
}

void focus_paper_reaches_100_in_time() {
    TEST_ASSERT_DOUBLE_WITHIN(1.0, 12.0, zero_to_100_s("focus-paper", 0.25));
}

void focus_paper_has_its_top_speed() {
    TEST_ASSERT_DOUBLE_WITHIN(5.0, 185.0, top_speed_kph(load_vehicle("focus-paper")));
}

void the_speed_limiter_gives_the_papers_168() {
    LongitudinalParameters parameters = load_vehicle("focus-paper");
    parameters.engine.speed_limit_enabled = true;
    TEST_ASSERT_DOUBLE_WITHIN(1.0, 167.0, top_speed_kph(std::move(parameters)));
}

void the_gears_are_as_long_as_they_should() {
    const double expected_kph[5] = {8.35, 13.36, 19.70, 27.75, 35.44};
    for (const char* name : {"focus-2.0-mt", "focus-paper"}) {
        for (int i = 0; i < 5; ++i) {
            Drive drive(name);
            drive.car.engine = EngineMode::running;
            drive.car.engine_speed_radps = 2000.0 * radps_per_rpm;
            drive.car.speed_mps = 2.0 * expected_kph[i] * mps_per_kph;
            drive.controls.key = Key::on;
            drive.controls.accelerator = 0.3;
            drive.controls.gear = i + 1;
            drive.run(0.5);
            TEST_ASSERT_EQUAL_UINT64(1, drive.car.clutch_locked);
            TEST_ASSERT_DOUBLE_WITHIN(0.005, expected_kph[i], drive.kph() / drive.rpm() * 1000.0);
        }
    }
}

void the_engine_gives_its_104_kw_and_180_nm() {
    const LongitudinalParameters car = load_vehicle("focus-2.0-mt");
    const double at_6000 = car.engine.torque_nm.at(6000.0 * radps_per_rpm, 1.0);
    TEST_ASSERT_DOUBLE_WITHIN(0.1, 104.0, at_6000 * 6000.0 * radps_per_rpm / 1000.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 180.0, car.engine.torque_nm.at(4000.0 * radps_per_rpm, 1.0));
}

/// Steady speed grows with the accelerator (the paper's figure 8).
void more_accelerator_means_more_speed() {
    double last_kph = 0.0;
    for (const double accelerator : {0.15, 0.20, 0.25, 0.30, 0.40, 0.60}) {
        Drive drive("focus-2.0-mt");
        drive.start_engine();
        drive.car.speed_mps = 20.0;
        drive.controls.gear = 4;
        drive.tick();
        drive.controls.clutch = 0.0;
        drive.controls.accelerator = accelerator;
        drive.run(200.0);
        TEST_ASSERT_TRUE(drive.kph() > last_kph + 5.0);
        last_kph = drive.kph();
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(focus_reaches_100_in_time);
    RUN_TEST(focus_has_its_top_speed);
    RUN_TEST(focus_paper_reaches_100_in_time);
    RUN_TEST(focus_paper_has_its_top_speed);
    RUN_TEST(the_speed_limiter_gives_the_papers_168);
    RUN_TEST(the_gears_are_as_long_as_they_should);
    RUN_TEST(the_engine_gives_its_104_kw_and_180_nm);
    RUN_TEST(more_accelerator_means_more_speed);
    return UNITY_END();
}
