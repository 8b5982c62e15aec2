// SPDX-License-Identifier: Apache-2.0
// Every service and every negative response, as a table of requests and answers.
#include "can_bridge/uds/server.h"

#include <string>

#include "tests/unit/can_bridge/diagnostic_car.h"
#include "tests/unit/can_bridge/files.h"

using namespace ghostcar::can_bridge;
using namespace ghostcar::tests;

namespace {

std::string to_hex(std::span<const std::uint8_t> bytes) {
    constexpr const char* digits = "0123456789ABCDEF";
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += text.empty() ? "" : " ";
        text += digits[byte >> 4U];
        text += digits[byte & 15U];
    }
    return text;
}

/// A tester at the car.
struct Bench {
    DiagnosticCar car;
    uds::Server server{uds::ServerConfig{}, car};
    std::int64_t now_ns = 0;

    std::string ask(const char* request, bool is_functional = false) {
        return to_hex(server.handle(from_hex(request), is_functional, now_ns));
    }
    void expect(const char* answer, const char* request) {
        TEST_ASSERT_EQUAL_STRING_MESSAGE(answer, ask(request).c_str(), request);
    }
    void expect_silence(const char* request, bool is_functional) {
        TEST_ASSERT_EQUAL_STRING_MESSAGE("", ask(request, is_functional).c_str(), request);
    }
    void extended() { expect("50 03 00 32 01 F4", "10 03"); }
    void unlock() {
        const auto seed = server.handle(from_hex("27 01"), false, now_ns);
        std::vector<std::uint8_t> key = {0x27, 0x02};
        for (std::size_t index = 2; index < seed.size(); ++index)
            key.push_back(static_cast<std::uint8_t>(seed[index] ^ 0xFFU));
        TEST_ASSERT_EQUAL_STRING("67 02", to_hex(server.handle(key, false, now_ns)).c_str());
    }
};

void sessions() {
    Bench bench;
    bench.expect("50 01 00 32 01 F4", "10 01");
    bench.extended();
    TEST_ASSERT_TRUE(bench.server.session() == uds::Session::extended);
    bench.expect("7F 10 12", "10 02");
    bench.expect("7F 10 12", "10 00");
    bench.expect("7F 10 13", "10");
    bench.expect("7F 10 13", "10 03 00");
    bench.expect_silence("10 83", false);
    bench.expect("50 01 00 32 01 F4", "10 01");
    bench.car.is_moving = true;
    bench.expect("7F 10 22", "10 03");
}

void unknown_services() {
    Bench bench;
    for (const char* request : {"23 00", "34 00 11", "3D", "87 01", "BA 01", "FF", "40"})
        TEST_ASSERT_EQUAL_STRING(" 11", bench.ask(request).substr(5).c_str());
    bench.expect("7F FF 11", "FF");
    bench.expect_silence("", false);
    bench.expect_silence("", true);
}

void broadcasts_are_answered_only_by_those_who_can() {
    Bench bench;
    bench.expect_silence("23 00", true);           // 11
    bench.expect_silence("10 02", true);           // 12
    bench.expect_silence("22 00 01", true);        // 31
    bench.expect_silence("2E 01 00 01 02", true);  // 7F
    TEST_ASSERT_EQUAL_STRING("7F 10 13", bench.ask("10", true).c_str());
    TEST_ASSERT_EQUAL_STRING("7E 00", bench.ask("3E 00", true).c_str());
    bench.expect_silence("3E 80", true);
}

void tester_present() {
    Bench bench;
    bench.expect("7E 00", "3E 00");
    bench.expect_silence("3E 80", false);
    bench.expect("7F 3E 12", "3E 01");
    bench.expect("7F 3E 13", "3E");
    bench.expect("7F 3E 13", "3E 00 00");
}

void resets() {
    Bench bench;
    bench.extended();
    bench.unlock();
    bench.expect("51 01", "11 01");
    TEST_ASSERT_TRUE(bench.server.session() == uds::Session::standard);
    TEST_ASSERT_FALSE(bench.server.is_unlocked(1));
    bench.expect("51 03", "11 03");
    bench.expect_silence("11 82", false);
    bench.expect("7F 11 12", "11 04");
    bench.expect("7F 11 13", "11");
    bench.expect("7F 11 13", "11 01 00");
    bench.car.is_moving = true;
    bench.expect("7F 11 22", "11 01");
}

void trouble_codes() {
    Bench bench;
    bench.expect("59 01 4F 01 00 02", "19 01 08");
    bench.expect("59 01 4F 01 00 01", "19 01 01");
    bench.expect("59 01 4F 01 00 00", "19 01 30");  // bits that are not available
    bench.expect("59 02 4F 01 23 45 09 0A BC DE 08", "19 02 08");
    bench.expect("59 02 4F", "19 02 00");
    bench.expect("59 0A 4F 01 23 45 09 0A BC DE 08 C1 00 00 40", "19 0A");
    bench.expect("7F 19 12", "19 03");
    bench.expect("7F 19 13", "19");
    bench.expect("7F 19 13", "19 02");
    bench.expect("7F 19 13", "19 02 08 00");
    bench.expect("7F 19 13", "19 0A 00");
    bench.expect("7F 14 13", "14 FF FF");
    bench.expect("7F 14 13", "14 FF FF FF FF");
    bench.expect("7F 14 31", "14 12 34 56");
    bench.car.is_moving = true;
    bench.expect("7F 14 22", "14 FF FF FF");
    bench.car.is_moving = false;
    bench.expect("54", "14 FF FF FF");
    bench.expect("59 0A 4F", "19 0A");
}

void reading_data() {
    Bench bench;
    bench.expect("62 F1 90 57 47 48 30 53 54 30 43 41 52 30 30 30 30 30 30 31", "22 F1 90");
    bench.expect("62 01 00 01 00 02 00 02 00", "22 01 00 02 00");
    bench.expect("62 01 00 01 00", "22 BA D0 01 00");  // the one that exists
    bench.expect("7F 22 31", "22 BA D0");
    bench.expect("7F 22 31", "22 04 00");  // only to be written
    bench.expect("7F 22 13", "22");
    bench.expect("7F 22 13", "22 F1");
    bench.expect("7F 22 13", "22 F1 90 01");
    bench.expect("7F 22 31", "22 03 00");  // not in this session
    bench.extended();
    bench.expect("7F 22 33", "22 03 00");
    bench.expect("7F 22 33", "22 01 00 03 00");
    bench.unlock();
    bench.expect("62 03 00 03 00", "22 03 00");
    bench.expect("7F 22 14", "22 05 00");  // longer than any answer
}

void writing_data() {
    Bench bench;
    bench.expect("7F 2E 7F", "2E 01 00 12 34");
    bench.extended();
    bench.expect("6E 01 00", "2E 01 00 12 34");
    TEST_ASSERT_EQUAL_HEX8(0x12, bench.car.written[0]);
    bench.expect("7F 2E 13", "2E");
    bench.expect("7F 2E 13", "2E 01 00");
    bench.expect("7F 2E 13", "2E 01 00 12");
    bench.expect("7F 2E 13", "2E 01 00 12 34 56");
    bench.expect("7F 2E 31", "2E F1 90 00");  // only to be read
    bench.expect("7F 2E 31", "2E BA D0 00");
    bench.expect("7F 2E 31", "2E 01 00 FF 00");  // a value that does not exist
    bench.expect("7F 2E 33", "2E 02 00 01");
    bench.unlock();
    bench.expect("6E 02 00", "2E 02 00 01");
    bench.car.is_moving = true;
    bench.expect("7F 2E 22", "2E 01 00 12 34");
}

void security() {
    Bench bench;
    bench.expect("7F 27 7F", "27 01");
    bench.extended();
    bench.expect("7F 27 12", "27 03");
    bench.expect("7F 27 12", "27 00");
    bench.expect("7F 27 12", "27 7F");
    bench.expect("7F 27 13", "27");
    bench.expect("7F 27 13", "27 01 00");
    bench.expect("7F 27 13", "27 02");
    bench.expect("7F 27 24", "27 02 FE FD FC FB");  // no seed was asked for
    bench.expect("67 01 01 02 03 04", "27 01");
    bench.expect("67 02", "27 02 FE FD FC FB");
    TEST_ASSERT_TRUE(bench.server.is_unlocked(1));
    bench.expect("67 01 00 00 00 00", "27 01");     // unlocked already
    bench.expect("7F 27 24", "27 02 FE FD FC FB");  // a key counts once
    bench.extended();                               // a new session locks
    TEST_ASSERT_FALSE(bench.server.is_unlocked(1));
}

void wrong_keys() {
    Bench bench;
    bench.extended();
    for (const char* answer : {"7F 27 35", "7F 27 35", "7F 27 36"}) {
        TEST_ASSERT_EQUAL_STRING("67 01", bench.ask("27 01").substr(0, 5).c_str());
        bench.expect(answer, "27 02 00 00 00 00");
    }
    bench.expect("7F 27 37", "27 01");
    bench.expect("7F 27 24", "27 02 00 00 00 00");
    bench.now_ns += 9'999'999'999;
    bench.extended();  // keeps the session, not the lock
    bench.expect("7F 27 37", "27 01");
    bench.now_ns += 1;
    bench.unlock();
}

/// Is no request for the service, so neither an attempt nor the end of the seed.
void keys_of_another_length() {
    Bench bench;
    bench.extended();
    bench.expect("7F 27 13", "27 02 FE FD FC");  // before the question whether there is a seed
    bench.expect("67 01 01 02 03 04", "27 01");
    for (int times = 0; times < 4; ++times) {
        bench.expect("7F 27 13", "27 02 FE FD FC");
        bench.expect("7F 27 13", "27 02 FE FD FC FB FA");
    }
    bench.expect("67 02", "27 02 FE FD FC FB");
}

void communication() {
    Bench bench;
    bench.expect("7F 28 7F", "28 00 01");
    bench.extended();
    bench.car.log.clear();
    bench.expect("68 03", "28 03 01");
    bench.expect("68 01", "28 01 03");
    bench.expect("68 02", "28 02 02");
    bench.expect("68 00", "28 00 03");
    TEST_ASSERT_EQUAL_STRING("rx-tx-1 rx+tx-3 rx-tx+2 rx+tx+3 ", bench.car.log.c_str());
    bench.car.log.clear();
    bench.expect("68 03", "28 03 F1");  // the network that the request came on
    TEST_ASSERT_EQUAL_STRING("rx-tx-1 ", bench.car.log.c_str());
    bench.expect("7F 28 12", "28 04 01");
    bench.expect("7F 28 13", "28");
    bench.expect("7F 28 13", "28 00");
    bench.expect("7F 28 13", "28 00 01 00");
    bench.expect("7F 28 31", "28 00 00");
    for (const char* request : {"28 00 F0", "28 00 F4", "28 00 11", "28 00 E3"})  // others
        bench.expect("7F 28 31", request);
    bench.car.is_moving = true;
    bench.expect("7F 28 22", "28 03 01");
}

void routines() {
    Bench bench;
    bench.expect("7F 31 7F", "31 01 12 34");
    bench.extended();
    bench.expect("7F 31 24", "31 02 12 34");  // not started
    bench.expect("7F 31 24", "31 03 12 34");
    bench.expect("7F 31 24", "31 02 00 00");
    bench.expect("71 01 12 34 00", "31 01 12 34");
    bench.expect("71 01 12 34 00", "31 01 12 34 01 02");
    bench.expect("71 03 12 34 00", "31 03 12 34");
    bench.expect("71 02 12 34 00", "31 02 12 34");
    bench.expect("7F 31 12", "31 04 12 34");
    bench.expect("7F 31 13", "31");
    bench.expect("7F 31 13", "31 01");
    bench.expect("7F 31 13", "31 01 12");
    bench.expect("7F 31 31", "31 01 BA D0");
    bench.expect("7F 31 31", "31 01 12 34 FF");
    bench.expect("7F 31 33", "31 01 56 78");
    bench.car.is_moving = true;
    bench.expect("7F 31 22", "31 01 12 34");
    bench.car.is_moving = false;
    bench.expect("50 01 00 32 01 F4", "10 01");
    bench.extended();
    bench.expect("7F 31 24", "31 02 12 34");  // forgotten with the session
}

void setting_of_trouble_codes() {
    Bench bench;
    bench.expect("7F 85 7F", "85 01");
    bench.extended();
    bench.car.log.clear();
    bench.expect("C5 02", "85 02");
    bench.expect("C5 01", "85 01");
    TEST_ASSERT_EQUAL_STRING("codes- codes+ ", bench.car.log.c_str());
    bench.expect("7F 85 12", "85 03");
    bench.expect("7F 85 13", "85");
    bench.expect("7F 85 13", "85 01 00");
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(sessions);
    RUN_TEST(unknown_services);
    RUN_TEST(broadcasts_are_answered_only_by_those_who_can);
    RUN_TEST(tester_present);
    RUN_TEST(resets);
    RUN_TEST(trouble_codes);
    RUN_TEST(reading_data);
    RUN_TEST(writing_data);
    RUN_TEST(security);
    RUN_TEST(wrong_keys);
    RUN_TEST(keys_of_another_length);
    RUN_TEST(communication);
    RUN_TEST(routines);
    RUN_TEST(setting_of_trouble_codes);
    return UNITY_END();
}
