// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/fault/fault_config.h"

#include <toml++/toml.h>
#include <cstring>
#include <string>

#include "tests/unit/can_bridge/session_of_test.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::can_bridge;
using fault::Fault;
using fault::FaultKind;
using tests::SessionOfTest;

void setUp() {}
void tearDown() {}

namespace {

std::vector<Fault> faults_from(const std::string& text, const SessionOfTest& session = {}) {
    const toml::table table = toml::parse(text, std::string_view("s.toml"));
    model::TableReader root(table);
    model::TableReader can = root.table("can");
    return fault::faults_from_toml(can, session);
}

Fault fault_from(const std::string& keys, const SessionOfTest& session = {}) {
    return faults_from("[[can.fault]]\nname = \"f\"\n" + keys, session).at(0);
}

void expect_error(const char* part, const std::string& keys) {
    try {
        static_cast<void>(fault_from(keys));
    } catch (const model::ConfigError& error) {
        TEST_ASSERT_NOT_NULL_MESSAGE(std::strstr(error.what(), part), error.what());
        TEST_ASSERT_TRUE_MESSAGE(std::strstr(error.what(), "s.toml:") == error.what(),
                                 error.what());
        return;
    }
    TEST_FAIL_MESSAGE(keys.c_str());
}

void every_kind_can_be_written() {
    struct Row {
        const char* keys;
        FaultKind kind;
        double amount;
    };
    const Row rows[] = {
        {"kind = 'drop'\nmessage = 'Pedals'", FaultKind::drop, 0.0},
        {"kind = 'delay'\ndelay_ms = 25", FaultKind::delay, 25.0},
        {"kind = 'duplicate'", FaultKind::duplicate, 1.0},
        {"kind = 'reorder'", FaultKind::reorder, 100.0},
        {"kind = 'corrupt'\nbits = 3", FaultKind::corrupt, 3.0},
        {"kind = 'wrong_length'\nlength = 7", FaultKind::length, 7.0},
        {"kind = 'wrong_counter'\nmessage = 'Pedals'\nstep = 2", FaultKind::counter, 2.0},
        {"kind = 'wrong_checksum'\nmessage = 'Pedals'", FaultKind::checksum, 0.0},
        {"kind = 'freeze'\nmessage = 'Pedals'\nsignal = 'Brake'", FaultKind::freeze, 0.0},
        {"kind = 'scale'\nmessage = 'Pedals'\nsignal = 'Brake'\nfactor = 0.5", FaultKind::scale,
         0.5},
        {"kind = 'offset'\nmessage = 'Pedals'\nsignal = 'Brake'\noffset = -3", FaultKind::offset,
         -3.0},
        {"kind = 'stuck'\nmessage = 'Pedals'\nsignal = 'Brake'\nvalue = 9", FaultKind::stuck, 9.0},
        {"kind = 'spoof'\nid = 0x123\ndata = '0102'\nevery_ms = 20", FaultKind::spoof, 20.0},
        {"kind = 'flood'\nload = 0.75", FaultKind::flood, 0.75},
        {"kind = 'silence'", FaultKind::silence, 0.0},
        {"kind = 'bus_off'", FaultKind::bus_off, 0.0},
    };
    for (const Row& row : rows) {
        const Fault fault = fault_from(row.keys);
        TEST_ASSERT_TRUE_MESSAGE(fault.kind == row.kind, row.keys);
        TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(row.amount, fault.amount, row.keys);
        TEST_ASSERT_FALSE(fault.trigger.first_tick || fault.trigger.when);
    }
}

void directions_have_sensible_defaults() {
    const Fault drop = fault_from("kind = 'drop'");
    TEST_ASSERT_TRUE(drop.is_for_received && !drop.is_for_sent && !drop.target);
    const Fault flood = fault_from("kind = 'flood'\nload = 1");
    TEST_ASSERT_TRUE(!flood.is_for_received && flood.is_for_sent);
    const Fault silence = fault_from("kind = 'silence'");
    TEST_ASSERT_TRUE(silence.is_for_received && silence.is_for_sent);
    const Fault both = fault_from("kind = 'drop'\ndirection = 'both'\nbus = 'engine'");
    TEST_ASSERT_TRUE(both.is_for_received && both.is_for_sent && both.bus == 1);
    expect_error("is not one of", "kind = 'drop'\ndirection = 'up'");
    expect_error("direction", "kind = 'bus_off'\ndirection = 'sent'");
}

void a_signal_knows_its_place_and_protection() {
    const Fault fault =
        fault_from("kind = 'stuck'\nmessage = 'Pedals'\nsignal = 'Brake'\nvalue = 9");
    TEST_ASSERT_EQUAL_UINT64(1, fault.signal);
    TEST_ASSERT_TRUE(fault.protection.has_value() && fault.keeps_checksum_right);
    TEST_ASSERT_EQUAL_UINT32(0x100, fault.target->id);
    TEST_ASSERT_FALSE(fault_from("kind = 'stuck'\nmessage = 'Pedals'\nsignal = 'Brake'\nvalue = 9\n"
                                 "keeps_checksum_right = false")
                          .keeps_checksum_right);
}

void triggers() {
    const Fault timed = fault_from("kind = 'drop'\nat_s = 1.5\nfor_s = 0.25");
    TEST_ASSERT_EQUAL_INT64(1500, *timed.trigger.first_tick);
    TEST_ASSERT_EQUAL_INT64(250, *timed.trigger.duration_ticks);
    TEST_ASSERT_TRUE(fault_from("kind = 'drop'\nwhen = 'speed > 50'").trigger.when.has_value());
    expect_error("when: character 9: found the end", "kind = 'drop'\nwhen = 'speed > '");
    expect_error("has no beginning", "kind = 'drop'\nfor_s = 1");
    expect_error("for_s", "kind = 'drop'\nat_s = 1\nfor_s = 0");
}

void spoofed_frames() {
    const Fault raw = fault_from("kind = 'spoof'\nid = 0x123\ndata = 'DEADbeef'\nevery_ms = 20");
    TEST_ASSERT_EQUAL_INT(4, raw.frame.length);
    TEST_ASSERT_EQUAL_UINT8(0xEF, raw.frame.data[3]);
    const Fault known = fault_from("kind = 'spoof'\nmessage = 'Pedals'\nevery_ms = 20");
    TEST_ASSERT_EQUAL_UINT32(0x100, known.frame.id);
    TEST_ASSERT_EQUAL_UINT8(7, known.frame.data[3]);  // its start value
    TEST_ASSERT_TRUE(known.protection.has_value());
    expect_error("has 3 digits", "kind = 'spoof'\nid = 1\ndata = '123'\nevery_ms = 20");
    expect_error("is no byte", "kind = 'spoof'\nid = 1\ndata = '12g4'\nevery_ms = 20");
    expect_error("has 18 digits",
                 "kind = 'spoof'\nid = 1\ndata = '010203040506070809'\nevery_ms = 1");
    expect_error("id", "kind = 'spoof'\nid = 2048\ndata = ''\nevery_ms = 20");
    expect_error("id", "kind = 'spoof'\ndata = ''\nevery_ms = 20");
}

void a_log_keeps_its_absolute_times() {
    SessionOfTest session;
    // 3 · 0.3333 s: what is rounded for each frame alone never adds up.
    session.files["a.log"] =
        "(1000.000000) can0 123#01\n(1000.333300) can0 123#02\n(1000.666600) can0 12345678#03\n"
        "(1000.666700) can0 20000004#0000000000000000\n(1000.999999) can0 123#R\n";
    const Fault fault = fault_from("kind = 'replay'\nlog = 'a.log'", session);
    TEST_ASSERT_EQUAL_UINT64(4, fault.log.size());
    const std::int64_t expected[] = {0, 333, 666, 999};
    for (std::size_t index = 0; index < 4; ++index)
        TEST_ASSERT_EQUAL_INT64(expected[index], fault.log[index].offset_ticks);
    TEST_ASSERT_TRUE(fault.log[2].frame.is_extended);

    session.files["a.asc"] =
        "date Tue Jun 11 09:05:07 am 2024\nbase hex timestamps absolute\n"
        "   5.000000 1  123             Rx   d 2 01 02\n   5.010500 1  124             Rx   d 0\n";
    const Fault asc = fault_from("kind = 'replay'\nlog = 'a.asc'", session);
    TEST_ASSERT_EQUAL_UINT64(2, asc.log.size());
    TEST_ASSERT_EQUAL_INT64(10, asc.log[1].offset_ticks);

    session.files["empty.log"] = "";
    session.files["bad.blf"] = "LOGGnonsense";
    for (const char* name : {"empty.log", "bad.blf", "none.log"}) {
        try {
            static_cast<void>(
                fault_from(std::string("kind = 'replay'\nlog = '") + name + "'", session));
            TEST_FAIL_MESSAGE(name);
        } catch (const model::ConfigError& error) {
            TEST_ASSERT_NOT_NULL_MESSAGE(std::strstr(error.what(), name), error.what());
        }
    }
}

void a_log_of_several_buses_needs_a_channel() {
    SessionOfTest session;
    session.files["two.log"] =
        "(1.000000) can0 123#01\n(2.000000) vcan1 124#02\n(3.000000) can0 125#03\n"
        "(4.000000) vcan1 126#04\n";
    session.files["two.asc"] =
        "date Tue Jun 11 09:05:07 am 2024\nbase hex timestamps absolute\n"
        "   5.000000 1  123             Rx   d 2 01 02\n   5.010500 2  124             Rx   d 0\n";
    const auto replay = [&](const std::string& keys) {
        return fault_from("kind = 'replay'\nlog = " + keys, session);
    };
    const Fault second = replay("'two.log'\nlog_channel = 'vcan1'");
    TEST_ASSERT_EQUAL_UINT64(2, second.log.size());
    TEST_ASSERT_EQUAL_UINT32(0x124, second.log[0].frame.id);
    TEST_ASSERT_EQUAL_INT64(0, second.log[0].offset_ticks);  // since the first of this channel
    TEST_ASSERT_EQUAL_INT64(2000, second.log[1].offset_ticks);
    TEST_ASSERT_EQUAL_UINT32(0x124, replay("'two.asc'\nlog_channel = '2'").log.at(0).frame.id);
    const char* const wrong[][2] = {
        {"'two.log'", "two.log has the channels can0, vcan1"},
        {"'two.asc'", "two.asc has the channels 1, 2"},
        {"'two.log'\nlog_channel = 'can7'", "no channel \"can7\"; use one of can0, vcan1"}};
    for (const auto& [keys, part] : wrong) {
        try {
            static_cast<void>(replay(keys));
            TEST_FAIL_MESSAGE(keys);
        } catch (const model::ConfigError& error) {
            TEST_ASSERT_NOT_NULL_MESSAGE(std::strstr(error.what(), part), error.what());
        }
    }
}

void mistakes_are_told() {
    expect_error("is not a kind of fault", "kind = 'explode'");
    expect_error("there is no bus", "kind = 'drop'\nbus = 'nowhere'");
    expect_error("has no message \"Nobody\"", "kind = 'drop'\nmessage = 'Nobody'");
    expect_error("has no signal \"Clutch\"",
                 "kind = 'freeze'\nmessage = 'Pedals'\nsignal = 'Clutch'");
    expect_error("has no counter", "kind = 'wrong_counter'\nmessage = 'Engine'");
    expect_error("has no checksum", "kind = 'wrong_checksum'\nmessage = 'Engine'");
    expect_error("message", "kind = 'wrong_checksum'");
    expect_error("share", "kind = 'drop'\nshare = 1.5");
    expect_error("load", "kind = 'flood'\nload = 1.5");
    expect_error("delay_ms", "kind = 'delay'");
    expect_error("did you mean", "kind = 'delay'\ndelay_ms = 5\nwen = 'speed > 5'");
}

void names_are_unique_and_few() {
    const std::string one = "[[can.fault]]\nname = 'f'\nkind = 'drop'\n";
    try {
        static_cast<void>(faults_from(one + one));
        TEST_FAIL();
    } catch (const model::ConfigError& error) {
        TEST_ASSERT_NOT_NULL(std::strstr(error.what(), "two faults"));
    }
    std::string many;
    for (int index = 0; index < 33; ++index)
        many += "[[can.fault]]\nname = 'f" + std::to_string(index) + "'\nkind = 'drop'\n";
    try {
        static_cast<void>(faults_from(many));
        TEST_FAIL();
    } catch (const model::ConfigError& error) {
        TEST_ASSERT_NOT_NULL(std::strstr(error.what(), "at most 32"));
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(every_kind_can_be_written);
    RUN_TEST(directions_have_sensible_defaults);
    RUN_TEST(a_signal_knows_its_place_and_protection);
    RUN_TEST(triggers);
    RUN_TEST(spoofed_frames);
    RUN_TEST(a_log_keeps_its_absolute_times);
    RUN_TEST(a_log_of_several_buses_needs_a_channel);
    RUN_TEST(mistakes_are_told);
    RUN_TEST(names_are_unique_and_few);
    return UNITY_END();
}
