// SPDX-License-Identifier: Apache-2.0
#include "rt_core/pace.h"

#include <optional>
#include <string_view>

#include "tests/unit/unity_cpp.h"

using ghostcar::rt_core::Pace;

void setUp() {}
void tearDown() {}

namespace {

void paces_that_exist() {
    struct Row {
        const char* text;
        bool fast;
        double factor;
        bool realtime;
    };
    const Row rows[] = {
        {"realtime", false, 1.0, true},   {"fast", true, 1.0, false},
        {"1", false, 1.0, true},          {"4", false, 4.0, false},
        {"0.5", false, 0.5, false},       {"1.5", false, 1.5, false},
        {"1/64", false, 0.015625, false}, {"3/2", false, 1.5, false},
        {"128", false, 128.0, false},     {"0.015625", false, 0.015625, false},
        {"1e2", false, 100.0, false},
    };
    for (const Row& row : rows) {
        const std::optional<Pace> pace = Pace::parse(row.text);
        TEST_ASSERT_TRUE_MESSAGE(pace.has_value(), row.text);
        TEST_ASSERT_TRUE_MESSAGE(pace->fast == row.fast, row.text);
        TEST_ASSERT_TRUE_MESSAGE(pace->factor == row.factor, row.text);
        TEST_ASSERT_TRUE_MESSAGE(pace->is_realtime() == row.realtime, row.text);
    }
}

void paces_that_do_not_exist() {
    for (const char* text :
         {"",    " ",   "slow", "Realtime", "0",     "-1",   "1/65", "0.0156", "128.001",
          "129", "1/0", "0/0",  "nan",      "inf",   "-inf", "4x",   "x4",     "4 ",
          " 4",  "/",   "1/",   "/2",       "1/2/4", "1,5",  "1e999"})
        TEST_ASSERT_FALSE_MESSAGE(Pace::parse(text).has_value(), text);
}

void text_says_the_pace() {
    TEST_ASSERT_EQUAL_STRING("realtime", Pace{}.text().c_str());
    TEST_ASSERT_EQUAL_STRING("fast", (Pace{true, 1.0}).text().c_str());
    TEST_ASSERT_EQUAL_STRING("4", (Pace{false, 4.0}).text().c_str());
    TEST_ASSERT_EQUAL_STRING("0.015625", (Pace{false, Pace::slowest}).text().c_str());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(paces_that_exist);
    RUN_TEST(paces_that_do_not_exist);
    RUN_TEST(text_says_the_pace);
    return UNITY_END();
}
