// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/half_float.h"

#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

void known_values() {
    TEST_ASSERT_TRUE(double_of_half(0x3C00) == 1.0);
    TEST_ASSERT_TRUE(double_of_half(0xC000) == -2.0);
    TEST_ASSERT_TRUE(double_of_half(0x3555) == 0.333251953125);
    TEST_ASSERT_TRUE(double_of_half(0x7BFF) == largest_half);
    TEST_ASSERT_TRUE(double_of_half(0x0400) == 0x1p-14);  // the smallest normal one
    TEST_ASSERT_TRUE(double_of_half(0x0001) == 0x1p-24);  // and the smallest of all
    TEST_ASSERT_TRUE(double_of_half(0xFC00) == -infinite);
    TEST_ASSERT_TRUE(double_of_half(0x7C01) != double_of_half(0x7C01));
}

void every_half_comes_back() {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const std::uint16_t half = static_cast<std::uint16_t>(bits);
        const double value = double_of_half(half);
        if (value != value)
            TEST_ASSERT_EQUAL_HEX16(0x7E00, half_of_double(value) & 0x7FFFU);
        else
            TEST_ASSERT_EQUAL_HEX16(half, half_of_double(value));
    }
}

/// Between two neighbours the nearer one is taken, in the middle the one with an even last bit.
void between_neighbours() {
    for (std::uint16_t half = 0; half < 0x7BFF; ++half) {
        const double low = double_of_half(half);
        const double high = double_of_half(static_cast<std::uint16_t>(half + 1));
        const double middle = (low + high) / 2.0;
        const std::uint16_t even = static_cast<std::uint16_t>(half + (half & 1U));
        TEST_ASSERT_EQUAL_HEX16(even, half_of_double(middle));
        TEST_ASSERT_EQUAL_HEX16(half, half_of_double(low + (high - low) * 0.4375));
        TEST_ASSERT_EQUAL_HEX16(half + 1, half_of_double(low + (high - low) * 0.5625));
        TEST_ASSERT_EQUAL_HEX16(even | 0x8000, half_of_double(-middle));
    }
}

void what_lies_beyond() {
    TEST_ASSERT_EQUAL_HEX16(0x7BFF, half_of_double(1e300));
    TEST_ASSERT_EQUAL_HEX16(0xFBFF, half_of_double(-65505.0));
    TEST_ASSERT_EQUAL_HEX16(0x7C00, half_of_double(infinite));
    TEST_ASSERT_EQUAL_HEX16(0xFC00, half_of_double(-infinite));
    TEST_ASSERT_EQUAL_HEX16(0x0000, half_of_double(std::numeric_limits<double>::denorm_min()));
    TEST_ASSERT_EQUAL_HEX16(0x8000, half_of_double(-0.0));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(known_values);
    RUN_TEST(every_half_comes_back);
    RUN_TEST(between_neighbours);
    RUN_TEST(what_lies_beyond);
    return UNITY_END();
}
