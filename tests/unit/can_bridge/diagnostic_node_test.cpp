// SPDX-License-Identifier: Apache-2.0
// Frames in, frames out: what a tester on the bus sees.
#include "can_bridge/diagnostic_node.h"

#include "tests/unit/can_bridge/diagnostic_car.h"
#include "tests/unit/can_bridge/files.h"

using namespace ghostcar::can_bridge;
using namespace ghostcar::tests;

namespace {

constexpr std::int64_t ms = 1'000'000;

struct Bench {
    DiagnosticCar car;
    DiagnosticServer server{{}, car, car};
    DiagnosticNode node{{}, {}, server};

    bool send(std::uint32_t id, const char* hex, std::int64_t now_ns = 0) {
        Frame frame;
        frame.id = id;
        for (const std::uint8_t byte : from_hex(hex)) frame.data[frame.length++] = byte;
        return node.receive(frame, now_ns);
    }
    void expect(const char* hex, std::int64_t now_ns = 0) {
        const std::optional<Frame> frame = node.next(now_ns);
        TEST_ASSERT_TRUE_MESSAGE(frame.has_value(), hex);
        TEST_ASSERT_EQUAL_HEX32(0x7E8, frame->id);
        TEST_ASSERT_EQUAL_INT(8, frame->length);
        const std::vector<std::uint8_t> wanted = from_hex(hex);
        TEST_ASSERT_EQUAL_HEX8_ARRAY_MESSAGE(wanted.data(), frame->data.data(), wanted.size(), hex);
    }
    void expect_silence(std::int64_t now_ns = 0) {
        TEST_ASSERT_FALSE(node.next(now_ns).has_value());
    }
};

void engine_speed_on_a_broadcast() {
    Bench bench;
    TEST_ASSERT_TRUE(bench.send(0x7DF, "02 01 0C 00 00 00 00 00"));
    bench.expect("04 41 0C 1A F8 CC CC CC");
    bench.expect_silence();
}

void the_vehicle_identification_in_three_frames() {
    Bench bench;
    bench.send(0x7DF, "02 09 02");
    bench.expect("10 14 49 02 01 57 47 48");
    bench.expect_silence();
    bench.send(0x7E0, "30 00 00");
    bench.expect("21 30 53 54 30 43 41 52");
    bench.expect("22 30 30 30 30 30 30 31");
    bench.expect_silence();
}

void a_long_request_is_asked_for() {
    Bench bench;
    bench.send(0x7E0, "02 10 03");
    bench.expect("06 50 03 00 32 01 F4");
    bench.send(0x7E0, "10 08 22 01 00 02 00 01");
    bench.expect("30 00 00");
    bench.send(0x7E0, "21 00 FF");
    bench.expect("03 7F 22 13");
    bench.send(0x7DF, "10 08 22 01 00 02 00 01");  // not as a broadcast
    bench.expect_silence();
}

void frames_for_others_are_left_alone() {
    Bench bench;
    TEST_ASSERT_FALSE(bench.send(0x7E1, "02 01 0C"));
    TEST_ASSERT_FALSE(bench.send(0x100, "02 01 0C"));
    Frame frame;
    frame.id = 0x7E0;
    frame.is_extended = true;
    TEST_ASSERT_FALSE(bench.node.receive(frame, 0));
    frame.is_extended = false;
    frame.is_remote = true;
    TEST_ASSERT_FALSE(bench.node.receive(frame, 0));
    bench.expect_silence();
}

void odd_lengths_do_no_harm() {
    Bench bench;
    for (const char* hex : {"", "00", "01 01", "01 22", "0F", "10", "20", "30", "02 01", "01",
                            "07 22 F1 90 00 00 00 00"})
        bench.send(0x7DF, hex);
    while (bench.node.next(0)) {
    }
    bench.send(0x7E0, "01 01");  // one byte: mode 01 without a parameter
    bench.expect_silence();
    bench.send(0x7E0, "01 22");
    bench.expect("03 7F 22 13");
}

/// FD frames of the largest length: a whole request, one that claims more than there is, and one
/// that was cut off.
void requests_of_64_bytes() {
    Bench bench;
    const auto filled = [](std::string hex, std::size_t length) {
        while (from_hex(hex).size() < length) hex += " 00";
        return hex;
    };
    bench.send(0x7E0, filled("00 3E 22", 64).c_str());  // 61 bytes of two-byte identifiers
    bench.expect("03 7F 22 13");
    bench.send(0x7E0, filled("00 3D 22 F1 90", 64).c_str());  // 30 of them, most do not exist
    TEST_ASSERT_TRUE(bench.node.next(0).has_value());
    while (bench.node.next(0)) {
    }
    for (const std::string& hex : {filled("00 3F 22", 64), filled("00 3E 22", 48),
                                   filled("00 00", 64), filled("3E 00", 64), filled("", 64)})
        bench.send(0x7E0, hex.c_str());
    bench.expect_silence();
    bench.send(0x7E0, "02 3E 00");
    bench.expect("02 7E 00");
}

void pending_answers_and_time_limits() {
    Bench bench;
    bench.car.pending_for = 3;
    bench.send(0x7E0, "03 22 F1 90", 0);
    bench.node.poll(10 * ms);
    bench.expect_silence(10 * ms);
    bench.node.poll(30 * ms);
    bench.expect("03 7F 22 78", 30 * ms);
    bench.node.poll(40 * ms);
    bench.expect("10 14 62 F1 90 57 47 48", 40 * ms);
    bench.expect_silence(1039 * ms);
    bench.expect_silence(1040 * ms);  // the tester never answered: it is over
    bench.send(0x7E0, "30 00 00", 1041 * ms);
    bench.expect_silence(1041 * ms);
    bench.send(0x7E0, "02 3E 00", 1042 * ms);
    bench.expect("02 7E 00", 1042 * ms);
}

void a_new_request_ends_the_old_answer() {
    Bench bench;
    bench.send(0x7E0, "03 22 F1 90");
    bench.expect("10 14 62 F1 90 57 47 48");
    bench.send(0x7E0, "02 3E 00");
    bench.expect("02 7E 00");
    bench.send(0x7E0, "30 00 00");
    bench.expect_silence();
}

/// A tester who only looks at the engine speed is there, too.
void requests_of_obd_keep_the_session() {
    Bench bench;
    bench.send(0x7E0, "02 10 03");
    bench.expect("06 50 03 00 32 01 F4");
    for (std::int64_t now_ns = 4000 * ms; now_ns <= 12'000 * ms; now_ns += 4000 * ms) {
        bench.node.poll(now_ns);
        bench.send(0x7DF, "02 01 0C", now_ns);
        bench.expect("04 41 0C 1A F8", now_ns);
    }
    bench.node.poll(16'999 * ms);
    TEST_ASSERT_TRUE(bench.server.uds().session() == uds::Session::extended);
    bench.node.poll(17'000 * ms);
    TEST_ASSERT_TRUE(bench.server.uds().session() == uds::Session::standard);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(engine_speed_on_a_broadcast);
    RUN_TEST(the_vehicle_identification_in_three_frames);
    RUN_TEST(a_long_request_is_asked_for);
    RUN_TEST(frames_for_others_are_left_alone);
    RUN_TEST(odd_lengths_do_no_harm);
    RUN_TEST(requests_of_64_bytes);
    RUN_TEST(pending_answers_and_time_limits);
    RUN_TEST(a_new_request_ends_the_old_answer);
    RUN_TEST(requests_of_obd_keep_the_session);
    return UNITY_END();
}
