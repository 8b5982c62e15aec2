// SPDX-License-Identifier: Apache-2.0
// What the live view says of an experiment: Ready, Set, Go!, and the score as it stands.
#include "board/ghostcar/judge_panel.h"

#include <string>

#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar;
using board::judge_line;
using board::start_word;

std::string word(rt_core::Phase phase, std::int64_t phase_ticks, std::int64_t running_ticks,
                 double countdown_s = 3.0) {
    rt_core::SessionState session;
    session.phase = phase;
    session.phase_ticks = phase_ticks;
    session.running_ticks = running_ticks;
    return start_word(session, countdown_s);
}

void ready_set_go() {
    TEST_ASSERT_EQUAL_STRING("Ready", word(rt_core::Phase::countdown, 0, 0).c_str());
    TEST_ASSERT_EQUAL_STRING("Ready", word(rt_core::Phase::countdown, 1499, 0).c_str());
    TEST_ASSERT_EQUAL_STRING("Set", word(rt_core::Phase::countdown, 1500, 0).c_str());
    TEST_ASSERT_EQUAL_STRING("Go!", word(rt_core::Phase::running, 1, 1).c_str());
    TEST_ASSERT_EQUAL_STRING("Go!", word(rt_core::Phase::running, 1000, 1000).c_str());
    TEST_ASSERT_EQUAL_STRING("", word(rt_core::Phase::running, 1001, 1001).c_str());
    // After a pause it is not said again; without a countdown never.
    TEST_ASSERT_EQUAL_STRING("", word(rt_core::Phase::running, 1, 5000).c_str());
    TEST_ASSERT_EQUAL_STRING("", word(rt_core::Phase::running, 1, 1, 0.0).c_str());
    TEST_ASSERT_EQUAL_STRING("", word(rt_core::Phase::ready, 0, 0).c_str());
}

void expect_in(const char* part, const std::string& line) {
    TEST_ASSERT_TRUE_MESSAGE(line.find(part) != std::string::npos, line.c_str());
}

void the_score_as_it_stands() {
    model::JudgeState judge;
    TEST_ASSERT_EQUAL_STRING("", judge_line(judge).c_str());
    judge.kind = model::JudgeKind::cruise;
    judge.cruise = {};
    judge.cruise.running_ticks = 12'000;
    judge.cruise.damage = 5.0;
    expect_in("score so far 12.50", judge_line(judge));
    judge.kind = model::JudgeKind::follow;
    judge.follow = {};
    expect_in("mean 0.00 m over 0 periods", judge_line(judge));
    judge.follow.drive.periods = 4;
    judge.follow.distance_sum_m = 42.0;
    expect_in("mean 10.50 m over 4 periods", judge_line(judge));
    judge.kind = model::JudgeKind::park;
    judge.park = {};
    expect_in("not started", judge_line(judge));
    judge.park.start_tick = 1000;
    judge.park.running_ticks = 3500;
    judge.park.deviation_m = 1.25;
    expect_in("2.50 s   1.25 m", judge_line(judge));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(ready_set_go);
    RUN_TEST(the_score_as_it_stands);
    return UNITY_END();
}
