// SPDX-License-Identifier: Apache-2.0
// The check over time, as a table: what arrives in each cycle, what is concluded.
#include "can_bridge/e2e/counter_check.h"

#include <string>

#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge::e2e;

namespace {

constexpr int missed = -1;
constexpr int damaged = -2;

char letter(CheckStatus status) {
    constexpr const char* letters = "NCIROLWS";
    return letters[static_cast<int>(status)];
}

/// Feeds the counters; gives one letter per cycle: No new data, wrong Crc, Initial, Repeated, Ok,
/// ok but some Lost, Wrong sequence, Sync.
template <std::size_t N>
std::string conclusions(CounterCheckConfig config, const int (&cycles)[N]) {
    CounterCheck check(config);
    std::string letters;
    for (const int cycle : cycles) {
        if (cycle == missed)
            letters += letter(check.miss());
        else
            letters += letter(check.receive({cycle != damaged, cycle == damaged ? 0 : cycle}));
    }
    return letters;
}

void expect(const char* expected, const std::string& found) {
    TEST_ASSERT_EQUAL_STRING(expected, found.c_str());
}

void the_normal_course() {
    expect("IOOOOO", conclusions({}, {12, 13, 14, 0, 1, 2}));
    expect("NNIO", conclusions({}, {missed, missed, 7, 8}));
    expect("CCIO", conclusions({}, {damaged, damaged, 7, 8}));
}

void repetition_and_damage() {
    expect("IRRO", conclusions({}, {3, 3, 3, 4}));
    expect("IOCL", conclusions({}, {3, 4, damaged, 6}));
    expect("IW", conclusions({}, {3, 5}));
}

void the_allowed_step_grows_with_missed_cycles() {
    expect("INL", conclusions({}, {3, missed, 5}));
    expect("INW", conclusions({}, {3, missed, 6}));
    expect("INNL", conclusions({}, {3, missed, missed, 6}));
    // At most counters - 1: after a long silence anything but the same counter is accepted.
    CounterCheck check({});
    check.receive({true, 3});
    for (int cycle = 0; cycle < 100; ++cycle) check.miss();
    TEST_ASSERT_TRUE(check.receive({true, 2}) == CheckStatus::ok_some_lost);
    TEST_ASSERT_EQUAL_INT(13, check.lost());
    TEST_ASSERT_TRUE(check.receive({true, 4}) == CheckStatus::wrong_sequence);
}

void a_larger_step_can_be_allowed() {
    CounterCheckConfig config;
    config.largest_step = 3;
    expect("ILW", conclusions(config, {3, 6, 10}));
    expect("IOLL", conclusions(config, {14, 0, 2, 5}));
}

void a_fixed_step_does_not_grow() {
    CounterCheckConfig config;
    config.counters = 256;
    config.largest_step = 2;
    config.grows_with_missed_cycles = false;
    expect("INNW", conclusions(config, {3, missed, missed, 6}));
    expect("INNL", conclusions(config, {254, missed, missed, 0}));
}

void without_sync_a_wrong_sequence_keeps_the_old_counter() {
    expect("IOWWL", conclusions({}, {3, 4, 9, 10, 7}));  // the third cycle after 4 allows 5 to 7
}

void with_sync_trust_is_earned_again() {
    CounterCheckConfig config;
    config.sync_frames = 2;
    expect("IOWSSO", conclusions(config, {3, 4, 9, 10, 11, 12}));
    expect("IOWSWSSO", conclusions(config, {3, 4, 9, 10, 2, 3, 4, 5}));
}

void a_long_pause_asks_for_sync() {
    CounterCheckConfig config;
    config.largest_pause = 2;
    config.sync_frames = 1;
    expect("INNL", conclusions(config, {3, missed, missed, 6}));
    expect("INNNSSO", conclusions(config, {3, missed, missed, missed, 4, 5, 6}));
    expect("IRRRSSO", conclusions(config, {3, 3, 3, 3, 4, 5, 6}));
}

void only_some_conclusions_allow_use() {
    TEST_ASSERT_TRUE(is_usable(CheckStatus::initial));
    TEST_ASSERT_TRUE(is_usable(CheckStatus::ok));
    TEST_ASSERT_TRUE(is_usable(CheckStatus::ok_some_lost));
    for (const CheckStatus status :
         {CheckStatus::no_new_data, CheckStatus::wrong_crc, CheckStatus::repeated,
          CheckStatus::wrong_sequence, CheckStatus::sync})
        TEST_ASSERT_FALSE(is_usable(status));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_normal_course);
    RUN_TEST(repetition_and_damage);
    RUN_TEST(the_allowed_step_grows_with_missed_cycles);
    RUN_TEST(a_larger_step_can_be_allowed);
    RUN_TEST(a_fixed_step_does_not_grow);
    RUN_TEST(without_sync_a_wrong_sequence_keeps_the_old_counter);
    RUN_TEST(with_sync_trust_is_earned_again);
    RUN_TEST(a_long_pause_asks_for_sync);
    RUN_TEST(only_some_conclusions_allow_use);
    return UNITY_END();
}
