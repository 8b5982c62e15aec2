// SPDX-License-Identifier: Apache-2.0
// Exponential function, natural logarithm and power, made of IEEE basic operations only: every
// compiler and processor gives the same bits, which no C library promises.
//
// The polynomials are minimax fits (Remez's exchange algorithm in 60-digit arithmetic, then rounded
// to double); the tables were computed in the same arithmetic. "ulp" is the spacing of doubles at
// the exact result; the errors stated are the largest that tests/unit/model/exponential_test.cpp
// found.
//
// No result is NaN, infinite or subnormal, whatever the argument: what would be larger than every
// double is the largest one, what would be smaller than the normal numbers is 0.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "model/math/logarithm_table.h"

namespace ghostcar::model {

namespace detail {

constexpr double largest_double = std::numeric_limits<double>::max();

/// Outside these limits the result is no normal number: ln of the largest double and of the
/// smallest normal one, rounded toward 0.
constexpr double largest_exponent = 0x1.62e42fefa39efp+9;
constexpr double smallest_exponent = -0x1.6232bdd7abcd2p+9;

/// The result beyond the limits; NaN is taken for 0.
constexpr double exponential_beyond(double value) noexcept {
    return value > 0.0 ? largest_double : (value < 0.0 ? 0.0 : 1.0);
}

constexpr bool is_beyond(double value) noexcept {
    return !(value >= smallest_exponent && value <= largest_exponent);
}

/// 2^(j/64)
constexpr std::array<double, 64> powers_of_two = {
    1.0,
    0x1.02c9a3e778061p+0,
    0x1.059b0d3158574p+0,
    0x1.0874518759bc8p+0,
    0x1.0b5586cf9890fp+0,
    0x1.0e3ec32d3d1a2p+0,
    0x1.11301d0125b51p+0,
    0x1.1429aaea92dep+0,
    0x1.172b83c7d517bp+0,
    0x1.1a35beb6fcb75p+0,
    0x1.1d4873168b9aap+0,
    0x1.2063b88628cd6p+0,
    0x1.2387a6e756238p+0,
    0x1.26b4565e27cddp+0,
    0x1.29e9df51fdee1p+0,
    0x1.2d285a6e4030bp+0,
    0x1.306fe0a31b715p+0,
    0x1.33c08b26416ffp+0,
    0x1.371a7373aa9cbp+0,
    0x1.3a7db34e59ff7p+0,
    0x1.3dea64c123422p+0,
    0x1.4160a21f72e2ap+0,
    0x1.44e086061892dp+0,
    0x1.486a2b5c13cdp+0,
    0x1.4bfdad5362a27p+0,
    0x1.4f9b2769d2ca7p+0,
    0x1.5342b569d4f82p+0,
    0x1.56f4736b527dap+0,
    0x1.5ab07dd485429p+0,
    0x1.5e76f15ad2148p+0,
    0x1.6247eb03a5585p+0,
    0x1.6623882552225p+0,
    0x1.6a09e667f3bcdp+0,
    0x1.6dfb23c651a2fp+0,
    0x1.71f75e8ec5f74p+0,
    0x1.75feb564267c9p+0,
    0x1.7a11473eb0187p+0,
    0x1.7e2f336cf4e62p+0,
    0x1.82589994cce13p+0,
    0x1.868d99b4492edp+0,
    0x1.8ace5422aa0dbp+0,
    0x1.8f1ae99157736p+0,
    0x1.93737b0cdc5e5p+0,
    0x1.97d829fde4e5p+0,
    0x1.9c49182a3f09p+0,
    0x1.a0c667b5de565p+0,
    0x1.a5503b23e255dp+0,
    0x1.a9e6b5579fdbfp+0,
    0x1.ae89f995ad3adp+0,
    0x1.b33a2b84f15fbp+0,
    0x1.b7f76f2fb5e47p+0,
    0x1.bcc1e904bc1d2p+0,
    0x1.c199bdd85529cp+0,
    0x1.c67f12e57d14bp+0,
    0x1.cb720dcef9069p+0,
    0x1.d072d4a07897cp+0,
    0x1.d5818dcfba487p+0,
    0x1.da9e603db3285p+0,
    0x1.dfc97337b9b5fp+0,
    0x1.e502ee78b3ff6p+0,
    0x1.ea4afa2a490dap+0,
    0x1.efa1bee615a27p+0,
    0x1.f50765b6e454p+0,
    0x1.fa7c1819e90d8p+0,
};

/// value = n ln2/64 + remainder, |remainder| ≤ ln2/128; n is in the lowest bits of `count`.
struct ReducedExponent {
    double remainder;
    std::uint64_t count;
};

/// ln2/64 is in two parts, the first of 36 bits: its products with n are exact. Adding 1.5·2^52
/// rounds to the nearest integer and leaves n in the lowest bits.
constexpr ReducedExponent reduce_exponent(double value) noexcept {
    constexpr double shift = 0x1.8p52;
    const double shifted = value * 0x1.71547652b82fep+6 + shift;  // 64/ln2
    const double n = shifted - shift;
    return {(value - n * 0x1.62e42fefap-7) - n * 0x1.cf79abc9e3b3ap-46,
            std::bit_cast<std::uint64_t>(shifted)};
}

/// e^value = 2^(n div 64) · 2^((n mod 64)/64) · e^r, where e^r = 1 + r (1 + r P(r)): P has degree
/// 3, relative error 2^-59. The exponent is added to the bits; what stands above n falls off at the
/// top.
constexpr double exponential_of(const ReducedExponent& exponent) noexcept {
    const double r = exponent.remainder;
    const double p =
        0x1.fffffffffdbd9p-2 +
        r * (0x1.55555555576b6p-3 + r * (0x1.555573c31316dp-5 + r * 0x1.111108d288d6ep-7));
    const double power = powers_of_two[static_cast<std::size_t>(exponent.count & 63)];
    const double scaled = power + power * (r * (1.0 + r * p));
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(scaled) +
                                 ((exponent.count >> 6) << 52));
}

}  // namespace detail

/// Error at most 1.1 ulp. Above 709.78 the result is the largest double, below −708.39 it is 0; NaN
/// is taken for 0.
inline double exponential(double value) noexcept {
    if (detail::is_beyond(value)) {
        return detail::exponential_beyond(value);
    }
    return detail::exponential_of(detail::reduce_exponent(value));
}

namespace detail {

constexpr std::uint64_t smallest_normal_bits = 0x0010000000000000ULL;
constexpr std::uint64_t infinity_bits = 0x7ff0000000000000ULL;

/// Positive, finite and not subnormal.
constexpr bool has_logarithm(std::uint64_t bits) noexcept {
    return bits - smallest_normal_bits < infinity_bits - smallest_normal_bits;
}

/// x = 2^exponent · (row.centre + distance); all exact.
struct ReducedNumber {
    double exponent;
    double distance;
    const LogarithmRow& row;
};

constexpr ReducedNumber reduce_number(std::uint64_t bits) noexcept {
    const std::uint64_t above_first = bits - first_logarithm_bits;
    const std::int64_t exponent = static_cast<std::int64_t>(above_first) >> 52;
    const std::uint64_t scaled_bits = bits - (static_cast<std::uint64_t>(exponent) << 52);
    const LogarithmRow& row = logarithm_rows[static_cast<std::size_t>((above_first >> 46) & 63)];
    return {static_cast<double>(exponent), std::bit_cast<double>(scaled_bits) - row.centre, row};
}

constexpr double ln2_high = 0x1.62e42fefa38p-1;  // 42 bits: products with exponents are exact
constexpr double ln2_low = 0x1.ef35793c7673p-45;

/// ln(1 + f) = f − f²/2 + f³ Q(f), −1/128 ≤ f ≤ 1/64: Q has degree 5, relative error 2^-61.
constexpr double logarithm_cubic_factor(double f) noexcept {
    return 0x1.5555555555241p-2 +
           f * (-0x1.ffffffffc8277p-3 +
                f * (0x1.999999e110f6bp-3 +
                     f * (-0x1.55557c7c3db98p-3 +
                          f * (0x1.248a20c7ddbfdp-3 + f * -0x1.f27fcc12e0fb3p-4))));
}

}  // namespace detail

/// Error at most 1.2 ulp. The logarithm of 0, of negative and subnormal numbers and of NaN is taken
/// for that of the smallest normal number, −708.396…; that of infinity for that of the largest
/// double.
inline double logarithm(double value) noexcept {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    if (!detail::has_logarithm(bits)) {
        return value > 1.0 ? detail::largest_exponent : detail::smallest_exponent;
    }
    // ln x = e ln2 + ln c + ln(1 + f), f = (m − c)/c
    const detail::ReducedNumber x = detail::reduce_number(bits);
    const double f = x.distance * x.row.inverse_centre;
    const double tail = f * f * (-0.5 + f * detail::logarithm_cubic_factor(f)) +
                        (x.exponent * detail::ln2_low + x.row.low);
    return (x.exponent * detail::ln2_high + x.row.high) + (f + tail);
}

namespace detail {

/// The 26 leading bits: products of two such numbers are exact.
constexpr double leading_half(double value) noexcept {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & ~std::uint64_t{0x7ffffff});
}

/// A number in two doubles, the first its rounded value.
struct DoubleDouble {
    double high;
    double low;
};

/// The logarithm to 2^-61 of its value, which is the error of Q: f and f²/2 in two parts each, sums
/// with what their rounding loses (Dekker's fast two-sum: the larger summand comes first).
constexpr DoubleDouble precise_logarithm(std::uint64_t bits) noexcept {
    const ReducedNumber x = reduce_number(bits);
    const double f = x.distance * x.row.inverse_centre;
    const double f_high = leading_half(f);
    const double f_low = (x.distance - f_high * x.row.centre) * x.row.inverse_centre;
    const double half_square = -0.5 * f_high * f_high;

    const double base = x.exponent * ln2_high + x.row.high;
    const double first = base + f_high;
    const double lost_first = (base - first) + f_high;
    const double second = first + half_square;
    const double lost_second = (first - second) + half_square;

    const double tail = f_low - f_low * (f_high + 0.5 * f_low) +
                        f * f * f * logarithm_cubic_factor(f) + (x.exponent * ln2_low + x.row.low) +
                        (lost_first + lost_second);
    const double high = second + tail;
    return {high, (second - high) + tail};
}

}  // namespace detail

/// base^exponent for base > 0, error at most 1.1 ulp for results between e^−10 and e^10, 3.6 ulp
/// for any. A base that is 0, negative, subnormal or NaN is taken for 0, whose power is 0, 1 or the
/// largest double as the exponent is positive, 0 or negative; an infinite base is the other way
/// about. An exponent of NaN is taken for 0.
inline double power(double base, double exponent) noexcept {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(base);
    if (!detail::has_logarithm(bits)) {
        const double growth = base > 1.0 ? exponent : -exponent;
        return growth > 0.0 ? detail::largest_double : (growth < 0.0 ? 0.0 : 1.0);
    }
    const detail::DoubleDouble logarithm_of_base = detail::precise_logarithm(bits);
    // Rounded, hence a little outward: what is within the limits must really be. So 2^-1022 is
    // already 0.
    const double estimate = exponent * logarithm_of_base.high * (1.0 + 0x1p-51);
    if (detail::is_beyond(estimate)) {
        return detail::exponential_beyond(estimate);
    }
    // y ln x = y_high l_high + rest, the first product exact: where it is large, the exponential
    // function would magnify its rounding.
    const double l_high = detail::leading_half(logarithm_of_base.high);
    const double l_low = (logarithm_of_base.high - l_high) + logarithm_of_base.low;
    const double y_high = detail::leading_half(exponent);
    const double rest = (exponent - y_high) * l_high + exponent * l_low;
    detail::ReducedExponent reduced = detail::reduce_exponent(y_high * l_high);
    reduced.remainder += rest;
    return detail::exponential_of(reduced);
}

}  // namespace ghostcar::model
