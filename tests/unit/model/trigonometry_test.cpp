// SPDX-License-Identifier: Apache-2.0
#include "model/math/trigonometry.h"

#include <cmath>
#include <limits>

#include "tests/unit/model/accuracy.h"

using namespace ghostcar::model;
using namespace ghostcar::tests;

namespace {

constexpr std::uint64_t points = 320'000;  // so that all zeros and poles up to 1e6 rad are met
constexpr double largest = std::numeric_limits<double>::max();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr long double half_pi = 1.570796326794896619231321691639751442L;

/// Calls `check` with angles of every kind a reduction can get wrong.
template <class Check>
void for_angles(Check check) {
    for (std::uint64_t index = 0; index < points; ++index) {
        check(evenly_between(-0.7853981, 0.7853981, 0, index));
        check(evenly_between(-10.0, 10.0, 1, index));
        check(evenly_between(-1e6, 1e6, 2, index));
        check(any_exponent(1, 1023 + 19, 3, index));
        // Next to a zero or a pole, where the reduction cancels most.
        const auto turns = static_cast<long double>(index * 2 + 1);
        check(static_cast<double>(half_pi * turns));
        check(static_cast<double>(half_pi * (turns + 1)));
    }
    for (int k = 1; k < 2000; ++k) {
        for (int steps = -20; steps <= 20; ++steps) {
            check(neighbour(static_cast<double>(half_pi / 2 * k), steps));
        }
    }
}

void sine_and_cosine_are_accurate() {
    WorstError of_sine("sine");
    WorstError of_cosine("cosine");
    for_angles([&](double angle) {
        const auto exact = static_cast<long double>(angle);
        of_sine.add(ulp_error(sine(angle), std::sin(exact)), angle);
        of_cosine.add(ulp_error(cosine(angle), std::cos(exact)), angle);
    });
    of_sine.must_be_within(1.6);
    of_cosine.must_be_within(1.6);
}

void sine_cosine_is_both() {
    for_angles([](double angle) {
        const SineCosine both = sine_cosine(angle);
        TEST_ASSERT_EQUAL_HEX64(bits_of(sine(angle)), bits_of(both.sine));
        TEST_ASSERT_EQUAL_HEX64(bits_of(cosine(angle)), bits_of(both.cosine));
        TEST_ASSERT_TRUE(magnitude(both.sine) <= 1.0 && magnitude(both.cosine) <= 1.0);
    });
}

void tangent_is_accurate() {
    WorstError worst("tangent");
    for_angles([&](double angle) {
        worst.add(ulp_error(tangent(angle), std::tan(static_cast<long double>(angle))), angle);
    });
    worst.must_be_within(2.2);
}

template <class Check>
void for_ratios(Check check) {
    for (std::uint64_t index = 0; index < 2 * points; ++index) {
        check(evenly_between(-0.13, 0.13, 4, index));
        check(evenly_between(-1.1, 1.1, 5, index));
        check(any_exponent(1, 2046, 6, index));
        check(1.0 / evenly_between(0.1, 1.0, 7, index));
    }
    for (int k = 1; k < 64; ++k) {  // where the table's rows meet, and their middles
        for (int steps = -20; steps <= 20; ++steps) {
            check(neighbour(k / 64.0, steps));
            check(neighbour(64.0 / k, steps));
        }
    }
}

void arc_tangent_is_accurate() {
    WorstError worst("arc_tangent");
    for_ratios([&](double value) {
        worst.add(ulp_error(arc_tangent(value), std::atan(static_cast<long double>(value))), value);
    });
    worst.must_be_within(0.9);
}

void arc_tangent2_is_accurate() {
    WorstError worst("arc_tangent2");
    const auto check = [&](double y, double x) {
        const long double exact =
            std::atan2(static_cast<long double>(y), static_cast<long double>(x));
        if (std::fabs(exact) >= 0x1p-1022L) {
            worst.add(ulp_error(arc_tangent2(y, x), exact), y, x);
        } else {
            TEST_ASSERT_EQUAL_HEX64(bits_of(std::copysign(0.0, y)), bits_of(arc_tangent2(y, x)));
        }
    };
    for (std::uint64_t index = 0; index < 2 * points; ++index) {
        check(evenly_between(-1.0, 1.0, 8, index), evenly_between(-1.0, 1.0, 9, index));
        check(any_exponent(1, 2046, 10, index), -any_exponent(1, 2046, 11, index));
        check(-any_exponent(1000, 1040, 12, index), any_exponent(1000, 1040, 13, index));
        check(any_exponent(2040, 2046, 14, index), any_exponent(2040, 2046, 15, index));
    }
    worst.must_be_within(1.6);
}

void arc_sine_is_accurate() {
    WorstError worst("arc_sine");
    const auto check = [&](double value) {
        worst.add(ulp_error(arc_sine(value), std::asin(static_cast<long double>(value))), value);
    };
    for (std::uint64_t index = 0; index < 2 * points; ++index) {
        check(evenly_between(-1.0, 1.0, 16, index));
        check(evenly_between(0.49, 0.51, 17, index));
        check(1.0 - any_exponent(1023 - 53, 1021, 18, index));
        check(any_exponent(1, 1022, 19, index));
    }
    worst.must_be_within(1.3);
}

/// Mirrored driving is mirrored in every bit.
void odd_functions_are_odd_and_the_cosine_is_even() {
    const auto odd = [](double plus, double minus) {
        TEST_ASSERT_EQUAL_HEX64(bits_of(plus) ^ (std::uint64_t{1} << 63), bits_of(minus));
    };
    const auto check = [&](double value) {
        odd(sine(value), sine(-value));
        odd(tangent(value), tangent(-value));
        odd(arc_tangent(value), arc_tangent(-value));
        odd(arc_sine(value), arc_sine(-value));
        odd(arc_sine(1.0 / value), arc_sine(-1.0 / value));
        odd(arc_tangent2(value, 0.7), arc_tangent2(-value, 0.7));
        odd(arc_tangent2(value, -0.7), arc_tangent2(-value, -0.7));
        odd(sine_cosine(value).sine, sine_cosine(-value).sine);
        TEST_ASSERT_EQUAL_HEX64(bits_of(cosine(value)), bits_of(cosine(-value)));
        TEST_ASSERT_EQUAL_HEX64(bits_of(sine_cosine(value).cosine),
                                bits_of(sine_cosine(-value).cosine));
    };
    for_angles(check);
    for (const double value : {0.0, 0.5, 1.0, 0x1p30, 0x1.8p30, 1e300, largest, infinity}) {
        check(value);
    }
}

void zeros_keep_their_sign() {
    for (const double zero : {0.0, -0.0}) {
        for (const double result : {sine(zero), tangent(zero), arc_tangent(zero), arc_sine(zero),
                                    arc_tangent2(zero, 1.0), sine_cosine(zero).sine}) {
            TEST_ASSERT_EQUAL_HEX64(bits_of(zero), bits_of(result));
        }
        TEST_ASSERT_TRUE(cosine(zero) == 1.0 && sine_cosine(zero).cosine == 1.0);
    }
}

/// ISO C, F.10.1.4, except that NaN gives 0.
void arc_tangent2_knows_its_axes() {
    const double quarter = pi / 4.0;
    const double y_of[] = {0.0, 1.0, 3.0, largest, infinity};
    for (const double y : y_of) {
        const bool none = y == 0.0;
        const bool endless = y == infinity;
        const auto check = [&](double x, double expected) {
            TEST_ASSERT_EQUAL_HEX64(bits_of(expected), bits_of(arc_tangent2(y, x)));
            TEST_ASSERT_EQUAL_HEX64(bits_of(-expected), bits_of(arc_tangent2(-y, x)));
        };
        check(0.0, none ? 0.0 : pi / 2.0);
        check(-0.0, none ? pi : pi / 2.0);
        check(infinity, endless ? quarter : 0.0);
        check(-infinity, endless ? 0x1.2d97c7f3321d2p+1 : pi);
        check(y, none ? 0.0 : quarter);
        check(-y, none ? pi : 0x1.2d97c7f3321d2p+1);  // 3π/4, rounded
    }
    TEST_ASSERT_TRUE(arc_tangent2(nan, 1.0) == 0.0 && arc_tangent2(-1.0, -nan) == 0.0);
    TEST_ASSERT_TRUE(arc_tangent2(0x1p-1074, 0x1p-1074) == quarter);
    TEST_ASSERT_EQUAL_HEX64(bits_of(-0.0), bits_of(arc_tangent2(-0x1p-600, 0x1p600)));
}

void arguments_outside_the_domain_give_what_is_written() {
    for (const double far : {0x1.0000000000001p30, 1e300, largest, infinity}) {
        TEST_ASSERT_TRUE(sine(far) == 0.0 && cosine(far) == 1.0 && tangent(far) == 0.0);
        TEST_ASSERT_TRUE(sine_cosine(far).sine == 0.0 && sine_cosine(far).cosine == 1.0);
        TEST_ASSERT_TRUE(arc_sine(far) == pi / 2.0 && arc_sine(-far) == -pi / 2.0);
    }
    TEST_ASSERT_TRUE(arc_tangent(infinity) == pi / 2.0 && arc_tangent(largest) == pi / 2.0);
    for (const double number : {nan, -nan}) {
        for (const double result :
             {sine(number), tangent(number), arc_tangent(number), arc_sine(number),
              sine_cosine(number).sine, arc_tangent2(number, number)}) {
            TEST_ASSERT_EQUAL_HEX64(0, bits_of(result));
        }
        TEST_ASSERT_TRUE(cosine(number) == 1.0 && sine_cosine(number).cosine == 1.0);
    }
}

/// Between 1e6 and 2^30 rad the error is that of an argument wrong by one last place.
void large_angles_are_as_good_as_their_last_bit() {
    for (std::uint64_t index = 0; index < points; ++index) {
        const double angle = evenly_between(1e6, 0x1p30, 20, index);
        const double spacing = neighbour(angle, 1) - angle;
        TEST_ASSERT_DOUBLE_WITHIN(spacing + 1e-15, std::sin(angle), sine(angle));
        TEST_ASSERT_DOUBLE_WITHIN(spacing + 1e-15, std::cos(angle), cosine(angle));
        TEST_ASSERT_TRUE(std::isfinite(tangent(angle)));
    }
}

void no_result_is_subnormal_or_no_number() {
    for (std::uint64_t index = 0; index < points; ++index) {
        const double value = any_exponent(1, 2046, 21, index);
        const double other = any_exponent(1, 2046, 22, index);
        for (const double result :
             {sine(value), cosine(value), tangent(value), arc_tangent(value), arc_sine(value),
              arc_tangent2(value, other), arc_tangent2(value, -other)}) {
            TEST_ASSERT_TRUE(is_normal_or_zero(result));
        }
    }
}

/// A controller that sees a slightly larger angle must never see a smaller sine.
void they_grow_with_their_argument_near_zero() {
    for (std::uint64_t index = 0; index < points; ++index) {
        const double value = any_exponent(1023 - 60, 1023 - 2, 23, index);
        const double next = neighbour(value, 1);
        TEST_ASSERT_TRUE(sine(value) <= sine(next) && tangent(value) <= tangent(next));
        TEST_ASSERT_TRUE(arc_tangent(value) <= arc_tangent(next));
        TEST_ASSERT_TRUE(arc_sine(value) <= arc_sine(next));
        TEST_ASSERT_TRUE(cosine(value) >= cosine(next));
    }
}

/// Any compiler, optimisation or processor that gives other bits fails here.
void every_machine_gives_the_same_bits() {
    ResultHash hash;
    for (std::uint64_t index = 0; index < 100'000; ++index) {
        const double angle = evenly_between(-1e4, 1e4, 24, index);
        const double slip = evenly_between(-1.5, 1.5, 25, index);
        const double wide = any_exponent(1, 2046, 26, index);
        for (const double value : {angle, slip, wide}) {
            hash.add(sine(value));
            hash.add(cosine(value));
            hash.add(tangent(value));
            hash.add(arc_tangent(value));
            hash.add(arc_sine(value));
            hash.add(arc_tangent2(value, angle));
            hash.add(arc_tangent2(slip, -value));
        }
    }
    TEST_ASSERT_EQUAL_HEX64(0xc7f305151550c452, hash.value());
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(sine_and_cosine_are_accurate);
    RUN_TEST(sine_cosine_is_both);
    RUN_TEST(tangent_is_accurate);
    RUN_TEST(arc_tangent_is_accurate);
    RUN_TEST(arc_tangent2_is_accurate);
    RUN_TEST(arc_sine_is_accurate);
    RUN_TEST(odd_functions_are_odd_and_the_cosine_is_even);
    RUN_TEST(zeros_keep_their_sign);
    RUN_TEST(arc_tangent2_knows_its_axes);
    RUN_TEST(arguments_outside_the_domain_give_what_is_written);
    RUN_TEST(large_angles_are_as_good_as_their_last_bit);
    RUN_TEST(no_result_is_subnormal_or_no_number);
    RUN_TEST(they_grow_with_their_argument_near_zero);
    RUN_TEST(every_machine_gives_the_same_bits);
    return UNITY_END();
}
