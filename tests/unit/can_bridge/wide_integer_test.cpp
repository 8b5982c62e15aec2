// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/wide_integer.h"

#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge;

namespace {

dbc::Signal signal_of(int start_bit, int length_bits, bool is_little = true,
                      bool is_signed = false) {
    dbc::Signal signal;
    signal.name = "Serial";
    signal.start_bit = start_bit;
    signal.length_bits = length_bits;
    signal.byte_order = is_little ? dbc::ByteOrder::little_endian : dbc::ByteOrder::big_endian;
    signal.type = is_signed ? dbc::ValueType::signed_integer : dbc::ValueType::unsigned_integer;
    return signal;
}

Frame ones() {
    Frame frame;
    frame.length = 64;
    frame.data.fill(0xFF);
    return frame;
}

void only_whole_long_numbers_fit() {
    TEST_ASSERT_FALSE(WideInteger::fits(signal_of(0, 64)));
    TEST_ASSERT_TRUE(WideInteger::fits(signal_of(0, 65)));
    TEST_ASSERT_TRUE(WideInteger::fits(signal_of(0, 512)));
    TEST_ASSERT_FALSE(WideInteger::fits(signal_of(1, 512)));
    dbc::Signal scaled = signal_of(0, 65);
    scaled.scale = 0.5;
    TEST_ASSERT_FALSE(WideInteger::fits(scaled));
    scaled.scale = 1.0;
    scaled.offset = 1.0;
    TEST_ASSERT_FALSE(WideInteger::fits(scaled));
}

void numbers_are_exact() {
    // 2⁶⁵ − 1, 2¹²⁸ − 1, −1 and −2⁷¹.
    TEST_ASSERT_EQUAL_STRING("36893488147419103231",
                             WideInteger(signal_of(3, 65)).text(ones()).c_str());
    TEST_ASSERT_EQUAL_STRING("340282366920938463463374607431768211455",
                             WideInteger(signal_of(7, 128, false)).text(ones()).c_str());
    TEST_ASSERT_EQUAL_STRING("-1", WideInteger(signal_of(0, 72, true, true)).text(ones()).c_str());
    Frame lowest;
    lowest.data[8] = 0x80;
    TEST_ASSERT_EQUAL_STRING("-2361183241434822606848",
                             WideInteger(signal_of(0, 72, true, true)).text(lowest).c_str());
    Frame counted;
    for (std::uint8_t byte = 0; byte < 16; ++byte) counted.data[byte] = byte;
    TEST_ASSERT_EQUAL_STRING("20011376718272490338853433276725592320",  // 0x0F0E…0100
                             WideInteger(signal_of(0, 128)).text(counted).c_str());
    TEST_ASSERT_EQUAL_STRING("5233100606242806050955395731361295",  // 0x0001…0E0F
                             WideInteger(signal_of(7, 128, false)).text(counted).c_str());
}

void what_was_told_is_written_back() {
    for (const bool is_little : {false, true})
        for (const bool is_signed : {false, true}) {
            const WideInteger wide(signal_of(is_little ? 5 : 2, 90, is_little, is_signed));
            for (const char* text :
                 {"0", "1", "-1", "618970019642690137449562111", "-618970019642690137449562112"}) {
                if (!is_signed && text[0] == '-') continue;
                Frame frame = ones();
                TEST_ASSERT_TRUE(wide.set(frame, text));
                TEST_ASSERT_EQUAL_STRING(text, wide.text(frame).c_str());
                // Nothing else was touched: what is written back gives all ones again.
                TEST_ASSERT_TRUE(wide.set(frame, wide.text(ones())));
                TEST_ASSERT_TRUE(frame == ones());
            }
        }
}

void what_does_not_fit_is_refused() {
    Frame frame;
    const WideInteger plain(signal_of(0, 65));
    for (const char* text : {"36893488147419103232", "-1", "", "-", "1.5", "1e3", "0x1"})
        TEST_ASSERT_FALSE_MESSAGE(plain.set(frame, text), text);
    TEST_ASSERT_TRUE(plain.set(frame, "-0"));
    TEST_ASSERT_TRUE(plain.set(frame, "00036893488147419103231"));
    const WideInteger with_sign(signal_of(0, 65, true, true));
    TEST_ASSERT_FALSE(with_sign.set(frame, "18446744073709551616"));
    TEST_ASSERT_TRUE(with_sign.set(frame, "18446744073709551615"));
    TEST_ASSERT_TRUE(with_sign.set(frame, "-18446744073709551616"));
    TEST_ASSERT_FALSE(with_sign.set(frame, "-18446744073709551617"));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(only_whole_long_numbers_fit);
    RUN_TEST(numbers_are_exact);
    RUN_TEST(what_was_told_is_written_back);
    RUN_TEST(what_does_not_fit_is_refused);
    return UNITY_END();
}
