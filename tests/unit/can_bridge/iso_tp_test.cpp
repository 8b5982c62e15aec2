// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <stdexcept>
#include <string>

#include "can_bridge/iso_tp/receiver.h"
#include "can_bridge/iso_tp/sender.h"
#include "tests/unit/can_bridge/files.h"
#include "tests/unit/can_bridge/random.h"

using namespace ghostcar::can_bridge;
using namespace ghostcar::can_bridge::iso_tp;
using ghostcar::tests::from_hex;

namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr std::int64_t ms = ns_per_ms;

Bytes numbered(std::size_t length) {
    Bytes bytes(length);
    for (std::size_t index = 0; index < length; ++index)
        bytes[index] = static_cast<std::uint8_t>(index * 7 + 1);
    return bytes;
}

void expect_frame(const char* hex, const std::optional<Frame>& frame) {
    TEST_ASSERT_TRUE_MESSAGE(frame.has_value(), hex);
    const Bytes wanted = from_hex(hex);
    TEST_ASSERT_EQUAL_size_t_MESSAGE(wanted.size(), frame->length, hex);
    TEST_ASSERT_EQUAL_HEX8_ARRAY_MESSAGE(wanted.data(), frame->data.data(), wanted.size(), hex);
}

void expect_event(ReceiveEvent expected, ReceiveEvent found) {
    TEST_ASSERT_EQUAL_INT(static_cast<int>(expected), static_cast<int>(found));
}

Config fd_config() {
    Config config;
    config.is_fd = true;
    config.frame_length = 64;
    return config;
}

void frames_of_a_vehicle_identification() {
    const std::string text = "\x49\x02\x01WGH0ST0CAR0000001";
    Config config;
    config.padding = 0x00;
    Sender sender(config);
    TEST_ASSERT_TRUE(sender.start({reinterpret_cast<const std::uint8_t*>(text.data()), 20}));
    expect_frame("10 14 49 02 01 57 47 48", sender.next(0));
    TEST_ASSERT_FALSE(sender.next(0).has_value());
    sender.receive(from_hex("30 00 00"), 1 * ms);
    expect_frame("21 30 53 54 30 43 41 52", sender.next(1 * ms));
    expect_frame("22 30 30 30 30 30 30 31", sender.next(1 * ms));
    TEST_ASSERT_FALSE(sender.is_busy());
    TEST_ASSERT_TRUE(sender.failure() == SendFailure::none);
}

void single_frames_and_padding() {
    Config config;
    Sender sender(config);
    TEST_ASSERT_TRUE(sender.start(from_hex("01 0C")));
    expect_frame("02 01 0C CC CC CC CC CC", sender.next(0));
    config.padding.reset();
    Sender bare(config);
    TEST_ASSERT_TRUE(bare.start(from_hex("01 0C")));
    expect_frame("02 01 0C", bare.next(0));
    Sender fd(fd_config());
    TEST_ASSERT_TRUE(fd.start(Bytes(7, 0x11)));
    expect_frame("07 11 11 11 11 11 11 11", fd.next(0));
    TEST_ASSERT_TRUE(fd.start(Bytes(8, 0x22)));
    expect_frame("00 08 22 22 22 22 22 22 22 22 CC CC", fd.next(0));
    TEST_ASSERT_TRUE(fd.start(Bytes(62, 0x33)));
    TEST_ASSERT_EQUAL_INT(64, fd.next(0)->length);
    TEST_ASSERT_FALSE(fd.is_busy());
}

void flow_control_is_obeyed() {
    Sender sender(Config{});
    TEST_ASSERT_TRUE(sender.start(numbered(40)));
    TEST_ASSERT_FALSE(sender.start(numbered(1)));  // one at a time
    TEST_ASSERT_TRUE(sender.next(0).has_value());
    sender.receive(from_hex("30 02 0A"), 0);  // two frames, 10 ms apart
    TEST_ASSERT_TRUE(sender.next(0).has_value());
    TEST_ASSERT_FALSE(sender.next(10 * ms - 1).has_value());
    TEST_ASSERT_TRUE(sender.next(10 * ms).has_value());
    TEST_ASSERT_TRUE(sender.state() == SendState::waiting);
    TEST_ASSERT_FALSE(sender.next(500 * ms).has_value());
    sender.receive(from_hex("31 00 00"), 600 * ms);  // wait: the second begins anew
    TEST_ASSERT_FALSE(sender.next(1590 * ms).has_value());
    TEST_ASSERT_TRUE(sender.is_busy());
    sender.receive(from_hex("30 00 F1"), 1595 * ms);  // 100 µs
    TEST_ASSERT_TRUE(sender.next(1595 * ms).has_value());
    TEST_ASSERT_FALSE(sender.next(1595 * ms + 99'999).has_value());
    TEST_ASSERT_TRUE(sender.next(1595 * ms + 100'000).has_value());
}

void separation_times() {
    TEST_ASSERT_EQUAL_INT64(0, separation_ns(0));
    TEST_ASSERT_EQUAL_INT64(127 * ms, separation_ns(0x7F));
    TEST_ASSERT_EQUAL_INT64(900'000, separation_ns(0xF9));
    for (const int reserved : {0x80, 0xF0, 0xFA, 0xFF})
        TEST_ASSERT_EQUAL_INT64(127 * ms, separation_ns(static_cast<std::uint8_t>(reserved)));
}

SendFailure failure_after(const char* flow_control, std::int64_t at_ns) {
    Sender sender(Config{});
    TEST_ASSERT_TRUE(sender.start(numbered(40)));
    static_cast<void>(sender.next(0));
    if (flow_control != nullptr) sender.receive(from_hex(flow_control), at_ns);
    static_cast<void>(sender.next(at_ns));
    TEST_ASSERT_EQUAL(sender.failure() == SendFailure::none, sender.is_busy());
    return sender.failure();
}

void a_sender_gives_up() {
    TEST_ASSERT_TRUE(failure_after(nullptr, 999 * ms) == SendFailure::none);
    TEST_ASSERT_TRUE(failure_after(nullptr, 1000 * ms) == SendFailure::timed_out);
    TEST_ASSERT_TRUE(failure_after("30 00 00", 1000 * ms) == SendFailure::timed_out);
    TEST_ASSERT_TRUE(failure_after("32 00 00", 1) == SendFailure::overflow);
    TEST_ASSERT_TRUE(failure_after("33 00 00", 1) == SendFailure::wrong_flow);
    TEST_ASSERT_TRUE(failure_after("30 00", 1) == SendFailure::none);  // too short: ignored
    TEST_ASSERT_TRUE(failure_after("", 1) == SendFailure::none);
    TEST_ASSERT_TRUE(failure_after("02 10 03", 1) == SendFailure::none);
    Sender sender(Config{});
    TEST_ASSERT_TRUE(sender.start(numbered(40)));
    static_cast<void>(sender.next(0));
    for (int waits = 0; waits < 10; ++waits) sender.receive(from_hex("31 00 00"), 0);
    TEST_ASSERT_TRUE(sender.is_busy());
    sender.receive(from_hex("31 00 00"), 0);
    TEST_ASSERT_TRUE(sender.failure() == SendFailure::too_many_waits);
    TEST_ASSERT_FALSE(sender.start(Bytes()));
    TEST_ASSERT_FALSE(sender.start(Bytes(4096)));
    TEST_ASSERT_TRUE(sender.start(Bytes(4095)));
}

void single_frames_that_are_wrong_are_dropped() {
    Receiver receiver(Config{});
    for (const char* data : {"", "00", "01", "03 11 22", "08 11 22 33 44 55 66 77", "0F 11",
                             "00 07 11 22 33 44 55 66 77 88 99 AA",  // reserved: fits into 8
                             "01 08 11 22 33 44 55 66 77 88 99 AA",  // no escape
                             "00 0B 11 22 33 44 55 66 77 88 99 AA",  // one byte too few
                             "40 11", "F0 11"})
        expect_event(ReceiveEvent::none, receiver.receive(from_hex(data), false, 0));
    expect_event(ReceiveEvent::complete, receiver.receive(from_hex("01 3E"), false, 0));
    TEST_ASSERT_EQUAL_size_t(1, receiver.message().size());
    expect_event(ReceiveEvent::complete,
                 receiver.receive(from_hex("00 0A 11 22 33 44 55 66 77 88 99 AA"), false, 0));
    TEST_ASSERT_EQUAL_size_t(10, receiver.message().size());
}

void first_frames_that_are_wrong_are_dropped() {
    Receiver receiver(Config{});
    for (const char* data : {"10 07 11 22 33 44 55 66",  // fits into a single frame
                             "10 14 11 22 33 44 55",     // too short for a first frame
                             "10", "10 00",
                             "10 00 00 00 0F FF 11 22",               // would fit into twelve bits
                             "10 0A 11 22 33 44 55 66 77 88 99 AA"})  // fits into its own length
        expect_event(ReceiveEvent::none, receiver.receive(from_hex(data), false, 0));
    TEST_ASSERT_FALSE(receiver.take_flow_control().has_value());
    // What does not fit is said.
    expect_event(ReceiveEvent::too_long,
                 receiver.receive(from_hex("10 00 00 00 10 00 11 22"), false, 0));
    expect_frame("32 00 00 CC CC CC CC CC", receiver.take_flow_control());
    TEST_ASSERT_FALSE(receiver.is_busy());
    // Broadcasts are single frames.
    expect_event(ReceiveEvent::none,
                 receiver.receive(from_hex("10 14 01 02 03 04 05 06"), true, 0));
    TEST_ASSERT_FALSE(receiver.is_busy());
}

void begin(Receiver& receiver, std::int64_t now_ns = 0) {
    expect_event(ReceiveEvent::started,
                 receiver.receive(from_hex("10 0E 01 02 03 04 05 06"), false, now_ns));
    TEST_ASSERT_TRUE(receiver.take_flow_control().has_value());
}

void a_transfer_that_goes_wrong_is_over() {
    Receiver receiver(Config{});
    // Out of order, then too short, then silence.
    begin(receiver);
    expect_event(ReceiveEvent::wrong_sequence,
                 receiver.receive(from_hex("22 07 08 09 0A 0B 0C 0D"), false, 0));
    expect_event(ReceiveEvent::none,
                 receiver.receive(from_hex("21 07 08 09 0A 0B 0C 0D"), false, 0));
    begin(receiver);
    expect_event(ReceiveEvent::wrong_sequence, receiver.receive(from_hex("21 07 08"), false, 0));
    begin(receiver);
    expect_event(ReceiveEvent::none, receiver.poll(1000 * ms - 1));
    expect_event(ReceiveEvent::timed_out, receiver.poll(1000 * ms));
    expect_event(ReceiveEvent::none, receiver.poll(2000 * ms));
    // A new message ends the old one.
    begin(receiver);
    expect_event(ReceiveEvent::interrupted,
                 receiver.receive(from_hex("10 0E 01 02 03 04 05 06"), false, 0));
    expect_event(ReceiveEvent::complete, receiver.receive(from_hex("02 3E 00"), false, 0));
    TEST_ASSERT_FALSE(receiver.is_busy());
}

void a_transfer_that_goes_well() {
    Config config;
    config.block_size = 1;
    config.separation_code = 5;
    Receiver receiver(config);
    expect_event(ReceiveEvent::started,
                 receiver.receive(from_hex("10 0E 01 02 03 04 05 06"), false, 0));
    expect_frame("30 01 05 CC CC CC CC CC", receiver.take_flow_control());
    TEST_ASSERT_FALSE(receiver.take_flow_control().has_value());
    expect_event(ReceiveEvent::none,
                 receiver.receive(from_hex("21 07 08 09 0A 0B 0C 0D"), false, 0));
    expect_frame("30 01 05 CC CC CC CC CC", receiver.take_flow_control());
    expect_event(ReceiveEvent::complete, receiver.receive(from_hex("22 0E"), false, 0));
    TEST_ASSERT_FALSE(receiver.take_flow_control().has_value());
    for (std::size_t index = 0; index < 14; ++index)
        TEST_ASSERT_EQUAL_HEX8(index + 1, receiver.message()[index]);
}

/// Any length through a sender and a receiver, with any block size and separation, classic and FD.
void every_length_arrives() {
    constexpr std::uint64_t seed = 99;
    ghostcar::tests::Random random(seed);
    for (int count = 0; count < 400; ++count) {
        Config config;
        config.is_fd = count % 2 == 1;
        config.frame_length =
            config.is_fd ? length_of_code[8U + static_cast<std::size_t>(random.below(8))] : 8;
        if (random.below(2) == 0) config.padding.reset();
        config.block_size = static_cast<std::uint8_t>(random.below(5));
        config.separation_code = static_cast<std::uint8_t>(random.below(256));
        config.longest_message = 10000;
        Sender sender(config);
        Receiver receiver(config);
        const Bytes message =
            numbered(static_cast<std::size_t>(count < 80 ? count + 1 : 1 + random.below(10000)));
        TEST_ASSERT_TRUE(sender.start(message));
        bool has_arrived = false;
        std::int64_t now_ns = 0;
        for (int step = 0; step < 400000 && !has_arrived; ++step, now_ns += ms) {
            while (const std::optional<Frame> frame = sender.next(now_ns)) {
                TEST_ASSERT_TRUE(is_sendable(*frame));
                has_arrived =
                    receiver.receive(frame->payload(), false, now_ns) == ReceiveEvent::complete;
                if (const std::optional<Frame> flow = receiver.take_flow_control())
                    sender.receive(flow->payload(), now_ns);
            }
            expect_event(ReceiveEvent::none, receiver.poll(now_ns));
        }
        const std::string which =
            "seed " + std::to_string(seed) + ", message " + std::to_string(count);
        TEST_ASSERT_TRUE_MESSAGE(has_arrived, which.c_str());
        TEST_ASSERT_EQUAL_size_t_MESSAGE(message.size(), receiver.message().size(), which.c_str());
        TEST_ASSERT_EQUAL_HEX8_ARRAY_MESSAGE(message.data(), receiver.message().data(),
                                             message.size(), which.c_str());
        TEST_ASSERT_FALSE(sender.is_busy());
    }
}

void frame_lengths_must_exist() {
    for (const std::size_t length :
         {std::size_t{0}, std::size_t{7}, std::size_t{9}, std::size_t{65}}) {
        Config config = fd_config();
        config.frame_length = length;
        bool is_refused = false;
        try {
            const Sender sender(config);
        } catch (const std::invalid_argument&) {
            is_refused = true;
        }
        TEST_ASSERT_TRUE(is_refused);
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(frames_of_a_vehicle_identification);
    RUN_TEST(single_frames_and_padding);
    RUN_TEST(flow_control_is_obeyed);
    RUN_TEST(separation_times);
    RUN_TEST(a_sender_gives_up);
    RUN_TEST(single_frames_that_are_wrong_are_dropped);
    RUN_TEST(first_frames_that_are_wrong_are_dropped);
    RUN_TEST(a_transfer_that_goes_wrong_is_over);
    RUN_TEST(a_transfer_that_goes_well);
    RUN_TEST(every_length_arrives);
    RUN_TEST(frame_lengths_must_exist);
    return UNITY_END();
}
