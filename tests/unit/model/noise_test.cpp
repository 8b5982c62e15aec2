// SPDX-License-Identifier: Apache-2.0
#include "model/math/noise.h"

#include "model/math/numeric.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;

namespace {

constexpr std::uint64_t count = 200'000;

void uniform_noise_is_even() {
    int bins[10] = {};
    for (std::uint64_t tick = 0; tick < count; ++tick) {
        const double value = uniform_noise(1, 0, tick);
        TEST_ASSERT_TRUE(value >= 0.0 && value < 1.0);
        ++bins[to_integer(value * 10.0, 0, 9)];
    }
    for (const int bin : bins) {
        TEST_ASSERT_INT_WITHIN(600, 20'000, bin);  // 4.5 standard deviations
    }
}

void normal_noise_has_mean_0_and_variance_1() {
    double sum = 0.0;
    double squares = 0.0;
    double fourth = 0.0;
    for (std::uint64_t tick = 0; tick < count; ++tick) {
        const double value = normal_noise(7, 3, tick);
        TEST_ASSERT_TRUE(magnitude(value) < 4.9);
        sum += value;
        squares += value * value;
        fourth += value * value * value * value;
    }
    const double n = static_cast<double>(count);
    TEST_ASSERT_DOUBLE_WITHIN(0.01, 0.0, sum / n);
    TEST_ASSERT_DOUBLE_WITHIN(0.015, 1.0, squares / n);
    TEST_ASSERT_DOUBLE_WITHIN(0.1, 2.85, fourth / n);  // 3 − 1.2/8 for eight summands
}

/// Seeds, channels and ticks that lie side by side must not resemble each other.
void neighbours_are_not_correlated() {
    double by_tick = 0.0;
    double by_channel = 0.0;
    double by_seed = 0.0;
    for (std::uint64_t tick = 0; tick < count; ++tick) {
        const double value = normal_noise(1, 0, tick);
        by_tick += value * normal_noise(1, 0, tick + 1);
        by_channel += value * normal_noise(1, 1, tick);
        by_seed += value * normal_noise(2, 0, tick);
    }
    const double n = static_cast<double>(count);
    TEST_ASSERT_DOUBLE_WITHIN(0.01, 0.0, by_tick / n);
    TEST_ASSERT_DOUBLE_WITHIN(0.01, 0.0, by_channel / n);
    TEST_ASSERT_DOUBLE_WITHIN(0.01, 0.0, by_seed / n);
}

void it_is_a_pure_function() {
    static_assert(noise_bits(1, 2, 3) == noise_bits(1, 2, 3));
    static_assert(noise_bits(1, 2, 3) != noise_bits(1, 3, 2));
    static_assert(noise_bits(1, 2, 3) != noise_bits(2, 1, 3));
    static_assert(noise_bits(0, 0, 0) != 0);
    TEST_ASSERT_TRUE(uniform_noise(5, 6, 7) == uniform_noise(5, 6, 7));
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(uniform_noise_is_even);
    RUN_TEST(normal_noise_has_mean_0_and_variance_1);
    RUN_TEST(neighbours_are_not_correlated);
    RUN_TEST(it_is_a_pure_function);
    return UNITY_END();
}
