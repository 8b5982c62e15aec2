// SPDX-License-Identifier: Apache-2.0
// Switches to gear: debounce at its boundary, bouncing contacts, contradicting switches.
#include "drivers/gear_lever.h"

#include "drivers/virtual/virtual_lever.h"
#include "model/math/noise.h"
#include "tests/unit/drivers/toml_text.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar::drivers;
using ghostcar::model::TableReader;
using ghostcar::tests::config_error_of;
using ghostcar::tests::contains;

constexpr std::int64_t debounce_ticks = 10;
constexpr std::int64_t fault_after_ticks = 50;
constexpr SwitchBits first = 1U << 0;
constexpr SwitchBits second = 1U << 1;
constexpr SwitchBits reverse = 1U << 5;

GearLever lever() {
    return GearLever({{1, 2, 3, 4, 5, -1}, 6, debounce_ticks, fault_after_ticks});
}

void hold(const GearLever& gear_lever, LeverSignal& signal, SwitchBits pattern,
          std::int64_t ticks) {
    for (std::int64_t tick = 0; tick < ticks; ++tick) gear_lever.step(signal, pattern);
}

void every_switch_gives_its_gear_and_none_gives_neutral() {
    const GearLever gear_lever = lever();
    for (const std::int64_t gear : {1, 2, 3, 4, 5, -1, 0}) {
        LeverSignal signal;
        hold(gear_lever, signal, gear_lever.switch_of(gear), debounce_ticks);
        TEST_ASSERT_EQUAL_INT64(gear, signal.gear);
    }
    TEST_ASSERT_EQUAL_UINT64(reverse, gear_lever.switch_of(-1));
    TEST_ASSERT_EQUAL_UINT64(0, gear_lever.switch_of(6));  // no such gate
}

void pattern_counts_exactly_at_the_debounce_time() {
    const GearLever gear_lever = lever();
    LeverSignal signal;
    hold(gear_lever, signal, first, debounce_ticks - 1);
    TEST_ASSERT_EQUAL_INT64(0, signal.gear);
    hold(gear_lever, signal, first, 1);
    TEST_ASSERT_EQUAL_INT64(1, signal.gear);
}

void bounce_shorter_than_debounce_never_shows() {
    const GearLever gear_lever = lever();
    LeverSignal signal;
    hold(gear_lever, signal, first, debounce_ticks);
    for (int round = 0; round < 20; ++round) {
        hold(gear_lever, signal, 0, debounce_ticks - 1);
        TEST_ASSERT_EQUAL_INT64(1, signal.gear);
        hold(gear_lever, signal, first, debounce_ticks - 1);
        TEST_ASSERT_EQUAL_INT64(1, signal.gear);
    }
    hold(gear_lever, signal, 0, debounce_ticks);
    TEST_ASSERT_EQUAL_INT64(0, signal.gear);
}

void two_switches_hold_the_gear_and_fault_after_the_time() {
    const GearLever gear_lever = lever();
    LeverSignal signal;
    hold(gear_lever, signal, first, debounce_ticks);
    hold(gear_lever, signal, first | second, fault_after_ticks);
    TEST_ASSERT_FALSE(signal.faulty);
    TEST_ASSERT_EQUAL_INT64(1, signal.gear);
    hold(gear_lever, signal, first | second, 1);
    TEST_ASSERT_TRUE(signal.faulty);
    TEST_ASSERT_EQUAL_INT64(1, signal.gear);
    hold(gear_lever, signal, second, debounce_ticks - 1);
    TEST_ASSERT_TRUE(signal.faulty);
    hold(gear_lever, signal, second, 1);
    TEST_ASSERT_FALSE(signal.faulty);
    TEST_ASSERT_EQUAL_INT64(2, signal.gear);
}

void bits_without_a_switch_are_ignored() {
    const GearLever gear_lever = lever();
    LeverSignal signal;
    hold(gear_lever, signal, second | (SwitchBits{1} << 6) | (SwitchBits{1} << 63), debounce_ticks);
    TEST_ASSERT_EQUAL_INT64(2, signal.gear);
}

/// How often the reported gear changes when the lever goes from neutral into `gear` and back.
int changes_seen(std::int64_t bounce_ticks, const GearLever& gear_lever, std::uint64_t seed,
                 bool& bounced) {
    const VirtualLever switches(gear_lever, bounce_ticks);
    VirtualLeverState state;
    LeverSignal signal;
    int changes = 0;
    SwitchBits last_bits = 0;
    int edges = 0;
    for (std::uint64_t tick = 0; tick < 200; ++tick) {
        const std::int64_t gear = tick >= 50 && tick < 120 ? 3 : 0;
        const std::int64_t before = signal.gear;
        const SwitchBits bits = switches.step(
            state, gear, ghostcar::model::noise_bits(seed, 3, tick), WireCondition::healthy);
        edges += bits != last_bits ? 1 : 0;
        last_bits = bits;
        gear_lever.step(signal, bits);
        changes += signal.gear != before ? 1 : 0;
    }
    bounced |= edges > 2;
    return changes;
}

void bouncing_contacts_change_the_gear_once_each_way() {
    const GearLever gear_lever = lever();
    const GearLever without_debounce({{1, 2, 3, 4, 5, -1}, 6, 1, fault_after_ticks});
    bool bounced = false;
    bool flickered = false;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        TEST_ASSERT_EQUAL_INT(2, changes_seen(4, gear_lever, seed, bounced));
        TEST_ASSERT_EQUAL_INT(2, changes_seen(debounce_ticks - 1, gear_lever, seed, bounced));
        flickered |= changes_seen(4, without_debounce, seed, bounced) > 2;
    }
    TEST_ASSERT_TRUE(bounced);    // negative controls: the contacts do bounce,
    TEST_ASSERT_TRUE(flickered);  // and without debounce the gear would flicker
}

void broken_lever_wires() {
    const GearLever gear_lever = lever();
    const VirtualLever switches(gear_lever, 0);
    VirtualLeverState state;
    TEST_ASSERT_EQUAL_UINT64(second, switches.step(state, 2, 0, WireCondition::healthy));
    TEST_ASSERT_EQUAL_UINT64(second, switches.step(state, 3, 0, WireCondition::stuck));
    TEST_ASSERT_EQUAL_UINT64(second, switches.step(state, 0, 0, WireCondition::stuck));
    TEST_ASSERT_EQUAL_UINT64(0, switches.step(state, 2, 0, WireCondition::open));
    TEST_ASSERT_EQUAL_UINT64(0x3F, switches.step(state, 2, 0, WireCondition::shorted));
}

void wrong_tables_are_explained() {
    const auto read = [](TableReader& reader) { GearLever::from_toml(reader); };
    TEST_ASSERT_TRUE(contains(config_error_of("gears=[1, 2, 2]\n", read), "found gear 2 twice"));
    TEST_ASSERT_TRUE(contains(config_error_of("gears=[0, 1]\n", read), "no switch can stand for"));
    TEST_ASSERT_TRUE(contains(config_error_of("gears=[1.5]\n", read), "no switch can stand for"));
    TEST_ASSERT_TRUE(
        contains(config_error_of("gears=[1,2,3,4,5,6,-1,1,2]\n", read), "found 9 switches"));
    TEST_ASSERT_TRUE(contains(config_error_of("gears=[1]\ndebounce_ms=0\n", read), "debounce_ms"));
    TEST_ASSERT_EQUAL_STRING(
        "", config_error_of("gears=[1,-1]\ndebounce_ms=10\nfault_after_ms=50\n", read).c_str());
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(every_switch_gives_its_gear_and_none_gives_neutral);
    RUN_TEST(pattern_counts_exactly_at_the_debounce_time);
    RUN_TEST(bounce_shorter_than_debounce_never_shows);
    RUN_TEST(two_switches_hold_the_gear_and_fault_after_the_time);
    RUN_TEST(bits_without_a_switch_are_ignored);
    RUN_TEST(bouncing_contacts_change_the_gear_once_each_way);
    RUN_TEST(broken_lever_wires);
    RUN_TEST(wrong_tables_are_explained);
    return UNITY_END();
}
