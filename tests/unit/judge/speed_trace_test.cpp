// SPDX-License-Identifier: Apache-2.0
// A speed over time as somebody's CSV has it: what is read, and what is refused.
#include "model/judge/speed_trace.h"

#include <string>

#include "model/config/config_error.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::model;

void expect_refused(const std::string& text, const std::string& words) {
    try {
        (void)read_speed_trace(text, "driven.csv");
    } catch (const ConfigError& error) {
        const std::string message = error.what();
        TEST_ASSERT_TRUE_MESSAGE(message.find("driven.csv") != std::string::npos, message.c_str());
        TEST_ASSERT_TRUE_MESSAGE(message.find(words) != std::string::npos, message.c_str());
        return;
    }
    TEST_FAIL_MESSAGE(("accepted, and should say: " + words).c_str());
}

void two_columns_anywhere_are_read() {
    const SpeedTrace trace =
        read_speed_trace("gear,v_kph,t_s\n1,0,5\n2,12.5,5.25\n2,-3,7\n", "driven.csv");
    TEST_ASSERT_EQUAL(3, trace.t_s.size());
    TEST_ASSERT_EQUAL(3, trace.v_kph.size());
    TEST_ASSERT_EQUAL_DOUBLE(5.25, trace.t_s[1]);
    TEST_ASSERT_EQUAL_DOUBLE(12.5, trace.v_kph[1]);
    TEST_ASSERT_EQUAL_DOUBLE(-3.0, trace.v_kph[2]);
}

void a_column_that_is_missing_is_named() {
    expect_refused("time,v_kph\n0,0\n1,0\n", "no column t_s");
    expect_refused("t_s,speed\n0,0\n1,0\n", "no column v_kph");
}

/// A trace has a duration: two rows are the least.
void rows_below_at_and_above_the_least() {
    expect_refused("t_s,v_kph\n", "no rows");
    expect_refused("t_s,v_kph\n0,10\n", "one row is no trace");
    TEST_ASSERT_EQUAL(2, read_speed_trace("t_s,v_kph\n0,10\n1,10\n", "driven.csv").t_s.size());
    TEST_ASSERT_EQUAL(3, read_speed_trace("t_s,v_kph\n0,10\n1,10\n2,0\n", "driven.csv").t_s.size());
}

void time_must_rise() {
    expect_refused("t_s,v_kph\n0,10\n1,10\n1,10\n", "driven.csv:4");
    expect_refused("t_s,v_kph\n1,10\n0.5,10\n", "driven.csv:3");
}

void numbers_at_their_bounds() {
    expect_refused("t_s,v_kph\n0,0\n1,-20.001\n", "driven.csv:3");
    expect_refused("t_s,v_kph\n0,0\n1,1000.001\n", "driven.csv:3");
    expect_refused("t_s,v_kph\n-1e10,0\n1.001e10,0\n", "driven.csv:3");
    const SpeedTrace widest = read_speed_trace("t_s,v_kph\n-1e10,-20\n1e10,1000\n", "driven.csv");
    TEST_ASSERT_EQUAL_DOUBLE(-1e10, widest.t_s[0]);
    TEST_ASSERT_EQUAL_DOUBLE(1000.0, widest.v_kph[1]);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(two_columns_anywhere_are_read);
    RUN_TEST(a_column_that_is_missing_is_named);
    RUN_TEST(rows_below_at_and_above_the_least);
    RUN_TEST(time_must_rise);
    RUN_TEST(numbers_at_their_bounds);
    return UNITY_END();
}
