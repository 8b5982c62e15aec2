// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/hindrance.h"

#include "rt_core/fault_table.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using board::Hindrance;
using rt_core::Phase;

void setUp() {}
void tearDown() {}

namespace {

constexpr std::int64_t begin_ns = 5'000'000'000;
constexpr std::int64_t later_ns = begin_ns + Hindrance::patience_ns;

rt_core::SessionState session_in(Phase phase, rt_core::FaultBits active = 0,
                                 rt_core::FaultBits latched = 0) {
    rt_core::SessionState session;
    session.phase = phase;
    session.active_faults = active;
    session.latched_faults = latched;
    return session;
}

bool begins_with(const std::string& text, const char* words) {
    return text.rfind(words, 0) == 0;
}

void a_start_that_has_to_wait_is_told_once() {
    Hindrance hindrance;
    const rt_core::SessionState held = session_in(Phase::ready, rt_core::fault_pedal_signal);
    TEST_ASSERT_EQUAL_STRING("", hindrance.news(held, begin_ns).c_str());
    TEST_ASSERT_EQUAL_STRING("", hindrance.news(held, later_ns - 1).c_str());
    TEST_ASSERT_TRUE(begins_with(hindrance.news(held, later_ns), "waiting to start: a pedal's"));
    TEST_ASSERT_EQUAL_STRING("", hindrance.news(held, later_ns + begin_ns).c_str());
}

void what_comes_and_goes_is_not_told() {
    Hindrance hindrance;
    const rt_core::SessionState held = session_in(Phase::ready, rt_core::fault_bus_timeout);
    TEST_ASSERT_EQUAL_STRING("", hindrance.news(held, begin_ns).c_str());
    TEST_ASSERT_EQUAL_STRING("", hindrance.news(session_in(Phase::ready), later_ns - 1).c_str());
    TEST_ASSERT_EQUAL_STRING("", hindrance.news(held, later_ns).c_str());
}

void the_safe_state_is_told_with_its_reason_and_again_after_a_reset() {
    Hindrance hindrance;
    const rt_core::SessionState safe = session_in(Phase::fault, 0, rt_core::fault_lever_signal);
    for (const std::int64_t since_ns : {begin_ns, 2 * begin_ns}) {
        TEST_ASSERT_EQUAL_STRING("", hindrance.news(safe, since_ns).c_str());
        TEST_ASSERT_TRUE(begins_with(hindrance.news(safe, since_ns + Hindrance::patience_ns),
                                     "safe state: the gear lever's"));
        TEST_ASSERT_EQUAL_STRING("", hindrance.news(session_in(Phase::ready), later_ns).c_str());
    }
}

/// A fault that the table ignores hinders nobody.
void what_does_not_matter_is_not_told() {
    Hindrance hindrance;
    for (const rt_core::SessionState& session :
         {session_in(Phase::ready, rt_core::fault_overrun),
          session_in(Phase::running, rt_core::fault_bus_timeout), session_in(Phase::paused)}) {
        TEST_ASSERT_EQUAL_STRING("", hindrance.news(session, begin_ns).c_str());
        TEST_ASSERT_EQUAL_STRING("", hindrance.news(session, later_ns).c_str());
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_start_that_has_to_wait_is_told_once);
    RUN_TEST(what_comes_and_goes_is_not_told);
    RUN_TEST(the_safe_state_is_told_with_its_reason_and_again_after_a_reset);
    RUN_TEST(what_does_not_matter_is_not_told);
    return UNITY_END();
}
