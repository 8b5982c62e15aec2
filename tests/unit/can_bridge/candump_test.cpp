// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/log/candump.h"

#include <sstream>

#include "can_bridge/log/candump_log.h"
#include "tests/unit/can_bridge/random_frame.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge;

namespace {

void a_line_as_candump_writes_it() {
    const auto line = parse_candump("(1436509052.249713) vcan0 123#DEADBEEF");
    TEST_ASSERT_TRUE(line.has_value());
    TEST_ASSERT_EQUAL_INT64(1436509052249713000, line->time_ns);
    TEST_ASSERT_TRUE(line->interface == "vcan0");
    TEST_ASSERT_EQUAL_HEX32(0x123, line->frame.id);
    TEST_ASSERT_FALSE(line->frame.is_extended);
    TEST_ASSERT_FALSE(line->frame.is_fd);
    TEST_ASSERT_EQUAL_INT(4, line->frame.length);
    TEST_ASSERT_EQUAL_HEX8(0xDE, line->frame.data[0]);
    TEST_ASSERT_EQUAL_HEX8(0xEF, line->frame.data[3]);
    TEST_ASSERT_EQUAL_HEX8(0, line->frame.data[4]);
}

void kinds_of_frames() {
    TEST_ASSERT_TRUE(parse_candump("can0 00000123#")->frame.is_extended);
    TEST_ASSERT_EQUAL_INT(0, parse_candump("123#")->frame.length);
    const Frame fd = parse_candump("(0) can0 123##3112233")->frame;
    TEST_ASSERT_TRUE(fd.is_fd && fd.bitrate_switch && fd.error_state_indicator);
    TEST_ASSERT_EQUAL_INT(3, fd.length);
    const Frame remote = parse_candump("(0) can0 123#R5 R")->frame;
    TEST_ASSERT_TRUE(remote.is_remote);
    TEST_ASSERT_EQUAL_INT(5, remote.length);
    TEST_ASSERT_TRUE(parse_candump("(0) can0 123#r")->frame.is_remote);
    const Frame error = parse_candump("(0) can0 20000004#0001000000000000")->frame;
    TEST_ASSERT_TRUE(error.is_error);
    TEST_ASSERT_EQUAL_HEX32(4, error.id);
    TEST_ASSERT_EQUAL_INT(3, parse_candump("123#11.22.33")->frame.length);
    TEST_ASSERT_EQUAL_INT(8, parse_candump("123#1122334455667788_C")->frame.length);
    TEST_ASSERT_TRUE(parse_candump("(1.5) can0 123#11 T\r").has_value());
    std::string longest = "7FF##0";
    for (int byte = 0; byte < 64; ++byte) longest += "A5";
    TEST_ASSERT_EQUAL_INT(64, parse_candump(longest)->frame.length);
}

void what_is_no_line_is_refused() {
    for (const char* line : {"",
                             " ",
                             "hello",
                             "(0.0)",
                             "(0.0) can0",
                             "(0.0) can0 12#11",
                             "(0.0) can0 1234#11",
                             "(0.0) can0 800#11",
                             "(0.0) can0 123#1",
                             "(0.0) can0 123#1G",
                             "(0.0) can0 123#.11",
                             "(0.0) can0 123#11.",
                             "(0.0) can0 123#112233445566778899",
                             "(0.0) can0 123##",
                             "(0.0) can0 123##G11",
                             "(0.0) can0 123#R9",
                             "(0.0) can0 123#R11",
                             "(x) can0 123#11",
                             "(-1.0) can0 123#11",
                             "(0.0) can0 123#11 X",
                             "(0.0) can0 123#11 R R",
                             "#11",
                             "(0.0) can0 FFFFFFFFF#11",
                             "(0.0) can0 40000000#11",
                             "(99999999999999999999.0) a 123#",
                             "(.) can0 123#11",
                             "(0.0.0) can0 123#11"})
        TEST_ASSERT_FALSE_MESSAGE(parse_candump(line).has_value(), line);
    std::string long_line = "7FF##0";
    for (int byte = 0; byte < 65; ++byte) long_line += "A5";
    TEST_ASSERT_FALSE(parse_candump(long_line).has_value());
}

void what_is_written_is_read_again() {
    ghostcar::tests::Random random(5);
    for (int count = 0; count < 20000; ++count) {
        const TimedFrame timed = ghostcar::tests::random_timed_frame(random);
        const Frame& frame = timed.frame;
        std::string text;
        append_candump(text, timed.time_ns, "can1", frame);
        const auto read = parse_candump(text);
        TEST_ASSERT_TRUE_MESSAGE(read && read->frame == frame && read->time_ns == timed.time_ns &&
                                     read->interface == "can1",
                                 text.c_str());
    }
}

void whole_logs() {
    std::istringstream input("(1.5) vcan1 123#11\n\n(1.6) vcan0 123#12\n(1.7) vcan1 123#13\n");
    CandumpReader reader(input);
    for (const std::uint32_t channel : {0U, 1U, 0U})
        TEST_ASSERT_EQUAL_UINT32(channel, reader.next()->channel);
    TEST_ASSERT_FALSE(reader.next().has_value());

    std::ostringstream output;
    CandumpWriter writer(output);
    writer.write({1'500'000'000, 1, parse_candump("123#11")->frame});
    writer.finish();
    TEST_ASSERT_EQUAL_STRING("(1.500000) can1 123#11\n", output.str().c_str());

    std::istringstream broken("(1.5) can0 123#11\n(1.6) can0 123#1\n");
    CandumpReader stopped(broken);
    TEST_ASSERT_TRUE(stopped.next().has_value());
    std::string complaint;
    try {
        static_cast<void>(stopped.next());
    } catch (const LogError& error) {
        complaint = error.what();
    }
    TEST_ASSERT_EQUAL_STRING("line 2", complaint.substr(0, 6).c_str());
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_line_as_candump_writes_it);
    RUN_TEST(kinds_of_frames);
    RUN_TEST(what_is_no_line_is_refused);
    RUN_TEST(what_is_written_is_read_again);
    RUN_TEST(whole_logs);
    return UNITY_END();
}
