// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/log/asc.h"

#include <sstream>
#include <string>
#include <vector>

#include "can_bridge/log/civil_time.h"
#include "tests/unit/can_bridge/random_frame.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge;
using ghostcar::tests::Random;

namespace {

std::vector<TimedFrame> read_all(const std::string& text) {
    std::istringstream input(text);
    AscReader reader(input);
    std::vector<TimedFrame> frames;
    while (const std::optional<TimedFrame> timed = reader.next()) frames.push_back(*timed);
    return frames;
}

constexpr const char* head =
    "date Tue Jun 11 09:05:07.250 am 2024\r\nbase hex  timestamps absolute\r\n"
    "internal events logged\r\n// version 13.0.0\r\nBegin Triggerblock Tue Jun 11 2024\r\n"
    "   0.000000 Start of measurement\r\n";

void a_log_as_others_write_it() {
    const std::vector<TimedFrame> frames = read_all(
        std::string(head) +
        "   0.015991 1  123             Rx   d 8 00 01 02 03 04 05 06 FF  Length = 2 BitCount = "
        "9\r\n"
        "   0.020000 2  18FEF1FEx       Tx   d 2 AA BB\r\n"
        "   0.030000 1  7FF             Rx   r\r\n"
        "   0.030001 1  7FF             Rx   r 4\r\n"
        "   0.040000 1  Statistic: D 0 R 0 XD 0 XR 0 E 0 O 0 B 0.00%\r\n"
        "   0.045000 CANFD   1 Rx        123                                   1 0 9 12 "
        "00 01 02 03 04 05 06 07 08 09 0A 0B   130  119   303000 e0006659 46500250 4b140250 "
        "2001\r\n"
        "   0.046000 CANFD   2 Tx   1FFFFFFFx  Named_Message  0 1 3  3 0A 0B 0C 0 0 5000 0\r\n"
        "   0.047000 CANFD   2 Tx   123  0 0 3  3 0A 0B 0C 0 0 0 0\r\n"
        "   0.048000 CANFD   2 Tx   123  0 0 3  0 0 0 10 0\r\n"
        "   0.049000 CANFD   2 Tx   123  0 0 3  3 0A 0B 0C 0 0 10 0\r\n"
        "   0.050000 1  ErrorFrame\r\n"
        "   0.051000 1  J1939TP FEE3p 6 0 0 - Rx d 23 A0\r\n"
        "   0.060000 1  Engine          Rx   d 1 00\r\n"
        "End TriggerBlock\r\n");
    TEST_ASSERT_EQUAL_size_t(10, frames.size());
    TEST_ASSERT_EQUAL_INT64(15'991'000, frames[0].time_ns);
    TEST_ASSERT_EQUAL_HEX32(0x123, frames[0].frame.id);
    TEST_ASSERT_EQUAL_INT(8, frames[0].frame.length);
    TEST_ASSERT_EQUAL_HEX8(0xFF, frames[0].frame.data[7]);
    TEST_ASSERT_TRUE(frames[1].frame.is_extended);
    TEST_ASSERT_EQUAL_UINT32(1, frames[1].channel);
    TEST_ASSERT_TRUE(frames[2].frame.is_remote && frames[2].frame.length == 0);
    TEST_ASSERT_TRUE(frames[3].frame.is_remote && frames[3].frame.length == 4);
    TEST_ASSERT_TRUE(frames[4].frame.is_fd && frames[4].frame.bitrate_switch);
    TEST_ASSERT_EQUAL_INT(12, frames[4].frame.length);
    TEST_ASSERT_TRUE(frames[5].frame.is_fd && frames[5].frame.error_state_indicator);
    TEST_ASSERT_EQUAL_HEX32(0x1FFFFFFF, frames[5].frame.id);
    TEST_ASSERT_FALSE(frames[6].frame.is_fd);  // a classic frame of an FD channel
    TEST_ASSERT_TRUE(frames[7].frame.is_remote && frames[7].frame.length == 3);
    TEST_ASSERT_TRUE(frames[8].frame == frames[7].frame);  // data that no remote frame has
    TEST_ASSERT_TRUE(frames[9].frame.is_error);
}

void decimal_numbers_and_relative_times() {
    const std::vector<TimedFrame> frames = read_all(
        "base dec  timestamps relative\n"
        "0.001 1  291 Rx d 2 10 255\n0.002 1 419361278x Rx d 0\n0.003 1 Statistic: x\n"
        "0.004 1 1 Rx d 1 9\n");
    TEST_ASSERT_EQUAL_size_t(3, frames.size());
    TEST_ASSERT_EQUAL_HEX32(0x123, frames[0].frame.id);
    TEST_ASSERT_EQUAL_HEX8(0xFF, frames[0].frame.data[1]);
    TEST_ASSERT_EQUAL_HEX32(0x18FEF1FE, frames[1].frame.id);
    TEST_ASSERT_EQUAL_INT64(10'000'000, frames[2].time_ns);
}

void frames_that_are_not_whole_are_refused() {
    for (const char* line : {"0.1 1 123 Rx d", "0.1 1 123 Rx d 2 11", "0.1 1 123 Rx d 2 11 1G",
                             "0.1 1 123 Rx d x 11", "0.1 1 123 Rx d 10 11", "0.1 1 123 Rx d 1 100",
                             "0.1 1 123 Rx x 1 10", "0.1 CANFD 1 Rx 123 1 0",
                             "0.1 CANFD 1 Rx 123 1 0 9 12 00", "0.1 CANFD 1 Rx 123 1 0 9 65 00",
                             "0.1 CANFD 1 Rx 123 1 2 1 1 00", "0.1 CANFD 1 Rx 123 Name 3 0 1 1 00",
                             "0.1 CANFD 1 Rx 123 0 0 9 12 0 1 2 3 4 5 6 7 8 9 A B 0 0 0 0",
                             "0.1 CANFD 1 Rx 123 0 0 9 9 0 1 2 3 4 5 6 7 8 0 0 1000 0"}) {
        bool is_refused = false;
        try {
            read_all(std::string(line) + "\n");
        } catch (const LogError& error) {
            is_refused = std::string(error.what()).find("line 1: ") == 0;
        }
        TEST_ASSERT_TRUE_MESSAGE(is_refused, line);
    }
    bool is_refused = false;
    try {
        read_all("base hex timestamps relative\n9000000000 1 1 Rx r\n9000000000 1 1 Rx r\n");
    } catch (const LogError&) {
        is_refused = true;
    }
    TEST_ASSERT_TRUE(is_refused);
}

void what_is_written_is_read_again() {
    Random random(13);
    std::vector<TimedFrame> frames;
    std::ostringstream output;
    AscWriter writer(output, 1'718'096'707'250'000'000);
    for (int count = 0; count < 3000; ++count) {
        frames.push_back(ghostcar::tests::random_timed_frame(random));
        writer.write(frames.back());
    }
    TimedFrame wide;  // columns are only for the eye
    wide.channel = 4'000'000'000;
    wide.frame.is_extended = true;
    wide.frame.id = largest_extended_id;
    frames.push_back(wide);
    writer.write(wide);
    writer.finish();
    TEST_ASSERT_EQUAL_STRING("date Tue Jun 11 09:05:07.250 am 2024\n",
                             output.str().substr(0, 37).c_str());
    const std::vector<TimedFrame> read = read_all(output.str());
    TEST_ASSERT_EQUAL_size_t(frames.size(), read.size());
    for (std::size_t index = 0; index < frames.size(); ++index)
        TEST_ASSERT_TRUE(frames[index] == read[index]);
}

void dates() {
    const CivilTime leap = civil_time(1'709'210'096'789'000'000);
    TEST_ASSERT_EQUAL_INT(2024, leap.year);
    TEST_ASSERT_EQUAL_INT(2, leap.month);
    TEST_ASSERT_EQUAL_INT(29, leap.day);
    TEST_ASSERT_EQUAL_INT(4, leap.weekday);
    TEST_ASSERT_EQUAL_INT(12, leap.hour);
    TEST_ASSERT_EQUAL_INT(34, leap.minute);
    TEST_ASSERT_EQUAL_INT(56, leap.second);
    TEST_ASSERT_EQUAL_INT(789, leap.millisecond);
    const CivilTime first = civil_time(0);
    TEST_ASSERT_TRUE(first.year == 1970 && first.month == 1 && first.day == 1);
    const CivilTime century = civil_time(4'107'542'400'000'000'000);  // 2100-03-01, no leap day
    TEST_ASSERT_TRUE(century.year == 2100 && century.month == 3 && century.day == 1);
    TEST_ASSERT_EQUAL_INT(1970, civil_time(-1).year);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_log_as_others_write_it);
    RUN_TEST(decimal_numbers_and_relative_times);
    RUN_TEST(frames_that_are_not_whole_are_refused);
    RUN_TEST(what_is_written_is_read_again);
    RUN_TEST(dates);
    return UNITY_END();
}
