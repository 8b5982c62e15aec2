// SPDX-License-Identifier: Apache-2.0
// Volts to pedal position: accuracy over the whole travel, dead zones, broken wires.
#include "drivers/pedal_calibration.h"

#include <limits>

#include "drivers/virtual/virtual_pedal.h"
#include "model/math/noise.h"
#include "model/math/numeric.h"
#include "tests/unit/drivers/toml_text.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::drivers;
using ghostcar::model::TableReader;
using ghostcar::tests::config_error_of;
using ghostcar::tests::contains;

constexpr double dead_zone = 0.01;
constexpr double noise_v = 0.004;

PedalCalibration calibration(double rest_v = 0.5, double full_v = 4.5) {
    return PedalCalibration({rest_v, full_v, 0.2, 4.8, dead_zone, 20});
}

void position_is_exact_at_ends_and_between() {
    const PedalCalibration pedal = calibration();
    TEST_ASSERT_EQUAL_DOUBLE(0.0, pedal.position(0.3));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, pedal.position(0.5));
    TEST_ASSERT_EQUAL_DOUBLE(0.5, pedal.position(2.5));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, pedal.position(4.5));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, pedal.position(4.7));
}

void reversed_sensor_works() {
    const PedalCalibration pedal = calibration(4.5, 0.5);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, pedal.position(4.5));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, pedal.position(0.5));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.25, pedal.position(3.5));
}

// Half a step of the converter and the noise, as a share of the travel; twice that next to a dead
// zone, where the curve is twice as steep, plus the dead zone itself at the very ends.
void round_trip_stays_within_one_step_and_noise() {
    const Converter converter(5.0, 12);
    const VirtualPedal sensor(0.5, 4.5, noise_v, converter);
    const PedalCalibration pedal = calibration();
    const double bound = (converter.step_v() + noise_v) / 4.0;
    for (std::uint64_t step = 0; step <= 10'000; ++step) {
        const double leg = static_cast<double>(step) * 1e-4;
        const double noise = 2.0 * ghostcar::model::uniform_noise(1, 0, step) - 1.0;
        const double position =
            pedal.position(sensor.read_v(leg, noise, WireCondition::healthy, 0.0));
        const double from_end = ghostcar::model::minimum(leg, 1.0 - leg);
        const bool straight = from_end > 2.0 * dead_zone + bound;
        TEST_ASSERT_DOUBLE_WITHIN(straight ? bound : dead_zone + 2.0 * bound, leg, position);
    }
}

void untouched_pedal_reads_exactly_zero_under_noise() {
    const VirtualPedal sensor(0.5, 4.5, noise_v, Converter(5.0, 12));
    const PedalCalibration pedal = calibration();
    const PedalCalibration without_dead_zone({0.5, 4.5, 0.2, 4.8, 0.0, 20});
    bool creeps_without = false;
    for (std::uint64_t tick = 0; tick < 10'000; ++tick) {
        const double noise = 2.0 * ghostcar::model::uniform_noise(1, 0, tick) - 1.0;
        const double released_v = sensor.read_v(0.0, noise, WireCondition::healthy, 0.0);
        const double pressed_v = sensor.read_v(1.0, noise, WireCondition::healthy, 0.0);
        TEST_ASSERT_TRUE(pedal.position(released_v) == 0.0);
        TEST_ASSERT_TRUE(pedal.position(pressed_v) == 1.0);
        creeps_without |= without_dead_zone.position(released_v) > 0.0;
    }
    TEST_ASSERT_TRUE(creeps_without);  // negative control: the noise is there
}

void curve_has_no_step_and_never_falls() {
    const PedalCalibration pedal = calibration();
    double last = 0.0;
    for (int step = 0; step <= 100'000; ++step) {
        const double position = pedal.position(0.3 + 4.4 * step * 1e-5);
        TEST_ASSERT_TRUE(position >= last);
        TEST_ASSERT_TRUE(position - last < 3e-5);  // at most twice the slope of the straight line
        last = position;
    }
}

void range_limits_are_valid_and_just_outside_is_not() {
    const PedalCalibration pedal = calibration();
    TEST_ASSERT_TRUE(pedal.valid(0.2));
    TEST_ASSERT_TRUE(pedal.valid(4.8));
    TEST_ASSERT_FALSE(pedal.valid(0.2 - 1e-9));
    TEST_ASSERT_FALSE(pedal.valid(4.8 + 1e-9));
    TEST_ASSERT_FALSE(pedal.valid(std::numeric_limits<double>::quiet_NaN()));
    TEST_ASSERT_FALSE(pedal.valid(std::numeric_limits<double>::infinity()));
}

void fault_comes_after_the_time_and_position_is_held() {
    const PedalCalibration pedal = calibration();
    PedalSignal signal;
    pedal.step(signal, 2.5);
    for (int tick = 1; tick <= 20; ++tick) {
        pedal.step(signal, 0.0);
        TEST_ASSERT_FALSE(signal.faulty);
        TEST_ASSERT_EQUAL_DOUBLE(0.5, signal.position);
    }
    pedal.step(signal, 0.0);
    TEST_ASSERT_TRUE(signal.faulty);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, signal.position);
}

void short_disturbance_is_no_fault() {
    const PedalCalibration pedal = calibration();
    PedalSignal signal;
    for (int round = 0; round < 5; ++round) {
        for (int tick = 0; tick < 20; ++tick) pedal.step(signal, 5.0);
        pedal.step(signal, 1.5);
        TEST_ASSERT_FALSE(signal.faulty);
        TEST_ASSERT_EQUAL_DOUBLE(0.25, signal.position);
    }
}

void fault_ends_after_the_same_time_of_good_signal() {
    const PedalCalibration pedal = calibration();
    PedalSignal signal;
    for (int tick = 0; tick < 21; ++tick) pedal.step(signal, 5.0);
    TEST_ASSERT_TRUE(signal.faulty);
    for (int tick = 0; tick < 20; ++tick) pedal.step(signal, 2.5);
    TEST_ASSERT_TRUE(signal.faulty);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, signal.position);  // not yet believed
    pedal.step(signal, 2.5);
    TEST_ASSERT_FALSE(signal.faulty);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, signal.position);
}

void wrong_tables_are_explained() {
    const auto read = [](TableReader& reader) {
        PedalCalibration::from_toml(reader);
        reader.finish();
    };
    constexpr const char* good =
        "rest_v=0.5\nfull_v=4.5\nmin_valid_v=0.2\nmax_valid_v=4.8\ndead_zone=0.01\n"
        "fault_after_ms=20\n";
    TEST_ASSERT_EQUAL_STRING("", config_error_of(good, read).c_str());
    const auto swapped = config_error_of("min_valid_v=4.8\nmax_valid_v=0.2\n", read);
    TEST_ASSERT_TRUE(contains(swapped, "test.toml:2: max_valid_v: not above min_valid_v"));
    const auto outside = config_error_of("rest_v=0.1\nmin_valid_v=0.2\nmax_valid_v=4.8\n", read);
    TEST_ASSERT_TRUE(contains(outside, "rest_v"));
    const auto same =
        config_error_of("rest_v=0.5\nfull_v=0.55\nmin_valid_v=0.2\nmax_valid_v=4.8\n", read);
    TEST_ASSERT_TRUE(contains(same, "full_v: less than 0.1 V from rest_v"));
}

void broken_wire_conditions_reach_the_converter() {
    const VirtualPedal sensor(0.5, 4.5, noise_v, Converter(5.0, 12));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, sensor.read_v(0.5, 0.3, WireCondition::open, 1.0));
    TEST_ASSERT_EQUAL_DOUBLE(5.0, sensor.read_v(0.5, 0.3, WireCondition::shorted, 1.0));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, sensor.read_v(0.5, 0.3, WireCondition::stuck, 1.0));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(position_is_exact_at_ends_and_between);
    RUN_TEST(reversed_sensor_works);
    RUN_TEST(round_trip_stays_within_one_step_and_noise);
    RUN_TEST(untouched_pedal_reads_exactly_zero_under_noise);
    RUN_TEST(curve_has_no_step_and_never_falls);
    RUN_TEST(range_limits_are_valid_and_just_outside_is_not);
    RUN_TEST(fault_comes_after_the_time_and_position_is_held);
    RUN_TEST(short_disturbance_is_no_fault);
    RUN_TEST(fault_ends_after_the_same_time_of_good_signal);
    RUN_TEST(wrong_tables_are_explained);
    RUN_TEST(broken_wire_conditions_reach_the_converter);
    return UNITY_END();
}
