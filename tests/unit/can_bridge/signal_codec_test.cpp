// SPDX-License-Identifier: Apache-2.0
// The codec against a second one that goes bit by bit, as the format is drawn.
#include "can_bridge/signal_codec.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "can_bridge/message_codec.h"
#include "tests/unit/can_bridge/random.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge;
using dbc::ByteOrder;
using dbc::Signal;
using dbc::ValueType;
using ghostcar::tests::Random;

namespace {

Signal signal_at(int start_bit, int length_bits, ByteOrder order, ValueType type) {
    Signal signal;
    signal.start_bit = start_bit;
    signal.length_bits = length_bits;
    signal.byte_order = order;
    signal.type = type;
    return signal;
}

/// The bits one by one: little endian counts upwards from the least significant bit; big endian
/// goes down through each byte and on to the top of the next, from the most significant bit.
std::uint64_t bits_one_by_one(const Signal& signal, const Frame& frame) {
    std::uint64_t value = 0;
    int bit = signal.start_bit;
    for (int count = 0; count < signal.length_bits; ++count) {
        const std::uint64_t one = (frame.data[static_cast<std::size_t>(bit / 8)] >> (bit % 8)) & 1U;
        if (signal.byte_order == ByteOrder::little_endian) {
            value |= one << count;
            ++bit;
        } else {
            value = value << 1U | one;
            bit = bit % 8 == 0 ? bit + 15 : bit - 1;
        }
    }
    return value;
}

Signal random_signal(Random& random) {
    const ByteOrder order = random.below(2) == 0 ? ByteOrder::little_endian : ByteOrder::big_endian;
    ValueType type = static_cast<ValueType>(random.below(5));
    for (;;) {
        const int length = type == ValueType::float16   ? 16
                           : type == ValueType::float32 ? 32
                           : type == ValueType::float64 ? 64
                                                        : 1 + random.below(64);
        const Signal signal = signal_at(random.below(512), length, order, type);
        if (SignalCodec::refusal(signal).empty()) return signal;
    }
}

Frame random_frame(Random& random) {
    Frame frame;
    frame.is_fd = true;
    frame.length = 64;
    for (std::uint8_t& byte : frame.data) byte = static_cast<std::uint8_t>(random.next());
    return frame;
}

void a_million_random_frames_round_trip() {
    constexpr std::uint64_t seed = 20240611;
    Random random(seed);
    for (int count = 0; count < 1000; ++count) {
        const Signal signal = random_signal(random);
        const SignalCodec codec(signal);
        const std::string which = "seed " + std::to_string(seed) + ", signal " +
                                  std::to_string(count) + ": " + std::to_string(signal.start_bit) +
                                  "|" + std::to_string(signal.length_bits);
        for (int repeat = 0; repeat < 1000; ++repeat) {
            const Frame frame = random_frame(random);
            const std::uint64_t bits = codec.bits(frame);
            TEST_ASSERT_TRUE_MESSAGE(bits == bits_one_by_one(signal, frame), which.c_str());
            // Taken out and put back into a frame of other bits, it is the same again, and
            // nothing beside it has changed.
            Frame other = random_frame(random);
            const Frame before = other;
            codec.set_bits(other, bits);
            TEST_ASSERT_TRUE_MESSAGE(codec.bits(other) == bits, which.c_str());
            codec.set_bits(other, codec.bits(before));
            TEST_ASSERT_TRUE_MESSAGE(other == before, which.c_str());
            // Through the physical value too, as far as a double is exact.
            const double value = codec.value(frame);
            if (value != value || (!is_float(signal.type) && signal.length_bits > 53)) continue;
            if (value == 0.0 && is_float(signal.type)) continue;  // adding the offset made -0 to 0
            codec.set_value(other, value);
            TEST_ASSERT_TRUE_MESSAGE(codec.bits(other) == bits, which.c_str());
        }
    }
}

void every_place_of_every_length_is_reached() {
    Random random(7);
    for (const ByteOrder order : {ByteOrder::little_endian, ByteOrder::big_endian}) {
        for (int length = 1; length <= 64; ++length) {
            for (int start = 0; start < 512; ++start) {
                const Signal signal = signal_at(start, length, order, ValueType::unsigned_integer);
                if (!SignalCodec::refusal(signal).empty()) continue;
                const SignalCodec codec(signal);
                Frame frame = random_frame(random);
                const std::uint64_t wanted = random.next();
                codec.set_bits(frame, wanted);
                TEST_ASSERT_EQUAL_UINT64(wanted & codec.mask(), bits_one_by_one(signal, frame));
                TEST_ASSERT_EQUAL_UINT64(wanted & codec.mask(), codec.bits(frame));
            }
        }
    }
}

void known_values() {
    Frame frame;
    frame.data = {0xDE, 0xAD, 0xBE, 0xEF, 0x12, 0x34, 0x56, 0x78};
    const auto bits = [&](int start, int length, ByteOrder order) {
        return SignalCodec(signal_at(start, length, order, ValueType::unsigned_integer))
            .bits(frame);
    };
    TEST_ASSERT_EQUAL_HEX64(0xADDE, bits(0, 16, ByteOrder::little_endian));
    TEST_ASSERT_EQUAL_HEX64(0xDEAD, bits(7, 16, ByteOrder::big_endian));
    TEST_ASSERT_EQUAL_HEX64(0xDD, bits(4, 8, ByteOrder::little_endian));
    TEST_ASSERT_EQUAL_HEX64(0xEA, bits(3, 8, ByteOrder::big_endian));
    TEST_ASSERT_EQUAL_HEX64(0x78563412EFBEADDE, bits(0, 64, ByteOrder::little_endian));
    TEST_ASSERT_EQUAL_HEX64(0xDEADBEEF12345678, bits(7, 64, ByteOrder::big_endian));
}

void signs_scales_and_floats() {
    Frame frame;
    Signal signal = signal_at(0, 8, ByteOrder::little_endian, ValueType::signed_integer);
    signal.scale = 0.5;
    signal.offset = -40.0;
    const SignalCodec codec(signal);
    frame.data[0] = 0xFF;
    TEST_ASSERT_TRUE(codec.value(frame) == -40.5);
    codec.set_value(frame, 23.5);
    TEST_ASSERT_EQUAL_HEX8(127, frame.data[0]);
    codec.set_value(frame, -40.25);  // raw -0.5: to the even neighbour, 0
    TEST_ASSERT_EQUAL_HEX8(0, frame.data[0]);

    const SignalCodec real(signal_at(7, 32, ByteOrder::big_endian, ValueType::float32));
    frame.data = {0x3F, 0xC0, 0x00, 0x00};
    TEST_ASSERT_TRUE(real.value(frame) == 1.5);
    real.set_value(frame, 1e300);
    TEST_ASSERT_TRUE(real.value(frame) == static_cast<double>(std::numeric_limits<float>::max()));
    real.set_value(frame, -std::numeric_limits<double>::infinity());
    TEST_ASSERT_TRUE(real.value(frame) == -std::numeric_limits<double>::infinity());
}

void values_out_of_range_are_clamped() {
    const double infinite = std::numeric_limits<double>::infinity();
    for (int length = 1; length <= 64; ++length) {
        const SignalCodec natural(
            signal_at(0, length, ByteOrder::little_endian, ValueType::unsigned_integer));
        const SignalCodec whole(
            signal_at(0, length, ByteOrder::little_endian, ValueType::signed_integer));
        const std::uint64_t ones = natural.mask();
        TEST_ASSERT_EQUAL_HEX64(ones, natural.bits_of_raw(1e30));
        TEST_ASSERT_EQUAL_HEX64(ones, natural.bits_of_raw(infinite));
        TEST_ASSERT_EQUAL_HEX64(0, natural.bits_of_raw(-1.0));
        TEST_ASSERT_EQUAL_HEX64(0, natural.bits_of_raw(std::nan("")));
        TEST_ASSERT_EQUAL_HEX64(ones >> 1U, whole.bits_of_raw(1e30));
        TEST_ASSERT_EQUAL_HEX64((ones >> 1U) + 1, whole.bits_of_raw(-infinite));
        TEST_ASSERT_EQUAL_HEX64((ones >> 1U) + 1, whole.bits_of_raw(std::nan("")));
        TEST_ASSERT_EQUAL_HEX64(ones, whole.bits_of_raw(-1.0));
    }
}

void what_is_no_number_has_no_codec() {
    const auto is_refused = [](const Signal& signal) {
        try {
            const SignalCodec codec(signal);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    const ValueType type = ValueType::unsigned_integer;
    TEST_ASSERT_TRUE(is_refused(signal_at(0, 65, ByteOrder::little_endian, type)));
    TEST_ASSERT_TRUE(is_refused(signal_at(0, 0, ByteOrder::little_endian, type)));
    TEST_ASSERT_TRUE(is_refused(signal_at(511, 2, ByteOrder::little_endian, type)));
    TEST_ASSERT_FALSE(is_refused(signal_at(511, 1, ByteOrder::little_endian, type)));
    TEST_ASSERT_FALSE(is_refused(signal_at(504, 1, ByteOrder::big_endian, type)));
    TEST_ASSERT_TRUE(is_refused(signal_at(504, 2, ByteOrder::big_endian, type)));
    TEST_ASSERT_TRUE(is_refused(signal_at(4000, 8, ByteOrder::big_endian, type)));
}

void a_short_frame_does_not_contain_the_signal() {
    dbc::Message message;
    message.signals.push_back(
        signal_at(12, 8, ByteOrder::little_endian, ValueType::unsigned_integer));
    message.signals.push_back(signal_at(0, 9, ByteOrder::big_endian, ValueType::unsigned_integer));
    const MessageCodec codec(message);
    TEST_ASSERT_EQUAL_size_t(3, codec.codec(0)->bytes_needed());
    TEST_ASSERT_EQUAL_size_t(2, codec.codec(1)->bytes_needed());
    Frame frame;
    for (std::uint8_t length = 0; length <= 8; ++length) {
        frame.length = length;
        TEST_ASSERT_EQUAL(length >= 3, codec.is_present(0, frame));
        TEST_ASSERT_EQUAL(length >= 2, codec.is_present(1, frame));
    }
    frame.is_remote = true;
    TEST_ASSERT_FALSE(codec.is_present(0, frame));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_million_random_frames_round_trip);
    RUN_TEST(every_place_of_every_length_is_reached);
    RUN_TEST(known_values);
    RUN_TEST(signs_scales_and_floats);
    RUN_TEST(values_out_of_range_are_clamped);
    RUN_TEST(what_is_no_number_has_no_codec);
    RUN_TEST(a_short_frame_does_not_contain_the_signal);
    return UNITY_END();
}
