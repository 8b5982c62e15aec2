// SPDX-License-Identifier: Apache-2.0
// A sensor's second track, at its boundaries; and bad sensors as a session stages them.
#include "drivers/second_track.h"

#include <toml++/toml.h>
#include <string>

#include "drivers/virtual/wire_fault.h"
#include "tests/unit/unity_cpp.h"

namespace {

using namespace ghostcar;
using namespace ghostcar::drivers;

constexpr double rest_v = 0.25;
constexpr double travel_v = 2.0;

SecondTrack second_track() {
    return {PedalCalibration({rest_v, rest_v + travel_v, 0.1, 2.4, 0.01, 20}), 0.05};
}

/// Ticks until the fault, with the first track at `position` and the second at `other`; 0: none.
int ticks_to_fault(double position, double other_v) {
    const SecondTrack track = second_track();
    TrackSignal signal;
    for (int tick = 1; tick <= 1000; ++tick) {
        track.step(signal, position, other_v);
        if (signal.faulty) return tick;
    }
    return 0;
}

void disagreement_at_its_boundary() {
    TEST_ASSERT_EQUAL_INT(0, ticks_to_fault(0.5, rest_v + 0.5 * travel_v));
    TEST_ASSERT_EQUAL_INT(0, ticks_to_fault(0.5, rest_v + 0.5499 * travel_v));
    TEST_ASSERT_EQUAL_INT(0, ticks_to_fault(0.5, rest_v + 0.4501 * travel_v));
    // More than 20 ms, and far less than 50.
    TEST_ASSERT_EQUAL_INT(21, ticks_to_fault(0.5, rest_v + 0.5501 * travel_v));
    TEST_ASSERT_EQUAL_INT(21, ticks_to_fault(0.5, rest_v + 0.4499 * travel_v));
}

void a_dead_second_track_disagrees_with_everything() {
    TEST_ASSERT_EQUAL_INT(21, ticks_to_fault(0.0, 0.0));
    TEST_ASSERT_EQUAL_INT(21, ticks_to_fault(1.0, 5.0));
}

void a_short_disagreement_is_none() {
    const SecondTrack track = second_track();
    TrackSignal signal;
    for (int round = 0; round < 10; ++round) {
        for (int tick = 0; tick < 20; ++tick) track.step(signal, 0.9, rest_v);
        track.step(signal, 0.0, rest_v);
    }
    TEST_ASSERT_FALSE(signal.faulty);
}

void it_is_over_when_both_agree_for_as_long() {
    const SecondTrack track = second_track();
    TrackSignal signal;
    for (int tick = 0; tick < 30; ++tick) track.step(signal, 0.9, rest_v);
    TEST_ASSERT_TRUE(signal.faulty);
    for (int tick = 0; tick < 20; ++tick) track.step(signal, 0.0, rest_v);
    TEST_ASSERT_TRUE(signal.faulty);
    track.step(signal, 0.0, rest_v);
    TEST_ASSERT_FALSE(signal.faulty);
}

void it_is_read_from_a_table() {
    const toml::table table = toml::parse(
        "rest_v = 0.25\nfull_v = 2.25\nmin_valid_v = 0.1\nmax_valid_v = 2.4\ndead_zone = 0.01\n"
        "fault_after_ms = 5\nlargest_difference = 0.1\n");
    model::TableReader reader(table);
    const SecondTrack track = SecondTrack::from_toml(reader);
    reader.finish();
    TrackSignal signal;
    for (int tick = 0; tick < 6; ++tick) track.step(signal, 0.2, rest_v + 0.31 * travel_v);
    TEST_ASSERT_TRUE(signal.faulty);
}

WireFaultList read(const std::string& text) {
    const toml::table table = toml::parse(text);
    model::TableReader reader(table);
    return WireFaultList::from_toml(reader);
}

void a_drift_grows_and_stays() {
    const WireFaultList list = read(
        "[[fault]]\nsignal = 'brake'\nkind = 'drift'\nat_s = 1.0\nfor_s = 2.0\nshare = -0.03\n");
    const auto offset = [&list](std::int64_t tick) {
        return list.trouble_of(WireSignal::brake, tick).offset;
    };
    TEST_ASSERT_EQUAL_DOUBLE(0.0, offset(-1));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, offset(1'000));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.015, offset(2'000));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.03, offset(3'000));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.03, offset(1'000'000));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, list.trouble_of(WireSignal::clutch, 3'000).offset);
    // A drift in no time is a step.
    const WireFaultList step = read(
        "[[fault]]\nsignal = 'brake'\nkind = 'drift'\nat_s = 1.0\nfor_s = 0.0\nshare = 0.03\n");
    TEST_ASSERT_EQUAL_DOUBLE(0.0, step.trouble_of(WireSignal::brake, 999).offset);
    TEST_ASSERT_EQUAL_DOUBLE(0.03, step.trouble_of(WireSignal::brake, 1'000).offset);
}

void noises_add_and_the_longest_delay_counts() {
    const WireFaultList list = read(
        "[[fault]]\nsignal = 'clutch'\nkind = 'noise'\nat_s = 0.0\nfor_s = 1.0\nshare = 0.01\n"
        "[[fault]]\nsignal = 'clutch'\nkind = 'noise'\nat_s = 0.5\nfor_s = 1.0\nshare = 0.02\n"
        "[[fault]]\nsignal = 'clutch'\nkind = 'delay'\nat_s = 0.0\nfor_s = 1.0\ndelay_ms = 5\n"
        "[[fault]]\nsignal = 'clutch'\nkind = 'delay'\nat_s = 0.0\nfor_s = 1.0\ndelay_ms = 3\n");
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.01, list.trouble_of(WireSignal::clutch, 0).noise);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.03, list.trouble_of(WireSignal::clutch, 500).noise);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.02, list.trouble_of(WireSignal::clutch, 1'000).noise);
    TEST_ASSERT_EQUAL_INT64(5, list.trouble_of(WireSignal::clutch, 999).delay_ticks);
    TEST_ASSERT_EQUAL_INT64(0, list.trouble_of(WireSignal::clutch, 1'000).delay_ticks);
    // None of them breaks the wire.
    TEST_ASSERT_TRUE(list.at(500)[2] == WireCondition::healthy);
}

void a_fault_hits_one_track() {
    const WireFaultList list =
        read("[[fault]]\nsignal = 'clutch'\nkind = 'open'\ntrack = 2\nat_s = 0.0\nfor_s = 1.0\n");
    TEST_ASSERT_TRUE(list.at(500)[2] == WireCondition::healthy);
    TEST_ASSERT_TRUE(list.at(500, 2)[2] == WireCondition::open);
    TEST_ASSERT_TRUE(list.at(1'000, 2)[2] == WireCondition::healthy);
}

void a_lever_does_not_drift() {
    for (const char* text :
         {"[[fault]]\nsignal = 'lever'\nkind = 'drift'\nat_s = 0.0\nfor_s = 1.0\nshare = 0.1\n",
          "[[fault]]\nsignal = 'lever'\nkind = 'open'\ntrack = 2\nat_s = 0.0\nfor_s = 1.0\n",
          "[[fault]]\nsignal = 'brake'\nkind = 'delay'\nat_s = 0.0\nfor_s = 1.0\ndelay_ms = "
          "32\n"}) {
        bool refused = false;
        try {
            static_cast<void>(read(text));
        } catch (const model::ConfigError&) {
            refused = true;
        }
        TEST_ASSERT_TRUE_MESSAGE(refused, text);
    }
}

void reports_are_kept_once_and_in_order() {
    WireReports reports;
    reports.add({WireSignal::brake, WireTrouble::stuck, 5, 1.0});
    reports.add({WireSignal::brake, WireTrouble::stuck, 6, 2.0});
    reports.add({WireSignal::brake, WireTrouble::out_of_range, 7, 3.0});
    TEST_ASSERT_EQUAL_UINT(2, reports.all().size());
    TEST_ASSERT_EQUAL_INT64(5, reports.all()[0].driving_tick);
    for (std::int64_t signal = 0; signal < 4; ++signal)
        for (std::int64_t trouble = 0; trouble < 4; ++trouble)
            reports.add({static_cast<WireSignal>(signal), static_cast<WireTrouble>(trouble), 8, 0});
    TEST_ASSERT_EQUAL_UINT(16, reports.all().size());
    TEST_ASSERT_TRUE(word_of(WireSignal::lever) == "lever");
    TEST_ASSERT_TRUE(words_of(WireTrouble::tracks_disagree) == "its two tracks disagree");
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(disagreement_at_its_boundary);
    RUN_TEST(a_dead_second_track_disagrees_with_everything);
    RUN_TEST(a_short_disagreement_is_none);
    RUN_TEST(it_is_over_when_both_agree_for_as_long);
    RUN_TEST(it_is_read_from_a_table);
    RUN_TEST(a_drift_grows_and_stays);
    RUN_TEST(noises_add_and_the_longest_delay_counts);
    RUN_TEST(a_fault_hits_one_track);
    RUN_TEST(a_lever_does_not_drift);
    RUN_TEST(reports_are_kept_once_and_in_order);
    return UNITY_END();
}
