// SPDX-License-Identifier: Apache-2.0
// Checksums and protected frames against published vectors.
#include "can_bridge/e2e/protection.h"

#include <array>
#include <memory>
#include <string>

#include "tests/unit/can_bridge/files.h"
#include "tests/unit/can_bridge/random.h"

using namespace ghostcar::can_bridge::e2e;
using ghostcar::tests::from_hex;

namespace {

using Bytes = std::vector<std::uint8_t>;

void checksums_of_the_standard() {
    struct Row {
        const char* input;
        std::uint32_t j1850, h2f, ccitt;
    };
    constexpr std::array<Row, 8> rows = {{
        {"00000000", 0x59, 0x12, 0x84C0},
        {"F20183", 0x37, 0xC2, 0xD374},
        {"0FAA0055", 0x79, 0xC6, 0x2023},
        {"00FF5511", 0xB8, 0x77, 0xB8F9},
        {"332255AABBCCDDEEFF", 0xCB, 0x11, 0xF53F},
        {"926B55", 0x8C, 0x33, 0x0745},
        {"FFFFFFFF", 0x74, 0x6C, 0x1D0F},
        {"313233343536373839", 0x4B, 0xDF, 0x29B1},
    }};
    for (const Row& row : rows) {
        const Bytes input = from_hex(row.input);
        TEST_ASSERT_EQUAL_HEX32_MESSAGE(row.j1850, Crc(crc8_j1850).of(input), row.input);
        TEST_ASSERT_EQUAL_HEX32_MESSAGE(row.h2f, Crc(crc8_h2f).of(input), row.input);
        TEST_ASSERT_EQUAL_HEX32_MESSAGE(row.ccitt, Crc(crc16_ccitt).of(input), row.input);
    }
}

/// Custom checksums: the check values ("123456789") that everybody publishes for these.
void checksums_by_description() {
    const Bytes input = from_hex("313233343536373839");
    TEST_ASSERT_EQUAL_HEX32(0xF4, Crc({8, 0x07, 0x00, 0x00, false}).of(input));
    TEST_ASSERT_EQUAL_HEX32(0xA1, Crc({8, 0x31, 0x00, 0x00, true}).of(input));  // MAXIM
    TEST_ASSERT_EQUAL_HEX32(0x97, Crc({8, 0x1D, 0xFF, 0x00, true}).of(input));  // EBU
    TEST_ASSERT_EQUAL_HEX32(0x31C3, Crc({16, 0x1021, 0x0000, 0x0000, false}).of(input));
    TEST_ASSERT_EQUAL_HEX32(0xBB3D, Crc({16, 0x8005, 0x0000, 0x0000, true}).of(input));  // ARC
    TEST_ASSERT_EQUAL_HEX32(0x906E, Crc({16, 0x1021, 0xFFFF, 0xFFFF, true}).of(input));
    TEST_ASSERT_EQUAL_HEX32(0xCBF43926,
                            Crc({32, 0x04C11DB7, 0xFFFFFFFF, 0xFFFFFFFF, true}).of(input));
    TEST_ASSERT_EQUAL_HEX32(
        0xFC891918, Crc({32, 0x04C11DB7, 0xFFFFFFFF, 0xFFFFFFFF, false}).of(input));  // BZIP2
}

/// Eight bytes at once give what they give one by one, in every kind and at every length.
void words_and_bytes_agree() {
    ghostcar::tests::Random random(5);
    const CrcKind kinds[] = {crc8_j1850,
                             crc8_j1850_plain,
                             crc8_h2f,
                             crc16_ccitt,
                             {8, 0x31, 0x00, 0x00, true},
                             {16, 0x8005, 0x1234, 0x0000, true},
                             {32, 0x04C11DB7, 0xFFFFFFFF, 0xFFFFFFFF, true},
                             {32, 0x04C11DB7, 0xFFFFFFFF, 0xFFFFFFFF, false}};
    for (const CrcKind& kind : kinds) {
        const Crc crc(kind);
        for (std::size_t length = 0; length <= 64; ++length) {
            Bytes data(length);
            for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(random.next());
            std::uint32_t one_by_one = crc.start();
            for (const std::uint8_t byte : data) one_by_one = crc.add(one_by_one, byte);
            TEST_ASSERT_EQUAL_HEX32(one_by_one, crc.add(crc.start(), data));
            if (length != 8) continue;
            // And a part of them, which is how the profiles leave out their own bytes.
            std::uint32_t seven = crc.start();
            for (std::size_t index = 1; index < 8; ++index) seven = crc.add(seven, data[index]);
            TEST_ASSERT_EQUAL_HEX32(seven,
                                    crc.add_word<7>(crc.start(), word_of(data.data()) << 8U >> 8U));
        }
    }
}

/// Frames of eight bytes have a way of their own: one byte more or less has to know the same rule.
void profiles_of_every_length() {
    std::array<std::uint8_t, 16> ids{};
    for (std::uint8_t index = 0; index < 16; ++index)
        ids[index] = static_cast<std::uint8_t>(0x30 + index);
    for (const std::size_t length : {7U, 8U, 9U, 12U, 64U}) {
        Bytes data(length);
        for (std::size_t index = 0; index < length; ++index)
            data[index] = static_cast<std::uint8_t>(17 * index + 3);
        Bytes first = data;
        Profile1(0x4321, DataIdMode::both).protect(first, 9);
        Crc crc1(crc8_j1850_plain);
        std::uint32_t sum =
            crc1.add(crc1.add(crc1.start(), std::uint8_t{0x21}), std::uint8_t{0x43});
        for (std::size_t index = 1; index < length; ++index) sum = crc1.add(sum, first[index]);
        TEST_ASSERT_EQUAL_HEX8(crc1.finish(sum), first[0]);
        Bytes second = data;
        Profile2(ids).protect(second, 9);
        Crc crc2(crc8_h2f);
        sum = crc2.start();
        for (std::size_t index = 1; index < length; ++index) sum = crc2.add(sum, second[index]);
        TEST_ASSERT_EQUAL_HEX8(crc2.finish(crc2.add(sum, std::uint8_t{0x39})), second[0]);
        Bytes fifth = data;
        Profile5(0x4321).protect(fifth, 9);
        Crc crc5(crc16_ccitt);
        sum = crc5.start();
        for (std::size_t index = 2; index < length; ++index) sum = crc5.add(sum, fifth[index]);
        sum = crc5.finish(crc5.add(crc5.add(sum, std::uint8_t{0x21}), std::uint8_t{0x43}));
        TEST_ASSERT_EQUAL_HEX16(sum, fifth[0] | fifth[1] << 8);
    }
}

void expect_protected(const char* expected, const Protection& protection, Bytes data, int counter) {
    protect(protection, data, counter);
    const Bytes wanted = from_hex(expected);
    TEST_ASSERT_EQUAL_HEX8_ARRAY_MESSAGE(wanted.data(), data.data(), data.size(), expected);
    const Reading reading = read(protection, data);
    TEST_ASSERT_TRUE_MESSAGE(reading.is_intact, expected);
    TEST_ASSERT_EQUAL_INT(counter, reading.counter);
}

void profile_1() {
    const Bytes zeros(8, 0);
    const std::uint16_t id = 0x123;
    expect_protected("CC00000000000000", Profile1(id, DataIdMode::both), zeros, 0);
    expect_protected("9101000000000000", Profile1(id, DataIdMode::both), zeros, 1);
    expect_protected("CE00000000000000", Profile1(id, DataIdMode::alternating), zeros, 0);
    expect_protected("0201000000000000", Profile1(id, DataIdMode::alternating), zeros, 1);
    expect_protected("CE00000000000000", Profile1(id, DataIdMode::low), zeros, 0);
    expect_protected("9301000000000000", Profile1(id, DataIdMode::low), zeros, 1);
    expect_protected("2A10000000000000", Profile1(id, DataIdMode::nibble), zeros, 0);
    expect_protected("7711000000000000", Profile1(id, DataIdMode::nibble), zeros, 1);
    // The high nibble of byte 1 belongs to the signals, and a wrong id nibble is noticed.
    Bytes data = from_hex("00A0000000000000");
    Profile1(id, DataIdMode::both).protect(data, 3);
    TEST_ASSERT_EQUAL_HEX8(0xA3, data[1]);
    Bytes other = zeros;
    Profile1(0x223, DataIdMode::nibble).protect(other, 0);
    TEST_ASSERT_FALSE(Profile1(id, DataIdMode::nibble).read(other).is_intact);
    // Counter 15 does not exist.
    Bytes fifteen = zeros;
    Profile1(id, DataIdMode::both).protect(fifteen, 15);
    TEST_ASSERT_FALSE(Profile1(id, DataIdMode::both).read(fifteen).is_intact);
}

void profile_2() {
    std::array<std::uint8_t, 16> from_one{};
    std::array<std::uint8_t, 16> from_zero{};
    for (std::uint8_t index = 0; index < 16; ++index) {
        from_one[index] = static_cast<std::uint8_t>(index + 1);
        from_zero[index] = index;
    }
    expect_protected("1B01000000000000", Profile2(from_one), Bytes(8, 0), 1);
    expect_protected("BC02020304050607", Profile2(from_zero), from_hex("0001020304050607"), 2);
    expect_protected("BC02020304050607", Profile2(from_zero), from_hex("FF02020304050607"), 2);
}

void profile_5() {
    expect_protected("1CCA000000000000", Profile5(0x1234), Bytes(8, 0), 0);
    expect_protected("CF8D010000000000", Profile5(0x1234), Bytes(8, 0), 1);
    // Somewhere else in the frame.
    Bytes data(16, 0x5A);
    const Profile5 profile(0x1234, 8);
    profile.protect(data, 200);
    TEST_ASSERT_EQUAL_HEX8(200, data[10]);
    TEST_ASSERT_EQUAL_HEX8(0x5A, data[7]);
    TEST_ASSERT_EQUAL_HEX8(0x5A, data[11]);
    TEST_ASSERT_TRUE(profile.read(data).is_intact);
}

void plain_counters_and_checksums() {
    CounterField counter{1, 4, 4, 16};
    ChecksumField exclusive_or;
    exclusive_or.byte = 7;
    exclusive_or.start = 0xFF;
    const PlainProtection both(counter, exclusive_or);
    expect_protected("01530408102040D1", both, from_hex("0103040810204000"), 5);
    const PlainProtection only_counter(counter, std::nullopt);
    expect_protected("00F0", only_counter, from_hex("0000"), 15);
    TEST_ASSERT_EQUAL_INT(1, PlainProtection(std::nullopt, exclusive_or).counters());
    ChecksumField j1850;
    j1850.byte = 3;
    j1850.crc = std::make_shared<const Crc>(crc8_j1850);
    expect_protected("F2018337", PlainProtection(std::nullopt, j1850), from_hex("F2018300"), 0);
    j1850.byte = 0;
    expect_protected("37F20183", PlainProtection(std::nullopt, j1850), from_hex("00F20183"), 0);
    // The id of the message in front: "F2 01" as its bytes gives the same checksum.
    j1850.prefix[0] = 0xF2;
    j1850.prefix[1] = 0x01;
    j1850.prefix_length = 2;
    expect_protected("3783", PlainProtection(std::nullopt, j1850), from_hex("0083"), 0);
    // A counter that leaves out its last value.
    counter.counters = 15;
    TEST_ASSERT_FALSE(PlainProtection(counter, std::nullopt).read(from_hex("00F0")).is_intact);
}

std::vector<Protection> all_protections() {
    std::array<std::uint8_t, 16> ids{};
    for (std::uint8_t index = 0; index < 16; ++index)
        ids[index] = static_cast<std::uint8_t>(index * 7);
    ChecksumField checksum;
    checksum.crc = std::make_shared<const Crc>(crc8_h2f);
    return {Profile1(0x123, DataIdMode::both),
            Profile1(0x123, DataIdMode::alternating),
            Profile1(0x123, DataIdMode::low),
            Profile1(0x123, DataIdMode::nibble),
            Profile2(ids),
            Profile5(0xBEEF, 1),
            PlainProtection(CounterField{1, 0, 4, 16}, checksum)};
}

void every_flipped_bit_is_noticed() {
    ghostcar::tests::Random random(11);
    for (const Protection& protection : all_protections()) {
        for (int counter = 0; counter < counters_of(protection); ++counter) {
            Bytes data(8);
            for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(random.next());
            protect(protection, data, counter);
            TEST_ASSERT_TRUE(read(protection, data).is_intact);
            for (std::size_t bit = 0; bit < 64; ++bit) {
                data[bit / 8] = static_cast<std::uint8_t>(data[bit / 8] ^ (1U << (bit % 8)));
                TEST_ASSERT_FALSE(read(protection, data).is_intact);
                data[bit / 8] = static_cast<std::uint8_t>(data[bit / 8] ^ (1U << (bit % 8)));
            }
        }
    }
}

void short_frames_are_not_intact() {
    for (const Protection& protection : all_protections()) {
        for (std::size_t length = 0; length < shortest_frame(protection); ++length)
            TEST_ASSERT_FALSE(read(protection, Bytes(length)).is_intact);
        Bytes shortest(shortest_frame(protection));
        protect(protection, shortest, 0);
        TEST_ASSERT_TRUE(read(protection, shortest).is_intact);
        TEST_ASSERT_EQUAL_INT(0, next_counter(protection, counters_of(protection) - 1));
        TEST_ASSERT_EQUAL_INT(1, next_counter(protection, 0));
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(checksums_of_the_standard);
    RUN_TEST(checksums_by_description);
    RUN_TEST(words_and_bytes_agree);
    RUN_TEST(profiles_of_every_length);
    RUN_TEST(profile_1);
    RUN_TEST(profile_2);
    RUN_TEST(profile_5);
    RUN_TEST(plain_counters_and_checksums);
    RUN_TEST(every_flipped_bit_is_noticed);
    RUN_TEST(short_frames_are_not_intact);
    return UNITY_END();
}
