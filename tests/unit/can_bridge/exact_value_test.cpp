// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/exact_value.h"

#include <limits>

#include "tests/unit/can_bridge/random.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge;
using dbc::Signal;
using dbc::ValueType;

namespace {

Signal signal_of(int length_bits, ValueType type, double scale, double offset) {
    Signal signal;
    signal.length_bits = length_bits;
    signal.type = type;
    signal.scale = scale;
    signal.offset = offset;
    return signal;
}

std::string text_of(const Signal& signal, std::uint64_t bits) {
    const SignalCodec codec(signal);
    Frame frame;
    codec.set_bits(frame, bits);
    return value_text(codec, frame);
}

void expect_text(const char* expected, const Signal& signal, std::uint64_t bits) {
    TEST_ASSERT_EQUAL_STRING(expected, text_of(signal, bits).c_str());
}

constexpr ValueType natural = ValueType::unsigned_integer;
constexpr ValueType whole = ValueType::signed_integer;
constexpr std::uint64_t all_ones = ~std::uint64_t{0};

void integers_are_exact() {
    expect_text("18446744073709551615", signal_of(64, natural, 1, 0), all_ones);
    expect_text("-9223372036854775808", signal_of(64, whole, 1, 0), std::uint64_t{1} << 63U);
    expect_text("9223372036854775807", signal_of(64, whole, 1, 0), all_ones >> 1U);
    expect_text("184467440737095516150", signal_of(64, natural, 10, 0), all_ones);
    expect_text("-18446744073709551612", signal_of(64, natural, -1, 3), all_ones);
    expect_text("0", signal_of(1, natural, 1, 0), 0);
    expect_text("-1", signal_of(1, whole, 1, 0), 1);
    expect_text("-40", signal_of(8, natural, 1, -40), 0);
}

void fractions_are_the_shortest_that_read_back() {
    expect_text("0.1", signal_of(8, natural, 0.1, 0), 1);
    expect_text("0.30000000000000004", signal_of(8, natural, 0.1, 0), 3);
    expect_text("2.0", signal_of(8, natural, 0.5, 0), 4);
    expect_text("-39.5", signal_of(8, natural, 1, -40.5), 1);
    expect_text("1e-09", signal_of(8, natural, 1e-9, 0), 1);
}

void floats() {
    expect_text("1.5", signal_of(32, ValueType::float32, 1, 0), 0x3FC00000);
    expect_text("0.10000000149011612", signal_of(32, ValueType::float32, 1, 0), 0x3DCCCCCD);
    expect_text("-0.0", signal_of(64, ValueType::float64, 1, 0), std::uint64_t{1} << 63U);
    expect_text("null", signal_of(32, ValueType::float32, 1, 0), 0x7FC00000);
    expect_text("null", signal_of(64, ValueType::float64, 1, 0), 0xFFF0000000000000);
}

void numbers_that_do_not_fit_are_refused() {
    const SignalCodec byte(signal_of(8, natural, 1, 0));
    TEST_ASSERT_TRUE(bits_of(byte, ExactNumber::of(Int128{255})) == std::uint64_t{255});
    TEST_ASSERT_FALSE(bits_of(byte, ExactNumber::of(Int128{256})).has_value());
    TEST_ASSERT_FALSE(bits_of(byte, ExactNumber::of(Int128{-1})).has_value());
    TEST_ASSERT_TRUE(bits_of(byte, ExactNumber::of(255.4)) == std::uint64_t{255});
    TEST_ASSERT_FALSE(bits_of(byte, ExactNumber::of(255.6)).has_value());
    TEST_ASSERT_FALSE(bits_of(byte, ExactNumber::of(1e300)).has_value());
    const double infinite = std::numeric_limits<double>::infinity();
    TEST_ASSERT_FALSE(bits_of(byte, ExactNumber::of(infinite)).has_value());
    TEST_ASSERT_FALSE(bits_of(byte, ExactNumber::of(infinite - infinite)).has_value());
    const SignalCodec small(signal_of(8, whole, 1, 0));
    TEST_ASSERT_TRUE(bits_of(small, ExactNumber::of(Int128{-128})) == std::uint64_t{0x80});
    TEST_ASSERT_FALSE(bits_of(small, ExactNumber::of(Int128{128})).has_value());
    TEST_ASSERT_FALSE(bits_of(small, ExactNumber::of(Int128{-129})).has_value());
    const SignalCodec constant(signal_of(8, natural, 0, 5));
    TEST_ASSERT_TRUE(bits_of(constant, ExactNumber::of(Int128{5})) == std::uint64_t{0});
    TEST_ASSERT_TRUE(bits_of(constant, ExactNumber::of(5.0)) == std::uint64_t{0});
    TEST_ASSERT_FALSE(bits_of(constant, ExactNumber::of(Int128{6})).has_value());
}

/// Infinities are there in the bits, so they fit; a finite number must not become another one.
void floats_that_do_not_fit_are_refused() {
    const double infinite = std::numeric_limits<double>::infinity();
    const double largest = std::numeric_limits<float>::max();
    const SignalCodec single(signal_of(32, ValueType::float32, 1, 0));
    TEST_ASSERT_TRUE(bits_of(single, ExactNumber::of(largest)) == std::uint64_t{0x7F7FFFFF});
    TEST_ASSERT_FALSE(bits_of(single, ExactNumber::of(largest * 1.5)).has_value());
    TEST_ASSERT_FALSE(bits_of(single, ExactNumber::of(-1e300)).has_value());
    TEST_ASSERT_TRUE(bits_of(single, ExactNumber::of(infinite)) == std::uint64_t{0x7F800000});
    const SignalCodec half(signal_of(16, ValueType::float16, 1, 0));
    expect_text("-5.0", signal_of(16, ValueType::float16, 1, 0), 0xC500);
    TEST_ASSERT_TRUE(bits_of(half, ExactNumber::of(Int128{65504})) == std::uint64_t{0x7BFF});
    TEST_ASSERT_FALSE(bits_of(half, ExactNumber::of(Int128{65505})).has_value());
    TEST_ASSERT_TRUE(bits_of(half, ExactNumber::of(-infinite)) == std::uint64_t{0xFC00});
}

void integers_between_two_steps_go_to_the_nearer() {
    const SignalCodec codec(signal_of(8, whole, 4, 2));
    const auto raw = [&](int value) { return bits_of(codec, ExactNumber::of(Int128{value})); };
    TEST_ASSERT_TRUE(raw(6) == std::uint64_t{1});
    TEST_ASSERT_TRUE(raw(7) == std::uint64_t{1});
    TEST_ASSERT_TRUE(raw(8) == std::uint64_t{2});   // half: to the even 2
    TEST_ASSERT_TRUE(raw(12) == std::uint64_t{2});  // half: to the even 2
    TEST_ASSERT_TRUE(raw(0) == std::uint64_t{0});   // -1/2: to 0
    TEST_ASSERT_TRUE(raw(-4) == std::uint64_t{0xFE});
    const SignalCodec falling(signal_of(8, natural, -1, 255));
    TEST_ASSERT_TRUE(bits_of(falling, ExactNumber::of(Int128{0})) == std::uint64_t{255});
}

/// What was decoded is encoded to the same bits, also where doubles are coarser than the signal.
void what_is_decoded_is_encoded_again() {
    ghostcar::tests::Random random(3);
    for (const double scale : {1.0, -1.0, 7.0, 1000.0}) {
        for (int length = 1; length <= 64; ++length) {
            for (const ValueType type : {natural, whole}) {
                const SignalCodec codec(signal_of(length, type, scale, -12345.0));
                for (int count = 0; count < 50; ++count) {
                    Frame frame;
                    codec.set_bits(frame, random.next());
                    const std::string text = value_text(codec, frame);
                    Int128 value = 0;
                    for (const char digit : text)
                        if (digit != '-') value = value * 10 + (digit - '0');
                    if (text.front() == '-') value = -value;
                    TEST_ASSERT_TRUE_MESSAGE(
                        bits_of(codec, ExactNumber::of(value)) == codec.bits(frame), text.c_str());
                }
            }
        }
    }
    const SignalCodec halves(signal_of(64, natural, 0.5, 0));
    Frame frame;
    halves.set_bits(frame, all_ones);
    TEST_ASSERT_TRUE(bits_of(halves, ExactNumber::of(halves.value(frame))) == all_ones);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(integers_are_exact);
    RUN_TEST(fractions_are_the_shortest_that_read_back);
    RUN_TEST(floats);
    RUN_TEST(numbers_that_do_not_fit_are_refused);
    RUN_TEST(floats_that_do_not_fit_are_refused);
    RUN_TEST(integers_between_two_steps_go_to_the_nearer);
    RUN_TEST(what_is_decoded_is_encoded_again);
    return UNITY_END();
}
