// SPDX-License-Identifier: Apache-2.0
// Quantity to gauge volts and back: converter steps, saturation, the fault value.
#include "drivers/gauge.h"

#include <limits>

#include "drivers/virtual/virtual_gauge.h"
#include "tests/unit/drivers/toml_text.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::drivers;
using ghostcar::model::TableReader;
using ghostcar::tests::config_error_of;
using ghostcar::tests::contains;

Gauge tachometer(double fault_v = 0.0) {
    return {Converter(10.0, 12), 8000.0, fault_v};
}

void converter_takes_the_nearest_code_and_saturates() {
    const Converter converter(4.095, 12);  // 1 mV a step
    TEST_ASSERT_EQUAL_INT64(0, converter.code(0.00049));
    TEST_ASSERT_EQUAL_INT64(1, converter.code(0.00051));
    TEST_ASSERT_EQUAL_INT64(4095, converter.code(4.095));
    TEST_ASSERT_EQUAL_INT64(4095, converter.code(100.0));
    TEST_ASSERT_EQUAL_INT64(0, converter.code(-3.0));
    TEST_ASSERT_EQUAL_INT64(0, converter.code(std::numeric_limits<double>::quiet_NaN()));
    TEST_ASSERT_EQUAL_INT64(4095, converter.code(std::numeric_limits<double>::infinity()));
    for (std::int64_t code = 0; code <= 4095; ++code) {
        TEST_ASSERT_EQUAL_INT64(code, converter.code(converter.volts(code)));
    }
}

void reading_is_within_half_a_step() {
    const Gauge gauge = tachometer();
    const double half_step_rpm = 0.5 * 8000.0 / 4095.0;
    for (int rpm = 0; rpm <= 8000; ++rpm) {
        const GaugeOutput output = gauge.show(rpm);
        TEST_ASSERT_FALSE(output.invalid);
        TEST_ASSERT_DOUBLE_WITHIN(half_step_rpm * 1.0001, rpm, gauge.value(output.volts));
    }
    TEST_ASSERT_EQUAL_DOUBLE(5.0, tachometer().converter().range_v() / 2.0);
    TEST_ASSERT_DOUBLE_WITHIN(0.00123, 5.0, gauge.show(4000.0).volts);
}

void values_beyond_the_scale_saturate() {
    const Gauge gauge = tachometer();
    TEST_ASSERT_EQUAL_INT64(4095, gauge.show(9000.0).code);
    TEST_ASSERT_EQUAL_DOUBLE(10.0, gauge.show(9000.0).volts);
    TEST_ASSERT_EQUAL_INT64(0, gauge.show(-1.0).code);
}

void fault_value_and_invalid_line() {
    const GaugeOutput fault = tachometer(2.5).fault();
    TEST_ASSERT_TRUE(fault.invalid);
    TEST_ASSERT_DOUBLE_WITHIN(0.00123, 2.5, fault.volts);
    VirtualGauge wire(tachometer());
    wire.show(3000.0);
    TEST_ASSERT_DOUBLE_WITHIN(1.0, 3000.0, wire.read());
    wire.show_fault();
    TEST_ASSERT_TRUE(wire.wire().invalid);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, wire.read());
    wire.show(1000.0);
    TEST_ASSERT_FALSE(wire.wire().invalid);
}

void wrong_tables_are_explained() {
    const auto read = [](TableReader& reader) { Gauge::from_toml(reader, "full_scale_rpm"); };
    TEST_ASSERT_TRUE(contains(
        config_error_of("range_v=10\nresolution_bits=12\nfull_scale_kph=250\nfault_v=0\n", read),
        "full_scale_rpm"));
    TEST_ASSERT_TRUE(contains(
        config_error_of("range_v=10\nresolution_bits=12\nfull_scale_rpm=8000\nfault_v=11\n", read),
        "fault_v"));
    TEST_ASSERT_TRUE(
        contains(config_error_of("range_v=10\nresolution_bits=40\n", read), "resolution_bits"));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(converter_takes_the_nearest_code_and_saturates);
    RUN_TEST(reading_is_within_half_a_step);
    RUN_TEST(values_beyond_the_scale_saturate);
    RUN_TEST(fault_value_and_invalid_line);
    RUN_TEST(wrong_tables_are_explained);
    return UNITY_END();
}
