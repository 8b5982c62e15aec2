// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <limits>
#include <string>

#include "can_bridge/stimulus/expectation.h"
#include "can_bridge/stimulus/stimulus_file.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge::stimulus;
using ghostcar::model::ConfigError;

void setUp() {}
void tearDown() {}

namespace {

StimulusFile parse(const std::string& text) {
    return StimulusFile::parse(text, "t.csv");
}

void expect_error(const char* begin, const char* part, const std::string& text) {
    try {
        static_cast<void>(parse(text));
    } catch (const ConfigError& error) {
        TEST_ASSERT_TRUE_MESSAGE(std::strstr(error.what(), begin) == error.what(), error.what());
        TEST_ASSERT_NOT_NULL_MESSAGE(std::strstr(error.what(), part), error.what());
        return;
    }
    TEST_FAIL_MESSAGE(text.c_str());
}

void all_three_kinds_of_columns() {
    const StimulusFile file = parse(
        "timestamp,channelX,#FLT_STATE#channelY,#FLT_VALUE#channelY,#EXP(.05;.1;50)#channelZ\n"
        "0,0,0,0,0\n"
        "100,1,1,100,10\n");
    TEST_ASSERT_EQUAL_UINT64(4, file.columns.size());
    TEST_ASSERT_TRUE(file.columns[0].kind == ColumnKind::stimulus);
    TEST_ASSERT_EQUAL_STRING("channelX", file.columns[0].channel.c_str());
    TEST_ASSERT_TRUE(file.columns[1].kind == ColumnKind::fault_state);
    TEST_ASSERT_EQUAL_UINT64(2, file.columns[1].partner);
    TEST_ASSERT_TRUE(file.columns[2].kind == ColumnKind::fault_value);
    TEST_ASSERT_EQUAL_UINT64(1, file.columns[2].partner);
    TEST_ASSERT_TRUE(file.columns[3].kind == ColumnKind::expectation);
    TEST_ASSERT_EQUAL_STRING("channelZ", file.columns[3].channel.c_str());
    TEST_ASSERT_EQUAL_DOUBLE(0.05, file.columns[3].tolerance.above);
    TEST_ASSERT_EQUAL_DOUBLE(0.1, file.columns[3].tolerance.below);
    TEST_ASSERT_EQUAL_INT64(50, file.columns[3].tolerance.delay_ms);
    TEST_ASSERT_EQUAL_UINT64(2, file.rows.size());
    TEST_ASSERT_EQUAL_INT64(100, file.rows[1].time_ms);
    TEST_ASSERT_EQUAL_DOUBLE(100.0, *file.rows[1].cells[2]);
}

void as_spreadsheets_write_it() {
    const StimulusFile file =
        parse("\xEF\xBB\xBF\r\n timestamp , \"a b\" ,c\r\n\r\n0, -1.5e1 ,\r\n 10 ,, \"+2\" \r\n");
    TEST_ASSERT_EQUAL_STRING("a b", file.columns[0].channel.c_str());
    TEST_ASSERT_EQUAL_DOUBLE(-15.0, *file.rows[0].cells[0]);
    TEST_ASSERT_FALSE(file.rows[0].cells[1].has_value());
    TEST_ASSERT_FALSE(file.rows[1].cells[0].has_value());
    TEST_ASSERT_EQUAL_DOUBLE(2.0, *file.rows[1].cells[1]);
    TEST_ASSERT_EQUAL_UINT64(2, file.header_line);
}

void mistakes_have_line_and_column() {
    expect_error("t.csv:1:1: ", "found nothing", "");
    expect_error("t.csv:2:1: ", "found nothing", " \n\t\n");
    expect_error("t.csv:1:1: ", "\"time\" as first column", "time,a\n0,1\n");
    expect_error("t.csv:1:1: ", "no column but timestamp", "timestamp\n0\n");
    expect_error("t.csv:1:1: ", "no row", "timestamp,a\n");
    expect_error("t.csv:1:13: ", "twice", "timestamp,a,a\n0,1,1\n");
    expect_error("t.csv:1:11: ", "alone; add a column #FLT_VALUE#a",
                 "timestamp,#FLT_STATE#a\n0,1\n");
    expect_error("t.csv:1:11: ", "alone; add a column #FLT_STATE#a",
                 "timestamp,#FLT_VALUE#a\n0,1\n");
    expect_error("t.csv:1:12: ", "unknown mark", "timestamp, #FOO#a\n0,1\n");
    expect_error("t.csv:1:11: ", "without a channel", "timestamp,,b\n0,1,1\n");
    expect_error("t.csv:1:11: ", "without a channel", "timestamp,#FLT_STATE#\n0,1\n");
    expect_error("t.csv:1:11: ", "without )#", "timestamp,#EXP(1;1;0\n0,1\n");
    for (const char* tolerance :
         {"", "1", "1;1", "1;1;0;0", "1;1;-5", "1;1;0.5", "-1;1;0", "1;x;0", "inf;1;0", "1;1;"})
        expect_error("t.csv:1:11: ", "as tolerance",
                     "timestamp,#EXP(" + std::string(tolerance) + ")#a\n0,1\n");
    expect_error("t.csv:3:5: ", "found 3 cells; the header has 2", "timestamp,a\n0,1\n1,2,3\n");
    expect_error("t.csv:2:1: ", "found 1 cells", "timestamp,a\n0\n");
    expect_error("t.csv:2:1: ", "as timestamp", "timestamp,a\n-1,1\n");
    expect_error("t.csv:2:1: ", "as timestamp", "timestamp,a\n0.5,1\n");
    expect_error("t.csv:2:1: ", "as timestamp", "timestamp,a\n1e10,1\n");
    expect_error("t.csv:2:1: ", "as timestamp", "timestamp,a\n,1\n");
    expect_error("t.csv:3:1: ", "5 behind 5", "timestamp,a\n5,1\n5,1\n");
    expect_error("t.csv:2:4: ", "\"x\" below a", "timestamp,a\n0, x\n");
    expect_error("t.csv:2:3: ", "below a", "timestamp,a\n0,nan\n");
    expect_error("t.csv:2:3: ", "0 (no fault) or 1",
                 "timestamp,#FLT_STATE#a,#FLT_VALUE#a\n0,2,1\n");
}

/// Steps an expectation through ticks with the values that `value` gives.
template <typename Value>
Expectation checked(const std::string& text, std::int64_t ticks, Value value) {
    Expectation expectation(parse(text), 0);
    for (std::int64_t tick = 0; tick < ticks; ++tick) expectation.step(tick, value(tick));
    return expectation;
}

void an_expectation_holds_until_the_next_row() {
    const std::string text = "timestamp,#EXP(1;2;0)#x\n0,10\n5,20\n10,20\n";
    const auto right = [](std::int64_t tick) { return tick < 5 ? 11.0 : 18.0; };
    const Expectation passed = checked(text, 20, right);
    TEST_ASSERT_TRUE_MESSAGE(passed.passed(), passed.message().c_str());
    TEST_ASSERT_EQUAL_INT64(11, passed.checks());  // 0 to 10: the last row is one tick
    // A tick too late, and just outside on either side.
    const auto late = [](std::int64_t tick) { return tick < 6 ? 11.0 : 18.0; };
    TEST_ASSERT_EQUAL_INT64(1, checked(text, 20, late).failures());
    TEST_ASSERT_EQUAL_INT64(
        5, checked(text, 20, [](std::int64_t t) { return t < 5 ? 11.01 : 18.0; }).failures());
    TEST_ASSERT_EQUAL_INT64(
        5, checked(text, 20, [](std::int64_t t) { return t < 5 ? 7.99 : 18.0; }).failures());
}

void the_delay_moves_every_row() {
    const std::string text = "timestamp,#EXP(0;0;3)#x\n0,1\n5,2\n";
    const auto late = [](std::int64_t tick) { return tick < 3 ? 99.0 : tick < 8 ? 1.0 : 2.0; };
    const Expectation passed = checked(text, 9, late);
    TEST_ASSERT_TRUE_MESSAGE(passed.passed(), passed.message().c_str());
    TEST_ASSERT_EQUAL_INT64(6, passed.checks());
    const auto prompt = [](std::int64_t tick) { return tick < 5 ? 1.0 : 2.0; };
    TEST_ASSERT_EQUAL_INT64(3, checked(text, 9, prompt).failures());
}

void an_empty_cell_expects_nothing() {
    const std::string text = "timestamp,#EXP(0;0;0)#x\n2,1\n4,\n7,3\n";
    const auto value = [](std::int64_t tick) {
        return tick == 2 || tick == 3 ? 1.0 : tick == 7 ? 3.0 : -5.0;
    };
    const Expectation passed = checked(text, 20, value);
    TEST_ASSERT_TRUE_MESSAGE(passed.passed(), passed.message().c_str());
    TEST_ASSERT_EQUAL_INT64(3, passed.checks());
}

void what_was_not_checked_is_not_passed() {
    const std::string text = "timestamp,#EXP(0;0;0)#x\n0,1\n5,1\n";
    const auto one = [](std::int64_t) { return 1.0; };
    TEST_ASSERT_TRUE(checked(text, 6, one).passed());
    const Expectation early = checked(text, 5, one);
    TEST_ASSERT_FALSE(early.passed());
    TEST_ASSERT_NOT_NULL(std::strstr(early.message().c_str(), "ended before 0.006 s"));
}

void what_is_no_number_is_not_passed() {
    const auto nan = [](std::int64_t) { return std::numeric_limits<double>::quiet_NaN(); };
    TEST_ASSERT_FALSE(checked("timestamp,#EXP(9;9;0)#x\n0,1\n", 1, nan).passed());
}

void the_first_miss_is_told() {
    const auto value = [](std::int64_t tick) { return tick < 1500 ? 1.0 : 4.5; };
    const Expectation failed =
        checked("timestamp,#EXP(.5;.25;0)#speed_kph\n0,1\n2000,1\n", 2001, value);
    TEST_ASSERT_EQUAL_STRING(
        "speed_kph was 4.5 at 1.5 s, expected 1 (+0.5, -0.25); outside in 501 of 2001 ticks",
        failed.message().c_str());
    Expectation again = failed;
    again.reset();
    for (std::int64_t tick = 0; tick < 2001; ++tick) again.step(tick, 1.0);
    TEST_ASSERT_TRUE(again.passed());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(all_three_kinds_of_columns);
    RUN_TEST(as_spreadsheets_write_it);
    RUN_TEST(mistakes_have_line_and_column);
    RUN_TEST(an_expectation_holds_until_the_next_row);
    RUN_TEST(the_delay_moves_every_row);
    RUN_TEST(an_empty_cell_expects_nothing);
    RUN_TEST(what_was_not_checked_is_not_passed);
    RUN_TEST(what_is_no_number_is_not_passed);
    RUN_TEST(the_first_miss_is_told);
    return UNITY_END();
}
