// SPDX-License-Identifier: Apache-2.0
// Whatever the driver does: no NaN, no subnormal, no energy from nowhere, the same bits.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "model/math/noise.h"
#include "tests/unit/model/car_fixture.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::Drive;

namespace {

constexpr std::uint64_t seed = 20240607;

bool is_clean(double value) {
    return std::isfinite(value) && (value == 0.0 || std::isnormal(value));
}

bool is_clean(const LongitudinalState& car) {
    return is_clean(car.distance_m) && is_clean(car.speed_mps) && is_clean(car.acceleration_mps2) &&
           is_clean(car.engine_speed_radps) && is_clean(car.engine_torque_nm) &&
           is_clean(car.charge_torque_nm) && is_clean(car.governor_torque_nm) &&
           is_clean(car.clutch_torque_nm) && is_clean(car.brake_force_n) &&
           car.brake_force_n >= 0.0;
}

/// Every control changes at random times, pedals beyond their ends too; now and then NaN.
void random_controls(Controls& controls, std::uint64_t tick) {
    const auto random = [&](std::uint64_t channel) { return uniform_noise(seed, channel, tick); };
    if (random(0) < 0.005) {
        controls.accelerator = random(1) * 1.4 - 0.2;
    }
    if (random(2) < 0.005) {
        controls.brake = random(3) < 0.6 ? 0.0 : random(3) * 1.4 - 0.2;
    }
    if (random(4) < 0.005) {
        controls.clutch = random(5) * 1.4 - 0.2;
    }
    if (random(6) < 0.002) {
        controls.gear = to_integer(random(7) * 10.0, 0, 9) - 2;
    }
    if (random(8) < 0.002) {
        const double which = random(9);
        controls.key = which < 0.1 ? Key::off : (which < 0.6 ? Key::on : Key::start);
    }
    if (random(10) < 0.0005) {
        controls.accelerator = std::nan("");
        controls.brake = std::nan("");
        controls.clutch = std::nan("");
    }
}

void random_driving_leaves_a_clean_state() {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    for (const char* name : {"focus-2.0-mt", "focus-paper"}) {
        Drive drive(name);
        for (std::uint64_t tick = 0; tick < 1'000'000; ++tick) {
            random_controls(drive.controls, tick);
            if (uniform_noise(seed, 11, tick) < 0.0005) {
                drive.state.environment = {uniform_noise(seed, 12, tick) * 0.6 - 0.3,
                                           normal_noise(seed, 13, tick) * 10.0};
            }
            drive.tick();
            if (!is_clean(drive.car)) {
                std::printf("%s tick %llu\n", name, static_cast<unsigned long long>(tick));
                TEST_FAIL_MESSAGE("NaN, infinity or subnormal in the state");
            }
        }
        TEST_ASSERT_TRUE(drive.car.stalls > 0);
        TEST_ASSERT_TRUE(drive.car.blocked_shifts > 0);
    }
}

void a_nan_grade_or_wind_is_kept_out() {
    Drive drive("focus-2.0-mt", {std::nan(""), std::nan("")});
    drive.car.speed_mps = 10.0;
    drive.run(1.0);
    TEST_ASSERT_TRUE(is_clean(drive.car));
}

/// Kinetic energy of car and engine; the disc belongs to the car while a gear is in.
double energy_j(const Drive& drive) {
    const LongitudinalParameters& p = drive.world.longitudinal()->parameters();
    const Gearbox gearbox(p.gearbox, p.wheel_radius_m);
    const double shaft_radps = drive.car.speed_mps * gearbox.gear(drive.car.gear).shaft_per_speed;
    return 0.5 * (p.mass_kg + p.wheel_side_mass_kg) * drive.car.speed_mps * drive.car.speed_mps +
           0.5 * p.disc_inertia_kgm2 * shaft_radps * shaft_radps +
           0.5 * p.engine.inertia_kgm2 * drive.car.engine_speed_radps *
               drive.car.engine_speed_radps;
}

void coasting_never_gains_energy() {
    // Ignition off, any gear, the clutch opened and closed at random.
    for (const char* name : {"focus-2.0-mt", "focus-paper"}) {
        for (const std::int64_t gear : {1, 2, 3, 4, 5}) {
            Drive drive(name);
            drive.car.speed_mps = 20.0;
            drive.car.gear = gear;
            drive.car.lever = gear;
            drive.controls.gear = gear;
            double before_j = energy_j(drive);
            for (std::uint64_t tick = 0; tick < 30'000; ++tick) {
                if (uniform_noise(seed, 20, tick) < 0.005) {
                    drive.controls.clutch = uniform_noise(seed, 21, tick);
                }
                drive.tick();
                const double now_j = energy_j(drive);
                TEST_ASSERT_TRUE(now_j <= before_j * (1.0 + 1e-12));
                before_j = now_j;
            }
        }
    }
}

std::uint64_t chained(std::uint64_t hash, const LongitudinalState& car) {
    static_assert(sizeof(LongitudinalState) % 8 == 0);
    std::array<std::uint64_t, sizeof(LongitudinalState) / 8> words{};
    std::memcpy(words.data(), &car, sizeof(car));
    for (const std::uint64_t word : words) {
        hash = mix_bits(hash ^ word) + 0x9e3779b97f4a7c15ULL;
    }
    return hash;
}

/// A minute of driving with everything in it, and 100 s of random controls.
std::uint64_t driving_hash(const char* name) {
    std::uint64_t hash = 0;
    Drive drive(name, {0.01, 1.5});
    drive.start_engine();
    drive.pull_away();
    for (std::int64_t gear = 2; gear <= 5; ++gear) {
        drive.controls.accelerator = 0.6;
        for (int i = 0; i < 5000; ++i) {
            drive.tick();
            hash = chained(hash, drive.car);
        }
        drive.controls.accelerator = 0.0;
        drive.clutch_to(1.0, 0.15);
        drive.controls.gear = gear;
        drive.run(0.2);
        drive.clutch_to(0.0, 0.8);
    }
    drive.controls.brake = 0.3;
    drive.run(20.0);
    hash = chained(hash, drive.car);
    for (std::uint64_t tick = 0; tick < 100'000; ++tick) {
        random_controls(drive.controls, tick);
        drive.tick();
        hash = chained(hash, drive.car);
    }
    return hash;
}

/// The same on every compiler, optimisation level and processor. A change of the model or of a
/// vehicle file changes these numbers: put the printed ones here, once the change is understood.
void the_bits_are_the_same_everywhere() {
    constexpr std::array<std::pair<const char*, std::uint64_t>, 2> expected{
        {{"focus-2.0-mt", 0xbdbfbfcfa5e929f5ULL}, {"focus-paper", 0x499970e254e9a60eULL}}};
    for (const auto& [name, hash] : expected) {
        const std::uint64_t found = driving_hash(name);
        std::printf("%s: hash 0x%016llx\n", name, static_cast<unsigned long long>(found));
        TEST_ASSERT_EQUAL_HEX64(hash, found);
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(random_driving_leaves_a_clean_state);
    RUN_TEST(a_nan_grade_or_wind_is_kept_out);
    RUN_TEST(coasting_never_gains_energy);
    RUN_TEST(the_bits_are_the_same_everywhere);
    return UNITY_END();
}
