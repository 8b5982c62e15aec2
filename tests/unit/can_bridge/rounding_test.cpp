// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/rounding.h"

#include <cmath>
#include <initializer_list>

#include "tests/unit/can_bridge/random.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::can_bridge;

namespace {

void halves_go_to_the_even_neighbour() {
    TEST_ASSERT_TRUE(round_half_even(0.5) == 0.0);
    TEST_ASSERT_TRUE(round_half_even(1.5) == 2.0);
    TEST_ASSERT_TRUE(round_half_even(2.5) == 2.0);
    TEST_ASSERT_TRUE(round_half_even(-0.5) == 0.0);
    TEST_ASSERT_TRUE(round_half_even(-1.5) == -2.0);
    TEST_ASSERT_TRUE(round_half_even(-2.5) == -2.0);
}

void it_is_what_the_processor_does() {
    // std::nearbyint is libm's, and so only for a test.
    for (const double value : {0.49999999999999994, 0.5000000000000001, 4503599627370495.5,
                               4503599627370496.0, 9007199254740993.0, 1e300, -1e300, 0.0})
        TEST_ASSERT_TRUE(round_half_even(value) == std::nearbyint(value));
    ghostcar::tests::Random random(1);
    for (int count = 0; count < 100000; ++count) {
        const double value = static_cast<double>(static_cast<std::int64_t>(random.next())) /
                             static_cast<double>(std::uint64_t{1} << (random.next() % 64));
        TEST_ASSERT_TRUE(round_half_even(value) == std::nearbyint(value));
    }
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(halves_go_to_the_even_neighbour);
    RUN_TEST(it_is_what_the_processor_does);
    return UNITY_END();
}
