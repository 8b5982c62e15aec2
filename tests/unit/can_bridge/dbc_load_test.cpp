// SPDX-License-Identifier: Apache-2.0
// Regular files: every kind of statement arrives where it belongs.
#include <cstring>

#include "can_bridge/dbc/overlap.h"
#include "can_bridge/message_codec.h"
#include "tests/unit/can_bridge/files.h"

using namespace ghostcar::can_bridge;
using namespace ghostcar::tests;
using dbc::Database;
using dbc::Message;
using dbc::Signal;

namespace {

const Signal& signal_of(const Message& message, std::string_view name) {
    for (const Signal& signal : message.signals)
        if (signal.name == name) return signal;
    TEST_FAIL_MESSAGE(std::string(name).c_str());
    return message.signals.front();
}

void a_complete_file() {
    const Database database = load_dbc("complete.dbc");
    TEST_ASSERT_EQUAL_size_t(0, database.warnings.size());
    TEST_ASSERT_EQUAL_STRING("1.0", database.version.c_str());
    TEST_ASSERT_EQUAL_size_t(3, database.nodes.size());
    TEST_ASSERT_EQUAL_STRING("It says \"hello\".", database.nodes[1].comment.c_str());
    TEST_ASSERT_EQUAL_STRING("x.dll",
                             database.nodes[1].attributes.at("NodeLayerModules").text.c_str());
    TEST_ASSERT_EQUAL_STRING("The network's\r\ncomment; with a semicolon",
                             database.comment.c_str());
    TEST_ASSERT_EQUAL_STRING("CAN FD", database.attributes.at("BusType").text.c_str());
    TEST_ASSERT_EQUAL_size_t(5, database.messages.size());  // without the orphans
    TEST_ASSERT_EQUAL_size_t(2, database.value_tables.at("Switch").size());

    const Message& engine = *database.find(256, false);
    TEST_ASSERT_EQUAL_STRING("EngineData", engine.name.c_str());
    TEST_ASSERT_TRUE(engine.cycle_time_ms == 10.0);
    TEST_ASSERT_FALSE(engine.is_fd);
    TEST_ASSERT_EQUAL_size_t(2, engine.senders.size());
    const Signal& speed = signal_of(engine, "Speed");
    TEST_ASSERT_TRUE(speed.scale == 0.25 && speed.offset == 0.0 && speed.maximum == 16383.75);
    TEST_ASSERT_EQUAL_STRING("rpm", speed.unit.c_str());
    TEST_ASSERT_EQUAL_STRING("Crankshaft speed", speed.comment.c_str());
    TEST_ASSERT_EQUAL_size_t(2, speed.receivers.size());
    TEST_ASSERT_TRUE(speed.start_value == 0.0);  // the default
    TEST_ASSERT_TRUE(signal_of(engine, "Temperature").start_value == 64.0);
    TEST_ASSERT_TRUE(signal_of(engine, "Torque").byte_order == dbc::ByteOrder::big_endian);
    const Signal& state = signal_of(engine, "State");
    TEST_ASSERT_EQUAL_size_t(3, state.value_names.size());
    TEST_ASSERT_EQUAL_STRING("Cranking; not yet", state.value_names[1].name.c_str());
}

void long_names_types_and_frame_formats() {
    const Database database = load_dbc("complete.dbc");
    const Message& extended = *database.find(0x18FEF1FE, true);
    TEST_ASSERT_NULL(database.find(0x18FEF1FE, false));
    TEST_ASSERT_EQUAL_STRING("Extended_message_with_a_long_name_indeed", extended.name.c_str());
    TEST_ASSERT_EQUAL_PTR(&extended, database.find("Extended_message_with_a_long_name_indeed"));
    TEST_ASSERT_NULL(database.find("Extended_message_with_a_long_nam"));
    TEST_ASSERT_TRUE(extended.cycle_time_ms == 100.0);  // the default
    TEST_ASSERT_EQUAL_STRING("Signal_with_a_name_that_is_too_long_for_old_tools",
                             extended.signals[0].name.c_str());
    TEST_ASSERT_TRUE(signal_of(extended, "Fraction").type == dbc::ValueType::float32);
    TEST_ASSERT_TRUE(database.find("Precise")->signals[0].type == dbc::ValueType::float64);
    TEST_ASSERT_TRUE(database.find("FlexibleData")->is_fd);
    TEST_ASSERT_TRUE(database.find("ShortFlexible")->is_fd);
    TEST_ASSERT_FALSE(database.find("Precise")->is_fd);
}

/// The names of the signals in a frame with these bytes, one after the other.
std::string present(const Message& message, std::string_view hex) {
    Frame frame;
    for (const std::uint8_t byte : from_hex(hex)) frame.data[frame.length++] = byte;
    frame.length = 8;
    const MessageCodec codec(message);
    std::string names;
    for (std::size_t index = 0; index < message.signals.size(); ++index)
        if (codec.is_present(index, frame)) names += message.signals[index].name + " ";
    return names;
}

void simple_multiplexing() {
    const Database database = load_dbc("simple_multiplexing.dbc");
    TEST_ASSERT_EQUAL_size_t(0, database.warnings.size());
    const Message& message = *database.find("Simple");
    TEST_ASSERT_EQUAL_STRING("Selector Common InZero ", present(message, "00").c_str());
    TEST_ASSERT_EQUAL_STRING("Selector Common InOne ", present(message, "01").c_str());
    TEST_ASSERT_EQUAL_STRING("Selector Common Shared ", present(message, "02").c_str());
    TEST_ASSERT_EQUAL_STRING("Selector Common Shared ", present(message, "03").c_str());
    TEST_ASSERT_EQUAL_STRING("Selector Common ", present(message, "04").c_str());
    TEST_ASSERT_EQUAL_STRING("Selector Common ", present(message, "FF").c_str());
}

void extended_multiplexing() {
    const Database database = load_dbc("extended_multiplexing.dbc");
    TEST_ASSERT_EQUAL_size_t(0, database.warnings.size());
    const Message& cascade = *database.find("Cascade");
    TEST_ASSERT_EQUAL_STRING("Outer Beside ", present(cascade, "00").c_str());
    TEST_ASSERT_EQUAL_STRING("Outer Inner ", present(cascade, "01").c_str());
    TEST_ASSERT_EQUAL_STRING("Outer Inner ", present(cascade, "11").c_str());
    TEST_ASSERT_EQUAL_STRING("Outer Inner Leaf ", present(cascade, "21").c_str());
    TEST_ASSERT_EQUAL_STRING("Outer Inner Wide ", present(cascade, "31").c_str());
    TEST_ASSERT_EQUAL_STRING("Outer Inner Wide ", present(cascade, "41").c_str());
    TEST_ASSERT_EQUAL_STRING("Outer Inner Leaf ", present(cascade, "61").c_str());
    TEST_ASSERT_EQUAL_STRING("Outer Inner ", present(cascade, "81").c_str());
    TEST_ASSERT_EQUAL_STRING("Outer Inner Leaf ", present(cascade, "91").c_str());
    TEST_ASSERT_EQUAL_STRING("Outer Beside ", present(cascade, "2A").c_str());
    TEST_ASSERT_EQUAL_STRING("Outer ", present(cascade, "22").c_str());
    const Message& two = *database.find("Two");
    TEST_ASSERT_EQUAL_STRING("Left Right OfLeft OfRight ", present(two, "00 03").c_str());
    TEST_ASSERT_EQUAL_STRING("Left Right OfRight ", present(two, "01 03").c_str());
    TEST_ASSERT_EQUAL_STRING("Left Right OfLeft ", present(two, "00 04").c_str());
}

void overlaps_know_about_multiplexing() {
    const Database database = load_dbc("extended_multiplexing.dbc");
    const Message& cascade = *database.find("Cascade");
    TEST_ASSERT_FALSE(dbc::can_coexist(cascade, 2, 3));  // Leaf, Wide
    TEST_ASSERT_FALSE(dbc::can_coexist(cascade, 3, 4));  // Wide, Beside
    TEST_ASSERT_FALSE(dbc::can_coexist(cascade, 1, 4));  // Inner, Beside
    TEST_ASSERT_TRUE(dbc::can_coexist(cascade, 0, 3));
    TEST_ASSERT_TRUE(dbc::can_coexist(cascade, 1, 2));
}

void character_sets() {
    for (const char* name : {"code_page_1252.dbc", "utf8.dbc", "utf8_with_mark.dbc"}) {
        const Database database = load_dbc(name);
        const Signal& signal = database.messages.front().signals.front();
        TEST_ASSERT_EQUAL_STRING_MESSAGE("Außentemperatur", signal.name.c_str(), name);
        TEST_ASSERT_EQUAL_STRING_MESSAGE("°C", signal.unit.c_str(), name);
        TEST_ASSERT_EQUAL_STRING_MESSAGE("5 € – “quoted”", signal.comment.c_str(), name);
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_complete_file);
    RUN_TEST(long_names_types_and_frame_formats);
    RUN_TEST(simple_multiplexing);
    RUN_TEST(extended_multiplexing);
    RUN_TEST(overlaps_know_about_multiplexing);
    RUN_TEST(character_sets);
    return UNITY_END();
}
