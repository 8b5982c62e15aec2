// SPDX-License-Identifier: Apache-2.0
// A [can] table that is wrong: one clear line, before anything is sent.
#include "model/config/config_error.h"
#include "tests/unit/can_bridge/can_session.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::tests;

namespace {

/// The line is about `words`, and has a place in the file.
void refuses(const std::string& can_toml, std::initializer_list<const char*> words,
             const std::string& dbc = small_dbc) {
    try {
        (void)can_config(can_toml, dbc);
    } catch (const model::ConfigError& error) {
        const std::string line = error.what();
        TEST_ASSERT_TRUE_MESSAGE(line.find('\n') == std::string::npos, line.c_str());
        TEST_ASSERT_TRUE_MESSAGE(line.starts_with("session.toml:"), line.c_str());
        for (const char* word : words)
            TEST_ASSERT_TRUE_MESSAGE(line.find(word) != std::string::npos,
                                     (line + " lacks " + word).c_str());
        return;
    }
    TEST_FAIL_MESSAGE(("accepted: " + can_toml).c_str());
}

std::string send(const std::string& message, const std::string& rest) {
    return "[[can.bus.send]]\nmessage=\"" + message + "\"\n" + rest + "\n";
}
std::string receive(const std::string& message, const std::string& rest) {
    return "[[can.bus.receive]]\nmessage=\"" + message + "\"\n" + rest + "\n";
}

void what_is_not_in_the_file_is_named() {
    refuses(one_bus(send("Engin", "")), {"Engin", "small.dbc", "Engine"});
    refuses(one_bus(send("Engine", "signals=[{signal=\"Rmp\", from=\"gear\"}]")),
            {"Engine", "Rmp", "Rpm"});
    refuses(one_bus(send("Engine", "signals=[{signal=\"Rpm\", from=\"engine_sped_rpm\"}]")),
            {"engine_sped_rpm", "engine_speed_rpm"});
    refuses(one_bus(receive("Pedals", "signals=[{signal=\"Brake\", to=\"break\"}]")),
            {"break", "brake"});
    refuses(one_bus("hears=[\"Pedal\"]\n" + receive("Pedals", "")), {"Pedal", "Pedals"});
}

void signals_that_overlap_are_not_sent() {
    refuses(one_bus(send("Engine",
                         "signals=[{signal=\"Speed\", from=\"speed_kph\"},"
                         "{signal=\"Twice\", from=\"gear\"}]")),
            {"Twice", "Speed", "overlap"});
    refuses(one_bus(send("Engine",
                         "protection={profile=\"profile5\", data_id=1, offset=2}\n"
                         "signals=[{signal=\"Rpm\", from=\"engine_speed_rpm\"}]")),
            {"Rpm", "protection", "overlap"});
    // Each for itself is fine.
    (void)can_config(one_bus(send("Engine", "signals=[{signal=\"Twice\", from=\"gear\"}]")));
}

/// Of two that overlap on one page, one is mapped and the other has a start value.
void start_values_do_not_lie_on_what_is_mapped() {
    const std::string start = "BA_ \"GenSigStartValue\" SG_ 514 ";
    const std::string dbc =
        "BO_ 514 Pages: 3 Us\n SG_ Page M : 0|8@1+ (1,0) [0|0] \"\" Us\n"
        " SG_ Gear m1 : 8|8@1- (1,0) [0|0] \"\" Us\n SG_ Whole m1 : 8|12@1+ (1,0) [0|0] \"\" Us\n"
        " SG_ Behind m1 : 20|4@1+ (1,0) [0|0] \"\" Us\n" +
        start + "Whole 4095;\n" + start + "Behind 5;\n";
    const CanConfig config = can_config(one_bus(send("Pages",
                                                     "cycle_ms=10\npages=[1]\n"
                                                     "signals=[{signal=\"Gear\", value=3}]")),
                                        dbc);
    const Frame& frame = config.buses.at(0).sends.at(0).config.pages.at(0).frame;
    TEST_ASSERT_EQUAL_HEX8(0x01, frame.data[0]);
    TEST_ASSERT_EQUAL_HEX8(0x03, frame.data[1]);
    TEST_ASSERT_EQUAL_HEX8(0x50, frame.data[2]);
}

void an_id_has_one_owner() {
    refuses(one_bus(send("Engine", "") + send("Status", "cycle_ms=10\nid=512")),
            {"512", "Engine", "Status", "two owners"});
    refuses(one_bus(receive("Pedals", "") + send("Engine", "id=256")), {"256", "two owners"});
    // The same number, extended, is another id.
    (void)can_config(one_bus(receive("Pedals", "") + send("Engine", "id=256\nextended=true")));
}

void an_id_out_of_range_is_refused() {
    refuses(one_bus(send("Engine", "id=2048")), {"2048", "2047"});
    refuses(one_bus(send("Engine", "id=536870912\nextended=true")), {"536870912"});
    refuses(one_bus(send("Engine", "id=-1")), {"-1"});
    refuses(one_bus(send("TooLong", "cycle_ms=10")), {"4096", "11 bits"});
    refuses(one_bus(send("TooLong", "cycle_ms=10\nextended=false")), {"4096", "11 bits"});
    (void)can_config(one_bus(send("TooLong", "cycle_ms=10\nextended=true")));
    (void)can_config(one_bus(send("Engine", "id=2047")));
}

void a_full_bus_is_refused() {
    refuses(one_bus("load_limit_pct=2.0\n" + send("Engine", "")), {"load_limit_pct", "2.7", "2.0"});
    (void)can_config(one_bus("load_limit_pct=2.8\n" + send("Engine", "")));
    // What is expected from others counts, too.
    refuses(one_bus("load_limit_pct=2.8\n" + send("Engine", "") + receive("Pedals", "")),
            {"load_limit_pct"});
}

/// However fast a value flickers, the bus is not fuller than computed.
void a_frame_on_a_change_counts_at_its_minimum_delay() {
    const std::string status = "signals=[{signal=\"Phase\", from=\"phase\"}]\n";
    const auto load = [&](const std::string& rest) {
        return can_config(one_bus(send("Status", rest + status))).buses[0].computed_load;
    };
    constexpr double frame = 65.0 / 500'000.0;  // s
    constexpr double little = 1e-12;
    const std::string change = "when=\"on-change\"\n";
    const std::string mixed = "when=\"cyclic-and-on-change\"\ncycle_ms=100\n";
    TEST_ASSERT_DOUBLE_WITHIN(little, frame / 0.010, load(change));
    TEST_ASSERT_DOUBLE_WITHIN(little, frame / 0.001, load(change + "minimum_delay_ms=1\n"));
    TEST_ASSERT_DOUBLE_WITHIN(little, frame / 0.010, load(mixed));
    TEST_ASSERT_DOUBLE_WITHIN(little, 4 * frame / 0.1, load(mixed + "minimum_delay_ms=30\n"));
    TEST_ASSERT_DOUBLE_WITHIN(little, frame / 0.1, load(mixed + "minimum_delay_ms=500\n"));
    refuses(
        one_bus("load_limit_pct=12\n" + send("Status", change + "minimum_delay_ms=1\n" + status)),
        {"load_limit_pct", "13.0"});
}

/// The file's GenMsgDelayTime is the delay where the mapping says none.
void the_file_says_how_often_a_change_is_sent() {
    const std::string toml = one_bus(send("Status", "when=\"on-change\""));
    const auto delay = [&](const std::string& attributes) {
        return can_config(toml, std::string(small_dbc) + attributes)
            .buses[0]
            .sends[0]
            .config.minimum_delay_ticks;
    };
    TEST_ASSERT_EQUAL_INT64(10, delay(""));
    const std::string definition = "BA_DEF_ BO_ \"GenMsgDelayTime\" INT 0 1000;\n";
    TEST_ASSERT_EQUAL_INT64(50, delay(definition + "BA_DEF_DEF_ \"GenMsgDelayTime\" 0;\n"
                                                   "BA_ \"GenMsgDelayTime\" BO_ 513 50;\n"));
    TEST_ASSERT_EQUAL_INT64(10, delay(definition + "BA_DEF_DEF_ \"GenMsgDelayTime\" 0;\n"));
}

/// By the words of the file's own enumeration, whatever their order is.
void the_file_says_when_a_message_is_sent() {
    struct Row {
        const char* words;
        int index;
        bool is_cyclic;
        bool is_on_change;
    };
    const Row rows[] = {
        {"\"Cyclic\",\"CyclicAndOnChange\",\"Event\"", 0, true, false},
        {"\"Cyclic\",\"CyclicAndOnChange\",\"Event\"", 1, true, true},
        {"\"Cyclic\",\"CyclicAndOnChange\",\"Event\"", 2, false, true},
        {"\"Cyclic\",\"Spontaneous\",\"CyclicAndSpontaneous\"", 1, false, true},
        {"\"Cyclic\",\"Spontaneous\",\"CyclicAndSpontaneous\"", 2, true, true},
        {"\"OnWrite\",\"cyclic\",\"On Change\",\"Cyclic_If_Active\"", 0, false, true},
        {"\"OnWrite\",\"cyclic\",\"On Change\",\"Cyclic_If_Active\"", 1, true, false},
        {"\"OnWrite\",\"cyclic\",\"On Change\",\"Cyclic_If_Active\"", 2, false, true},
        {"\"OnWrite\",\"cyclic\",\"On Change\",\"Cyclic_If_Active\"", 3, true, true}};
    const auto file = [](const char* words, const std::string& value) {
        return std::string(small_dbc) + "BA_DEF_ BO_ \"GenMsgSendType\" ENUM " + words + ";\n" +
               value;
    };
    const std::string toml = one_bus(send("Engine", ""));
    for (const Row& row : rows) {
        const std::string value =
            "BA_ \"GenMsgSendType\" BO_ 512 " + std::to_string(row.index) + ";\n";
        const SentMessageConfig config =
            can_config(toml, file(row.words, value)).buses[0].sends[0].config;
        TEST_ASSERT_EQUAL_INT(row.is_cyclic ? 10 : 0, config.cycle_ticks);
        TEST_ASSERT_EQUAL_INT(row.is_on_change, config.on_change);
    }
    // The default of the file counts, too; the mapping has the last word.
    const std::string standard =
        file("\"Cyclic\",\"Spontaneous\"", "BA_DEF_DEF_ \"GenMsgSendType\" \"Spontaneous\";\n");
    TEST_ASSERT_EQUAL_INT64(0, can_config(toml, standard).buses[0].sends[0].config.cycle_ticks);
    const std::string cyclic = one_bus(send("Engine", "when=\"cyclic\""));
    TEST_ASSERT_EQUAL_INT64(10, can_config(cyclic, standard).buses[0].sends[0].config.cycle_ticks);
    refuses(one_bus(send("Engine", "cycle_ms=20")), {"cycle_ms", "Spontaneous", "when"}, standard);
    refuses(toml, {"Engine", "GenMsgSendType", "Sometimes", "when"},
            file("\"Sometimes\"", "BA_ \"GenMsgSendType\" BO_ 512 0;\n"));
}

void units_must_fit_or_have_a_factor() {
    refuses(one_bus(send("Engine", "signals=[{signal=\"Rpm\", from=\"speed_kph\"}]")),
            {"speed_kph", "rpm", "factor"});
    (void)can_config(
        one_bus(send("Engine", "signals=[{signal=\"Rpm\", from=\"speed_kph\", factor=2.0}]")));
}

void a_control_has_one_owner() {
    const std::string both =
        receive("Pedals", "signals=[{signal=\"Accelerator\", to=\"accelerator\"}]") +
        receive("Plain", "signals=[{signal=\"Clutch\", to=\"accelerator\"}]");
    refuses(one_bus(both), {"accelerator", "Pedals", "Plain", "two owners"});
    std::string second = one_bus("hears=[\"Plain\"]\n" + both);
    second.replace(second.find("car"), 3, "bus");
    refuses(one_bus("hears=[\"Pedals\"]\n" + both) + second, {"accelerator", "\"bus\""});
    (void)can_config(one_bus("hears=[\"Plain\"]\n" + both));
}

void a_fixed_value_must_fit() {
    const auto with = [](const std::string& signal, const std::string& value) {
        return one_bus(
            send("Engine", "signals=[{signal=\"" + signal + "\", value=" + value + "}]"));
    };
    refuses(with("Rpm", "16000.2"), {"Rpm", "16000.2", "0 to 16000", "permits"});
    refuses(with("Rpm", "-1"), {"Rpm", "-1"});
    refuses(with("Twice", "65536"), {"Twice", "65536", "16 bits", "0 to 65535"});
    refuses(with("Speed", "-327.69"), {"Speed", "16 bits"});
    (void)can_config(with("Rpm", "16000"));
    (void)can_config(with("Rpm", "16383.75"));  // has the name "SNA"
    (void)can_config(with("Twice", "65535"));
}

void pages_are_what_the_multiplexor_can_be_and_hold_what_is_mapped() {
    const std::string gear = "signals=[{signal=\"Gear\", from=\"gear\"}]";
    const auto pages = [&](const std::string& values) {
        return one_bus(send("Pages", "cycle_ms=10\npages=" + values + "\n" + gear));
    };
    refuses(pages("[0, 2]"), {"Gear", "page"});
    refuses(pages("[1, 256]"), {"pages", "Page", "8 bits", "256"});
    refuses(pages("[1, 0.5]"), {"pages", "0.5", "whole"});
    refuses(pages("[]"), {"pages"});
    (void)can_config(pages("[0, 1, 255]"));
}

/// Neither can a page be chosen by it nor a value be told with it.
void what_the_file_makes_useless_is_not_mapped() {
    for (const char* multiplexor : {"0|65@1+", "16|8@1+", "600|8@1+"}) {
        const std::string dbc = std::string("BO_ 1 Pages: 2 Us\n SG_ Page M : ") + multiplexor +
                                " (1,0) [0|0] \"\" Us\n SG_ Gear m1 : 8|8@1- (1,0) [0|0] \"\" Us\n";
        refuses(one_bus(send("Pages",
                             "cycle_ms=10\npages=[1]\nsignals=[{signal=\"Gear\", from=\"gear\"}]")),
                {"Page", "2 bytes"}, dbc);
    }
    const std::string dbc =
        "BO_ 1 Flat: 2 Us\n SG_ Zero : 0|8@1+ (0,5) [0|0] \"km/h\" Us\n"
        " SG_ Other : 8|8@1+ (1,0) [0|0] \"\" Us\n";
    refuses(one_bus(send("Flat", "cycle_ms=10\nsignals=[{signal=\"Zero\", from=\"speed_kph\"}]")),
            {"Zero", "factor 0"}, dbc);
    refuses(one_bus(receive("Flat", "signals=[{signal=\"Zero\", to=\"brake\", factor=1.0}]")),
            {"Zero", "factor 0"}, dbc);
    // It does not stand in the way of the others.
    (void)can_config(
        one_bus(send("Flat", "cycle_ms=10\nsignals=[{signal=\"Other\", from=\"gear\"}]")), dbc);
}

/// Messages of transport protocols are longer than any frame.
void what_no_controller_can_send_is_refused() {
    for (const char* length : {"10", "65", "300", "65535"}) {
        const std::string dbc =
            std::string("BO_ 1 Long: ") + length + " Us\n SG_ Last : 56|8@1+ (1,0) [0|0] \"\" Us\n";
        for (const char* rest : {"", "\nprotection={profile=\"profile1\", data_id=1}"})
            refuses(one_bus(send("Long", std::string("cycle_ms=10") + rest)), {"Long", length},
                    dbc);
    }
}

void times_are_whole_milliseconds() {
    refuses(one_bus(send("Status", "")), {"Status", "cycle"});
    refuses(one_bus(send("Status", "cycle_ms=2.5")), {"cycle_ms", "whole"});
    refuses(one_bus(send("Engine", "phase_ms=10")), {"phase_ms", "9"});
    refuses(one_bus(send("Pages", "cycle_ms=10")), {"pages"});
}

void buses_and_messages_have_limits_and_names() {
    const std::string bus = one_bus("");
    refuses(bus + bus, {"car"});
    std::string many;
    for (int number = 0; number < 25; ++number)
        many += receive("Plain", "id=" + std::to_string(number));
    refuses(one_bus(many), {"25", "24"});
    refuses("[can]\non_loss=\"panic\"\n" + bus, {"on_loss", "panic"});
    refuses(one_bus("speed=1\n"), {"speed"});
}

void protection_must_fit_into_the_message() {
    refuses(one_bus(send("Status", "cycle_ms=10\nprotection={profile=\"profile1\", data_id=1}")),
            {"Status", "1 bytes", "2"});
    refuses(one_bus(send("Engine", "protection={profile=\"profile2\", data_ids=[1]}")), {"16"});
    refuses(one_bus(send("Engine", "protection={profile=\"plain\", checksum=\"none\"}")),
            {"neither"});
    for (const char* prefix : {"[]", "[1,2,3]", "[256]", "[1.5]"})
        refuses(
            one_bus(send("Engine", std::string("protection={profile=\"plain\", checksum=\"xor\", "
                                               "checksum_byte=0, checksum_prefix=") +
                                       prefix + "}")),
            {"checksum_prefix"});
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(what_is_not_in_the_file_is_named);
    RUN_TEST(signals_that_overlap_are_not_sent);
    RUN_TEST(start_values_do_not_lie_on_what_is_mapped);
    RUN_TEST(an_id_has_one_owner);
    RUN_TEST(an_id_out_of_range_is_refused);
    RUN_TEST(a_full_bus_is_refused);
    RUN_TEST(a_frame_on_a_change_counts_at_its_minimum_delay);
    RUN_TEST(the_file_says_how_often_a_change_is_sent);
    RUN_TEST(the_file_says_when_a_message_is_sent);
    RUN_TEST(units_must_fit_or_have_a_factor);
    RUN_TEST(a_control_has_one_owner);
    RUN_TEST(a_fixed_value_must_fit);
    RUN_TEST(pages_are_what_the_multiplexor_can_be_and_hold_what_is_mapped);
    RUN_TEST(what_the_file_makes_useless_is_not_mapped);
    RUN_TEST(what_no_controller_can_send_is_refused);
    RUN_TEST(times_are_whole_milliseconds);
    RUN_TEST(buses_and_messages_have_limits_and_names);
    RUN_TEST(protection_must_fit_into_the_message);
    return UNITY_END();
}
