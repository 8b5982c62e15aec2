// SPDX-License-Identifier: Apache-2.0
#include "model/math/exponential.h"

#include <cmath>
#include <limits>

#include "tests/unit/model/accuracy.h"

using namespace ghostcar::model;
using namespace ghostcar::tests;

namespace {

constexpr std::uint64_t points = 300'000;
constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::min();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest_exponent = 0x1.62e42fefa39efp+9;
constexpr double smallest_exponent = -0x1.6232bdd7abcd2p+9;

void exponential_is_accurate() {
    WorstError worst("exponential");
    const auto check = [&](double value) {
        worst.add(ulp_error(exponential(value), std::exp(static_cast<long double>(value))), value);
    };
    for (std::uint64_t index = 0; index < points; ++index) {
        check(evenly_between(-2.0, 2.0, 0, index));
        check(evenly_between(smallest_exponent, largest_exponent, 1, index));
        check(any_exponent(1, 1023 + 8, 2, index));
        check(-any_exponent(1, 1023 + 8, 3, index));
    }
    // Where two rows of the table meet, all the way through.
    for (int k = -130'000; k < 130'000; ++k) {
        const double boundary = static_cast<double>(0.00541521234812457273L * k);  // ln2/128
        if (boundary > smallest_exponent && boundary < largest_exponent) {
            check(boundary);
            check(neighbour(boundary, 1));
        }
    }
    for (int steps = 0; steps < 2000; ++steps) {
        check(neighbour(largest_exponent, -steps));
        check(neighbour(smallest_exponent, -steps));
    }
    worst.must_be_within(1.1);
}

void exponential_ends_at_its_limits() {
    TEST_ASSERT_TRUE(exponential(0.0) == 1.0 && exponential(-0.0) == 1.0);
    TEST_ASSERT_TRUE(exponential(smallest / 4.0) == 1.0);
    TEST_ASSERT_TRUE(exponential(largest_exponent) < largest);
    TEST_ASSERT_TRUE(exponential(smallest_exponent) >= smallest);
    for (const double high : {neighbour(largest_exponent, 1), 1e300, largest, infinity}) {
        TEST_ASSERT_TRUE(exponential(high) == largest);
    }
    for (const double low : {neighbour(smallest_exponent, 1), -745.0, -1e300, -infinity}) {
        TEST_ASSERT_EQUAL_HEX64(0, bits_of(exponential(low)));
    }
    TEST_ASSERT_TRUE(exponential(nan) == 1.0 && exponential(-nan) == 1.0);
}

void logarithm_is_accurate() {
    WorstError worst("logarithm");
    const auto check = [&](double value) {
        worst.add(ulp_error(logarithm(value), std::log(static_cast<long double>(value))), value);
    };
    for (std::uint64_t index = 0; index < points; ++index) {
        check(evenly_between(0.98, 1.02, 4, index));
        check(evenly_between(0.5, 2.0, 5, index));
        check(any_exponent(1, 2046, 6, index));
        check(1.0 + any_exponent(1023 - 52, 1020, 7, index));
        check(1.0 - any_exponent(1023 - 53, 1020, 8, index));
    }
    for (int k = 32; k <= 128; ++k) {  // where two rows of the table meet
        for (int steps = -50; steps <= 50; ++steps) {
            check(neighbour(k / 64.0, steps));
            check(neighbour((k + 0.5) / 64.0, steps));
        }
    }
    worst.must_be_within(1.2);
}

void logarithm_ends_at_its_limits() {
    TEST_ASSERT_EQUAL_HEX64(0, bits_of(logarithm(1.0)));
    TEST_ASSERT_TRUE(logarithm(smallest) == smallest_exponent);
    TEST_ASSERT_TRUE(logarithm(largest) == largest_exponent);
    TEST_ASSERT_TRUE(logarithm(infinity) == largest_exponent);
    for (const double none :
         {0.0, -0.0, 0x1p-1074, smallest / 2.0, -1.0, -largest, -infinity, nan, -nan}) {
        TEST_ASSERT_TRUE(logarithm(none) == smallest_exponent);
    }
}

void power_is_accurate() {
    WorstError moderate("power between e^-10 and e^10");
    WorstError anywhere("power");
    const auto check = [&](WorstError& worst, double base, double exponent) {
        const long double exact =
            std::pow(static_cast<long double>(base), static_cast<long double>(exponent));
        worst.add(ulp_error(power(base, exponent), exact), base, exponent);
    };
    for (std::uint64_t index = 0; index < 2 * points; ++index) {
        check(moderate, evenly_between(0.2, 5.0, 9, index), evenly_between(-6.0, 6.0, 10, index));
        const double share = evenly_between(-10.0, 10.0, 11, index);
        const double any = any_exponent(1, 2046, 12, index);
        check(moderate, any, share / std::log(any));
        const double far = evenly_between(-700.0, 700.0, 13, index);
        check(anywhere, any, far / std::log(any));
        const double near_one = evenly_between(0.98, 1.02, 14, index);
        check(anywhere, near_one, far / std::log(near_one));
    }
    moderate.must_be_within(1.1);
    anywhere.must_be_within(3.6);
}

void power_ends_at_its_limits() {
    for (const double exponent : {-infinity, -1e300, -2.0, -0.0, 0.0, 0x1p-1074, 0.5, 1e300}) {
        TEST_ASSERT_TRUE(power(1.0, exponent) == 1.0);
    }
    for (const double base : {0.0, -1.0, smallest, 0.3, 1.0, 7.0, largest, infinity, nan}) {
        TEST_ASSERT_TRUE(power(base, 0.0) == 1.0 && power(base, -0.0) == 1.0);
        TEST_ASSERT_TRUE(power(base, nan) == 1.0 && power(base, -nan) == 1.0);
    }
    for (const double none : {0.0, -0.0, smallest / 2.0, -1.0, -infinity, nan, -nan}) {
        TEST_ASSERT_EQUAL_HEX64(0, bits_of(power(none, 0.001)));
        TEST_ASSERT_TRUE(power(none, -0.001) == largest);
    }
    TEST_ASSERT_TRUE(power(infinity, 0.001) == largest && power(infinity, -0.001) == 0.0);
    for (const double endless : {1e6, 1e300, largest, infinity}) {
        TEST_ASSERT_TRUE(power(2.0, endless) == largest && power(0.5, -endless) == largest);
        TEST_ASSERT_EQUAL_HEX64(0, bits_of(power(2.0, -endless)));
        TEST_ASSERT_EQUAL_HEX64(0, bits_of(power(0.5, endless)));
    }
    TEST_ASSERT_TRUE(power(2.0, 10.0) == 1024.0 && power(2.0, -1021.0) == 2.0 * smallest);
}

void no_result_is_subnormal_or_no_number() {
    for (std::uint64_t index = 0; index < points; ++index) {
        const double value = any_exponent(1, 2046, 15, index);
        const double other = any_exponent(1, 2046, 16, index);
        const double edge = evenly_between(-1.0, 1.0, 17, index);
        const double exponents[] = {other, -other, 708.4 + edge, 709.8 + edge};
        for (const double exponent : exponents) {
            for (const double result :
                 {exponential(exponent), exponential(-exponent), logarithm(value),
                  power(value, exponent), power(value, exponent / logarithm(value)),
                  power(value, -exponent / logarithm(value))}) {
                TEST_ASSERT_TRUE(is_normal_or_zero(result));
            }
        }
    }
}

/// Up to the few last places of their error, which a neighbouring argument can bring.
void they_grow_with_their_argument() {
    for (std::uint64_t index = 0; index < points; ++index) {
        const double value = any_exponent(1023 - 20, 1023 + 8, 18, index);
        const double more = value * (1.0 + 0x1p-46);
        TEST_ASSERT_TRUE(exponential(value) <= exponential(more));
        TEST_ASSERT_TRUE(logarithm(value) <= logarithm(more));
        TEST_ASSERT_TRUE(power(value, 1.3) <= power(more, 1.3));
        TEST_ASSERT_TRUE(power(value, -1.3) >= power(more, -1.3));
    }
}

/// Any compiler, optimisation or processor that gives other bits fails here.
void every_machine_gives_the_same_bits() {
    ResultHash hash;
    for (std::uint64_t index = 0; index < 100'000; ++index) {
        const double any = any_exponent(1, 2046, 19, index);
        const double value = evenly_between(-720.0, 720.0, 20, index);
        const double near_one = evenly_between(0.9, 1.1, 21, index);
        hash.add(exponential(value));
        hash.add(exponential(near_one));
        hash.add(logarithm(any));
        hash.add(logarithm(near_one));
        hash.add(power(near_one, value));
        hash.add(power(any, near_one - 1.0));
        hash.add(power(any, value));
    }
    TEST_ASSERT_EQUAL_HEX64(0x6de3afad57042222, hash.value());
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(exponential_is_accurate);
    RUN_TEST(exponential_ends_at_its_limits);
    RUN_TEST(logarithm_is_accurate);
    RUN_TEST(logarithm_ends_at_its_limits);
    RUN_TEST(power_is_accurate);
    RUN_TEST(power_ends_at_its_limits);
    RUN_TEST(no_result_is_subnormal_or_no_number);
    RUN_TEST(they_grow_with_their_argument);
    RUN_TEST(every_machine_gives_the_same_bits);
    return UNITY_END();
}
