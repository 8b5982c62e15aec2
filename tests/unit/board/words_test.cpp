// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/words.h"

#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::board;

void setUp() {}
void tearDown() {}

namespace {

/// A machine that granted everything is not called unfit, at whatever pace it runs.
void nothing_refused_is_nothing_said() {
    TEST_ASSERT_EQUAL_STRING("", refusal_words({}).c_str());
}

void each_refusal_has_its_line() {
    TEST_ASSERT_EQUAL_STRING(
        "ghostcar: not real-time on this machine (the result is the same, the timing is not):\n"
        "  - no priority: run as root\n"
        "  - no memory: ulimit -l\n",
        refusal_words({"no priority: run as root", "no memory: ulimit -l"}).c_str());
}

void a_loop_that_was_cut_short_is_invalid() {
    TEST_ASSERT_TRUE(outcome_word(rt_core::Outcome::none) == "invalid");
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(nothing_refused_is_nothing_said);
    RUN_TEST(each_refusal_has_its_line);
    RUN_TEST(a_loop_that_was_cut_short_is_invalid);
    return UNITY_END();
}
