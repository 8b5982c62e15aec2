// SPDX-License-Identifier: Apache-2.0
// Sensor troubles after the learning run: noise, delay, and each pedal's offset drifting by 3 % of
// its travel either way. The robot stays inside the tolerance.
#include <string>

#include "tests/integration/cycle_driver/cycle_drive.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar;
using namespace ghostcar::tests;

const std::string vehicle = "focus-2.0-mt";

void stays_inside(const std::string& name, const WireTroubles& troubles) {
    static const Lesson lesson = learn(vehicle);
    for (const char* cycle : {"nedc", "wltc"}) {
        const Drive result = drive(shipped_cycle(cycle), lesson.car, vehicle, troubles);
        print(name + ", " + cycle, result);
        TEST_ASSERT_EQUAL_UINT_MESSAGE(0, result.indices.excursions, name.c_str());
        TEST_ASSERT_EQUAL_UINT64_MESSAGE(0, result.stalls, name.c_str());
        TEST_ASSERT_EQUAL_UINT64_MESSAGE(0, result.blocked_shifts, name.c_str());
        TEST_ASSERT_TRUE(model::drive_trace_verdict(result.indices) == model::VerdictKind::passed);
    }
}

void noise() {
    WireTroubles troubles;
    troubles.noise_factor = 5.0;  // 0.5 % of the travel
    stays_inside("noise", troubles);
}

void delay() {
    WireTroubles troubles;
    troubles.delay_ticks = 5;
    stays_inside("delay", troubles);
}

void drift_of_each_pedal() {
    for (const double drift : {0.03, -0.03}) {
        WireTroubles accelerator;
        accelerator.accelerator_drift = drift;
        stays_inside("accelerator", accelerator);
        WireTroubles brake;
        brake.brake_drift = drift;
        stays_inside("brake", brake);
        WireTroubles clutch;
        clutch.clutch_drift = drift;
        stays_inside("clutch", clutch);
    }
}

void all_at_once() {
    WireTroubles troubles;
    troubles.noise_factor = 3.0;
    troubles.delay_ticks = 5;
    troubles.accelerator_drift = 0.02;
    troubles.brake_drift = -0.02;
    troubles.clutch_drift = 0.02;
    stays_inside("all", troubles);
}

void other_seeds() {
    for (std::uint64_t seed = 2; seed <= 4; ++seed) {
        WireTroubles troubles;
        troubles.seed = seed;
        stays_inside("seed " + std::to_string(seed), troubles);
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(noise);
    RUN_TEST(delay);
    RUN_TEST(drift_of_each_pedal);
    RUN_TEST(all_at_once);
    RUN_TEST(other_seeds);
    return UNITY_END();
}
