// SPDX-License-Identifier: Apache-2.0
// What happens over time: the end of a session, and answers that take longer.
#include <string>

#include "can_bridge/uds/server.h"
#include "tests/unit/can_bridge/diagnostic_car.h"
#include "tests/unit/can_bridge/files.h"

using namespace ghostcar::can_bridge;
using namespace ghostcar::tests;

namespace {

constexpr std::int64_t ms = 1'000'000;

bool is(std::span<const std::uint8_t> answer, const char* hex) {
    const std::vector<std::uint8_t> wanted = from_hex(hex);
    return std::equal(answer.begin(), answer.end(), wanted.begin(), wanted.end());
}

void a_session_ends_without_requests() {
    DiagnosticCar car;
    uds::Server server({}, car);
    static_cast<void>(server.handle(from_hex("10 03"), false, 0));
    static_cast<void>(server.handle(from_hex("28 03 01"), false, 0));
    static_cast<void>(server.poll(4999 * ms));
    TEST_ASSERT_TRUE(server.session() == uds::Session::extended);
    static_cast<void>(server.handle(from_hex("3E 80"), true, 4999 * ms));
    static_cast<void>(server.poll(9998 * ms));
    TEST_ASSERT_TRUE(server.session() == uds::Session::extended);
    car.log.clear();
    static_cast<void>(server.poll(9999 * ms));
    TEST_ASSERT_TRUE(server.session() == uds::Session::standard);
    // What the session had switched off is on again.
    TEST_ASSERT_EQUAL_STRING("rx+tx+3 codes+ session1 ", car.log.c_str());
}

void a_locked_door_stays_locked_after_the_session() {
    DiagnosticCar car;
    uds::Server server({}, car);
    static_cast<void>(server.handle(from_hex("10 03"), false, 0));
    static_cast<void>(server.handle(from_hex("27 01"), false, 0));
    TEST_ASSERT_TRUE(is(server.handle(from_hex("27 02 FE FD FC FB"), false, 0), "67 02"));
    static_cast<void>(server.poll(5000 * ms));
    TEST_ASSERT_FALSE(server.is_unlocked(1));
}

void an_answer_that_takes_longer() {
    DiagnosticCar car;
    uds::Server server({}, car);
    car.pending_for = 1000;
    TEST_ASSERT_TRUE(server.handle(from_hex("22 F1 90"), false, 0).empty());
    TEST_ASSERT_TRUE(server.poll(29 * ms).empty());
    TEST_ASSERT_TRUE(is(server.poll(30 * ms), "7F 22 78"));  // well before 50 ms
    TEST_ASSERT_TRUE(server.poll(40 * ms).empty());
    // Somebody asks in between: one thing at a time.
    TEST_ASSERT_TRUE(is(server.handle(from_hex("22 01 00"), false, 50 * ms), "7F 22 21"));
    TEST_ASSERT_TRUE(server.handle(from_hex("3E 80"), true, 50 * ms).empty());
    TEST_ASSERT_TRUE(is(server.poll(3030 * ms), "7F 22 78"));  // well before 5 s more
    car.pending_for = 0;
    const std::span<const std::uint8_t> answer = server.poll(3040 * ms);
    TEST_ASSERT_EQUAL_size_t(20, answer.size());
    TEST_ASSERT_EQUAL_HEX8(0x62, answer[0]);
    TEST_ASSERT_TRUE(server.poll(3050 * ms).empty());
    TEST_ASSERT_TRUE(is(server.handle(from_hex("3E 00"), false, 3060 * ms), "7E 00"));
}

void a_quick_answer_is_not_announced() {
    DiagnosticCar car;
    uds::Server server({}, car);
    car.pending_for = 2;
    TEST_ASSERT_TRUE(server.handle(from_hex("22 F1 90"), false, 0).empty());
    TEST_ASSERT_TRUE(server.poll(5 * ms).empty());
    TEST_ASSERT_EQUAL_size_t(20, server.poll(10 * ms).size());
}

void who_was_told_to_wait_gets_an_answer() {
    DiagnosticCar car;
    uds::Server server({}, car);
    static_cast<void>(server.handle(from_hex("10 03"), false, 0));
    // Suppressed and quick: nothing. Suppressed and slow: the answer after all.
    car.pending_for = 1;
    TEST_ASSERT_TRUE(server.handle(from_hex("31 81 12 34"), false, 0).empty());
    TEST_ASSERT_TRUE(server.poll(10 * ms).empty());
    car.pending_for = 2;
    TEST_ASSERT_TRUE(server.handle(from_hex("31 81 12 34"), false, 100 * ms).empty());
    TEST_ASSERT_TRUE(is(server.poll(130 * ms), "7F 31 78"));
    TEST_ASSERT_TRUE(is(server.poll(140 * ms), "71 01 12 34 00"));
    // A broadcast that fails after the wait fails aloud.
    car.pending_for = 2;
    TEST_ASSERT_TRUE(server.handle(from_hex("31 01 12 34 FF"), true, 200 * ms).empty());
    TEST_ASSERT_TRUE(is(server.poll(230 * ms), "7F 31 78"));
    TEST_ASSERT_TRUE(is(server.poll(240 * ms), "7F 31 31"));
    TEST_ASSERT_TRUE(server.handle(from_hex("31 01 12 34 FF"), true, 300 * ms).empty());
}

void a_session_does_not_end_while_something_is_pending() {
    DiagnosticCar car;
    uds::Server server({}, car);
    static_cast<void>(server.handle(from_hex("10 03"), false, 0));
    car.pending_for = 1'000'000;
    TEST_ASSERT_TRUE(server.handle(from_hex("31 01 12 34"), false, 0).empty());
    static_cast<void>(server.poll(6000 * ms));
    TEST_ASSERT_TRUE(server.session() == uds::Session::extended);
    car.pending_for = 0;
    TEST_ASSERT_TRUE(is(server.poll(7000 * ms), "71 01 12 34 00"));
    static_cast<void>(server.poll(11999 * ms));
    TEST_ASSERT_TRUE(server.session() == uds::Session::extended);
    static_cast<void>(server.poll(12000 * ms));
    TEST_ASSERT_TRUE(server.session() == uds::Session::standard);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_session_ends_without_requests);
    RUN_TEST(a_locked_door_stays_locked_after_the_session);
    RUN_TEST(an_answer_that_takes_longer);
    RUN_TEST(a_quick_answer_is_not_announced);
    RUN_TEST(who_was_told_to_wait_gets_an_answer);
    RUN_TEST(a_session_does_not_end_while_something_is_pending);
    return UNITY_END();
}
