// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/fault/condition.h"

#include <cstring>
#include <string>

#include "can_bridge/state_value.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using can_bridge::fault::Condition;
using can_bridge::fault::ConditionError;

void setUp() {}
void tearDown() {}

namespace {

rt_core::State driving() {
    rt_core::State state;
    state.tick = 4000;
    state.session.phase = rt_core::Phase::running;
    state.session.running_ticks = 1500;
    state.world.car.speed_mps = 15.0;  // 54 km/h
    state.world.car.gear = 3;
    state.world.controls.accelerator = 0.25;
    return state;
}

void expect_value(double expected, const char* text) {
    TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(expected, Condition::parse(text).value(driving()), text);
}

void expect_error(std::size_t column, const char* part, const std::string& text) {
    try {
        static_cast<void>(Condition::parse(text));
    } catch (const ConditionError& error) {
        TEST_ASSERT_EQUAL_UINT64_MESSAGE(column, error.column(), text.c_str());
        TEST_ASSERT_NOT_NULL_MESSAGE(std::strstr(error.what(), part), error.what());
        return;
    }
    TEST_FAIL_MESSAGE(text.c_str());
}

void values_and_operators() {
    expect_value(54.0, "speed");
    expect_value(15.0, "speed_mps");
    expect_value(4.0, "time_s");
    expect_value(1.5, "running_s");
    expect_value(7.0, "1 + 2 * 3");
    expect_value(9.0, "(1 + 2) * 3");
    expect_value(-4.0, "3 - 10 + 3");  // from the left
    expect_value(2.0, "12 / 3 / 2");   // from the left
    expect_value(-3.0, "-gear");
    expect_value(3.0, "abs(-gear)");
    expect_value(3.0, "--gear");
    expect_value(1.5e3, "1.5e3");
    expect_value(0.5, ".5");
}

void comparisons_at_their_borders() {
    expect_value(1.0, "speed > 50");
    expect_value(0.0, "speed > 54");
    expect_value(1.0, "speed >= 54");
    expect_value(0.0, "speed < 54");
    expect_value(1.0, "speed <= 54");
    expect_value(1.0, "gear == 3");
    expect_value(0.0, "gear != 3");
    expect_value(1.0, "gear!=2");
    expect_value(1.0, "gear + 1 == 4");
}

void logic_binds_as_everywhere() {
    expect_value(1.0, "speed > 50 && gear == 3");
    expect_value(0.0, "speed > 50 and gear == 4");
    expect_value(1.0, "speed > 60 || gear == 3");
    expect_value(1.0, "1 or 0 and 0");
    expect_value(0.0, "(1 or 0) and 0");
    expect_value(0.0, "!1 || 0");
    expect_value(1.0, "not speed > 60");
    expect_value(1.0, "!!gear");
    expect_value(1.0, "!(gear == 2)");
}

void nothing_is_true_of_what_is_no_number() {
    for (const char* text : {"0/0", "0/0 == 0/0", "0/0 != 0/0", "0/0 < 1", "!(!(0/0))"})
        TEST_ASSERT_FALSE_MESSAGE(Condition::parse(text).holds(driving()), text);
    TEST_ASSERT_TRUE(Condition::parse("!(0/0)").holds(driving()));
    TEST_ASSERT_TRUE(Condition::parse("1/0 > 1e300").holds(driving()));
}

void a_mistake_has_its_column() {
    expect_error(1, "a number or a name", "");
    expect_error(4, "a number or a name", "   ");
    expect_error(8, "the end", "speed >");
    expect_error(1, "did you mean speed", "sped > 50");
    expect_error(13, "did you mean gear", "speed > 5 &&gaer == 1");
    expect_error(7, "== for equality", "speed = 50");
    expect_error(7, "an operator", "speed 50");
    expect_error(10, "')'", "(gear > 1");
    expect_error(9, "a number or a name", "speed > $");
    expect_error(7, "an operator", "1 < 2 < 3");
    expect_error(5, "'('", "abs gear");
}

void hostile_lengths_are_refused() {
    const std::string deep = std::string(1000, '(') + "1" + std::string(1000, ')');
    expect_error(34, "nested too deeply", deep);
    expect_error(34, "nested too deeply", std::string(1000, '-') + "1");
    expect_error(34, "nested too deeply", std::string(1000, '!') + "1");
    std::string longer = "1";
    for (int term = 0; term < 100; ++term) longer += "+1";
    expect_error(50, "too long", longer);
    // Values that wait: 1+(1+(1+( …
    std::string waiting;
    for (int term = 0; term < 13; ++term) waiting += "1+(";
    expect_error(38, "too many values wait", waiting);
}

void as_long_as_it_may_be() {
    std::string text = "1";
    for (int term = 0; term < 23; ++term) text += "+1";
    expect_value(24.0, text.c_str());  // 24 numbers, 23 sums
    std::string waiting;
    for (int term = 0; term < 11; ++term) waiting += "1+(";
    waiting += "1" + std::string(11, ')');
    expect_value(12.0, waiting.c_str());
}

void every_name_can_be_read() {
    const rt_core::State state = driving();
    for (const can_bridge::StateValue& value : can_bridge::state_values()) {
        TEST_ASSERT_EQUAL_PTR(&value, can_bridge::find_state_value(value.name));
        const std::string name(value.name);
        TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(value.read(state), Condition::parse(name).value(state),
                                         name.c_str());
    }
    TEST_ASSERT_NULL(can_bridge::find_state_value("nothing"));
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(values_and_operators);
    RUN_TEST(comparisons_at_their_borders);
    RUN_TEST(logic_binds_as_everywhere);
    RUN_TEST(nothing_is_true_of_what_is_no_number);
    RUN_TEST(a_mistake_has_its_column);
    RUN_TEST(hostile_lengths_are_refused);
    RUN_TEST(as_long_as_it_may_be);
    RUN_TEST(every_name_can_be_read);
    return UNITY_END();
}
