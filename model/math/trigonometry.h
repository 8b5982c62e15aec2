// SPDX-License-Identifier: Apache-2.0
// Sine, tangent and their inverses, made of IEEE basic operations only: every compiler and
// processor gives the same bits, which no C library promises. Mirrored driving must be mirrored in
// every bit, so odd functions are odd and the cosine is even exactly, zeros' signs included.
//
// The polynomials are minimax fits (Remez's exchange algorithm in 60-digit arithmetic, then rounded
// to double); each says its interval and the error it leaves. "ulp" is the spacing of doubles at
// the exact result; the errors stated are the largest that tests/unit/model/trigonometry_test.cpp
// found.
//
// No result is NaN or infinite, whatever the argument; a result is subnormal only where the
// argument of an odd function is.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "model/math/numeric.h"

namespace ghostcar::model {

struct SineCosine {
    double sine;
    double cosine;
};

namespace detail {

constexpr double quarter_pi = pi / 4.0;

/// Beyond this angle (1.07e9 rad, 170 million turns) an angle says nothing any more.
constexpr double largest_angle = 0x1p30;

constexpr double flip_sign(double value, std::uint64_t sign_bit) noexcept {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) ^ sign_bit);
}

/// A few bit operations with every compiler, never a call.
constexpr double with_sign_of(double value, double sign) noexcept {
    return __builtin_copysign(value, sign);
}

/// r + r·share, with the sign of r where r is −0 and the share a negative zero: −0 + 0·0 would be
/// +0.
constexpr double grow(double r, double share) noexcept {
    return r + r * (share + 0.0);
}

/// sin r = r + r z P(z), z = r², |r| ≤ π/4: P has degree 5, relative error 2^-56.
constexpr double sine_near_zero(double r) noexcept {
    const double z = r * r;
    const double p = -0x1.5555555555548p-3 +
                     z * (0x1.111111110f7cfp-7 +
                          z * (-0x1.a01a019bfdd43p-13 +
                               z * (0x1.71de3567bc326p-19 +
                                    z * (-0x1.ae5e5a7f7656ep-26 + z * 0x1.5d8fcc6c5983ep-33))));
    return grow(r, z * p);
}

/// cos r = 1 − (z/2 − z² Q(z)), z = r², |r| ≤ π/4: Q has degree 5, relative error 2^-59.
constexpr double cosine_near_zero(double r) noexcept {
    const double z = r * r;
    const double q = 0x1.555555555554bp-5 +
                     z * (-0x1.6c16c16c14f91p-10 +
                          z * (0x1.a01a019c843d9p-16 +
                               z * (-0x1.27e4f7eab784cp-22 +
                                    z * (0x1.1ee9d7aba713ep-29 + z * -0x1.8fa4951e9b7f5p-37))));
    return 1.0 - z * (0.5 - z * q);
}

/// tan r − r = r z P(z), z = r², |r| ≤ π/4: P has degree 13, error 2^-55 of tan r.
constexpr double tangent_excess(double r) noexcept {
    const double z = r * r;
    const double high =
        0x1.37fabd5e28e0ap-11 +
        z * (0x1.d26ecc65fd3f4p-13 +
             z * (0x1.1e2c93d9ffc5p-13 +
                  z * (-0x1.b91a12a0efac5p-16 +
                       z * (0x1.76d37a9092cb3p-14 +
                            z * (-0x1.780ee32cd31cap-15 + z * 0x1.5dd67354b10d7p-16)))));
    const double p =
        0x1.55555555554f2p-2 +
        z * (0x1.1111111118308p-3 +
             z * (0x1.ba1ba1b469b09p-5 +
                  z * (0x1.664f49a8ae05ap-6 +
                       z * (0x1.226e1254a2ec1p-7 +
                            z * (0x1.d6d93466a86e7p-9 + z * (0x1.7d5b559242353p-10 + z * high))))));
    return r * (z * p);
}

/// angle = quarter_turns · π/2 + remainder + rest, |remainder| ≤ π/4; quarter_turns modulo 4 are
/// its two lowest bits.
struct ReducedAngle {
    double remainder;
    double rest;
    std::uint64_t quarter_turns;
};

/// Cody and Waite's reduction: π/2 in three parts, the first two of 33 bits, so that products with
/// up to 2^20 quarter turns (1.6e6 rad) are exact. Beyond that the first product is rounded, which
/// moves the angle by no more than its own last bit. No remainder is 0 (all 2^29.4 counts were
/// tried), so its sign is that of the result. Adding 1.5·2^52 rounds to the nearest integer,
/// symmetrically about 0, and leaves that integer in the lowest bits.
constexpr ReducedAngle reduce_angle(double radians) noexcept {
    constexpr double shift = 0x1.8p52;
    const double shifted = radians * 0x1.45f306dc9c883p-1 + shift;  // 2/π
    const double count = shifted - shift;
    const double coarse = radians - count * 0x1.921fb544p+0;
    const double middle = count * 0x1.0b4611a6p-34;
    const double fine = coarse - middle;
    const double lost = (coarse - fine) - middle;
    const double tail = count * 0x1.3198a2e037073p-69 - lost;
    const double remainder = fine - tail;
    return {remainder, (fine - remainder) - tail, std::bit_cast<std::uint64_t>(shifted)};
}

/// The sign bit of sin when quarter_turns is 2 or 3 modulo 4.
constexpr std::uint64_t half_turn_sign(std::uint64_t quarter_turns) noexcept {
    return (quarter_turns >> 1) << 63;
}

}  // namespace detail

/// Error at most 1.6 ulp for |radians| ≤ 1e6. Up to 2^30 rad the error stays that of an argument
/// wrong by one unit in its last place; beyond, for infinities and NaN the angle is taken for 0.
inline double sine(double radians) noexcept {
    const double size = magnitude(radians);
    if (size <= detail::quarter_pi) {
        return detail::sine_near_zero(radians);
    }
    if (!(size <= detail::largest_angle)) {
        return radians < 0.0 ? -0.0 : 0.0;
    }
    const detail::ReducedAngle angle = detail::reduce_angle(radians);
    const double value = (angle.quarter_turns & 1) != 0 ? detail::cosine_near_zero(angle.remainder)
                                                        : detail::sine_near_zero(angle.remainder);
    return detail::flip_sign(value, detail::half_turn_sign(angle.quarter_turns));
}

/// Error at most 1.6 ulp; arguments as for sine().
inline double cosine(double radians) noexcept {
    const double size = magnitude(radians);
    if (size <= detail::quarter_pi) {
        return detail::cosine_near_zero(radians);
    }
    if (!(size <= detail::largest_angle)) {
        return 1.0;
    }
    const detail::ReducedAngle angle = detail::reduce_angle(radians);
    const double value = (angle.quarter_turns & 1) != 0 ? detail::sine_near_zero(angle.remainder)
                                                        : detail::cosine_near_zero(angle.remainder);
    return detail::flip_sign(value, detail::half_turn_sign(angle.quarter_turns + 1));
}

/// The same bits as sine() and cosine(), for little more than the price of one.
inline SineCosine sine_cosine(double radians) noexcept {
    const double size = magnitude(radians);
    if (size <= detail::quarter_pi) {
        return {detail::sine_near_zero(radians), detail::cosine_near_zero(radians)};
    }
    if (!(size <= detail::largest_angle)) {
        return {radians < 0.0 ? -0.0 : 0.0, 1.0};
    }
    const detail::ReducedAngle angle = detail::reduce_angle(radians);
    const double sine_of_rest = detail::sine_near_zero(angle.remainder);
    const double cosine_of_rest = detail::cosine_near_zero(angle.remainder);
    const bool odd = (angle.quarter_turns & 1) != 0;
    return {detail::flip_sign(odd ? cosine_of_rest : sine_of_rest,
                              detail::half_turn_sign(angle.quarter_turns)),
            detail::flip_sign(odd ? sine_of_rest : cosine_of_rest,
                              detail::half_turn_sign(angle.quarter_turns + 1))};
}

/// Error at most 2.2 ulp for |radians| ≤ 1e6 (1.7 away from poles), arguments as for sine(). Never
/// beyond ±2^61, as no double within those limits is nearer to a pole.
inline double tangent(double radians) noexcept {
    const double size = magnitude(radians);
    if (size <= detail::quarter_pi) {
        return radians + detail::tangent_excess(radians);
    }
    if (!(size <= detail::largest_angle)) {
        return radians < 0.0 ? -0.0 : 0.0;
    }
    const detail::ReducedAngle angle = detail::reduce_angle(radians);
    const double excess = detail::tangent_excess(angle.remainder);
    const double value = angle.remainder + excess;
    // d tan x / dx = 1 + tan² x
    if ((angle.quarter_turns & 1) == 0) {
        return value + (angle.rest + angle.rest * (value * value));
    }
    // d(−1/v)/dv = 1/v², which would magnify the rounding of the sum.
    const double lost = (angle.remainder - value) + excess;
    const double inverse = -1.0 / value;
    return inverse + (angle.rest + (angle.rest + lost) * (inverse * inverse));
}

namespace detail {

/// An angle and how to add to it: `high` is a multiple of 2^-48, so that sums of it and of the
/// parts of π/2 and π are exact; `low` is what is missing.
struct SplitAngle {
    double high;
    double low;
};

/// arctan k/32 for k = 4 … 32.
constexpr std::array<SplitAngle, 29> arc_tangents = {{
    {0x1.fd5ba9aac2fp-4, 0x1.b719644bcc4fap-50},   {0x1.3d6eee8c6628p-3, -0x1.3a79713cc5b6p-51},
    {0x1.7b97b4bce5bp-3, 0x1.1347b0b4f881dp-54},   {0x1.b90d75292608p-3, 0x1.1022f621a5c1dp-50},
    {0x1.f5b75f92c81p-3, -0x1.14ea9238610a1p-50},  {0x1.18bf5a30bf18p-2, -0x1.f679adc5ba72p-52},
    {0x1.362773707ebcp-2, 0x1.79a716aed2635p-51},  {0x1.530ad9951cd4p-2, 0x1.3b6a66dfddefep-51},
    {0x1.6f61941e4dfp-2, -0x1.ee31d5737b749p-51},  {0x1.8b24d394a1b4p-2, -0x1.a924bd1722dc1p-50},
    {0x1.a64eec3cc24p-2, -0x1.a49bd836a17p-53},    {0x1.c0db4c94ecap-2, -0x1.0730739c24d31p-50},
    {0x1.dac670561bb4p-2, 0x1.ed15bf9117b2fp-51},  {0x1.f40dd0b5414p-2, 0x1.7cb8cda478facp-50},
    {0x1.0657e94db30cp-1, 0x1.f8a92da8272d8p-50},  {0x1.1255d9bfbd2ap-1, 0x1.1ed42511e3f12p-50},
    {0x1.1e00babdefecp-1, -0x1.81928df287a67p-50}, {0x1.2958e59308e4p-1, -0x1.e4279cec31b02p-50},
    {0x1.345f01cce37cp-1, -0x1.2efdeec838efp-51},  {0x1.3f13fb89e97p-1, -0x1.784c1d2db66ecp-50},
    {0x1.4978fa3269eep-1, 0x1.2483350fe548bp-53},  {0x1.538f57b89062p-1, -0x1.46edd2af69483p-53},
    {0x1.5d58987169b2p-1, -0x1.fbff5c6d0e861p-51}, {0x1.66d663923e08p-1, 0x1.b48ac80a0ba22p-51},
    {0x1.700a7c578464p-1, -0x1.8630d3496ab7cp-50}, {0x1.78f6bbd5d316p-1, -0x1.afe57dd9ff23p-53},
    {0x1.819d0b7158a4p-1, 0x1.990227758b11cp-50},  {0x1.89ff5ff57f2p-1, -0x1.0aadcd2f0bbd1p-50},
    {0x1.921fb54442d2p-1, -0x1.ee59d9cceba4p-51},
}};
constexpr SplitAngle split_zero = {0.0, 0.0};
constexpr SplitAngle split_half_pi = {0x1.921fb54442d2p+0, -0x1.ee59d9cceba4p-50};
constexpr SplitAngle split_pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

/// arctan q = q + q z P(z), z = q², |q| ≤ 1/8: P has degree 5, relative error 2^-58.
constexpr double arc_tangent_near_zero(double q) noexcept {
    const double z = q * q;
    const double p = -0x1.55555555554ccp-2 +
                     z * (0x1.9999999945d65p-3 +
                          z * (-0x1.2492489cbaf56p-3 +
                               z * (0x1.c71ba70682b7ap-4 +
                                    z * (-0x1.7410722f9794p-4 + z * 0x1.2cc15fba895b4p-4))));
    return grow(q, z * p);
}

/// arctan ratio = base + remainder.
struct ReducedRatio {
    const SplitAngle& base;
    double remainder;
};

/// For 1/8 ≤ q ≤ 1, with c = k/32 nearest to q: arctan q = arctan c + arctan t,
/// t = (q − c)/(1 + c q), so that |t| ≤ 1/64. arctan t = t + t z P(z), z = t²: P has degree 2,
/// relative error 2^-57. Adding 1.5·2^47 rounds to 32nds; less 4/32, the
/// lowest bits are k − 4.
constexpr ReducedRatio reduce_large_ratio(double q) noexcept {
    constexpr double shift = 0x1.8p47 - 0.125;
    const double shifted = q + shift;
    const double c = shifted - shift;
    const double t = (q - c) / (1.0 + c * q);
    const double z = t * t;
    const double p = -0x1.5555555554077p-2 + z * (0x1.9999989c5078ep-3 + z * -0x1.2476f9613e818p-3);
    const auto row = static_cast<std::size_t>(std::bit_cast<std::uint64_t>(shifted) & 63);
    return {arc_tangents[row], t + t * (z * p)};
}

/// For 0 ≤ ratio ≤ 1.
constexpr ReducedRatio reduce_ratio(double ratio) noexcept {
    if (ratio <= 0.125) {
        return {split_zero, arc_tangent_near_zero(ratio)};
    }
    return reduce_large_ratio(ratio);
}

constexpr double add(const SplitAngle& to, const ReducedRatio& angle) noexcept {
    return (to.high + angle.base.high) + ((to.low + angle.base.low) + angle.remainder);
}

constexpr double subtract(const SplitAngle& from, const ReducedRatio& angle) noexcept {
    return (from.high - angle.base.high) + ((from.low - angle.base.low) - angle.remainder);
}

}  // namespace detail

/// Error at most 0.9 ulp everywhere. NaN is taken for 0.
inline double arc_tangent(double value) noexcept {
    const double size = magnitude(value);
    if (size <= 0.125) {
        return detail::arc_tangent_near_zero(value);
    }
    if (size <= 1.0) {
        const detail::ReducedRatio angle = detail::reduce_large_ratio(size);
        return detail::with_sign_of(angle.base.high + (angle.base.low + angle.remainder), value);
    }
    if (!(size > 1.0)) {
        return 0.0;
    }
    const detail::ReducedRatio inverse = detail::reduce_ratio(1.0 / size);
    return detail::with_sign_of(detail::subtract(detail::split_half_pi, inverse), value);
}

/// The direction of (x, y), from −π to π, as the C standard defines atan2 for every axis, signed
/// zero and infinity. Error at most 1.6 ulp. A result below the normal numbers is 0 with the sign
/// of y; when an argument is NaN the result is 0.
inline double arc_tangent2(double y, double x) noexcept {
    const double height = magnitude(y);
    const double width = magnitude(x);
    const bool steep = height > width;
    const double large = steep ? height : width;
    const double small = steep ? width : height;
    double ratio = small / large;
    if (!(ratio >= 0x1p-1022)) {
        // 0/0 and ∞/∞ are the corners where the ratio is no number; smaller ratios are 0.
        if (!(height == height && width == width)) {
            return 0.0;
        }
        ratio = small == large && large != 0.0 ? 1.0 : 0.0;
    }
    const detail::ReducedRatio angle = detail::reduce_ratio(ratio);
    const bool backward = std::bit_cast<std::int64_t>(x) < 0;
    double result = 0.0;
    if (steep) {
        result = backward ? detail::add(detail::split_half_pi, angle)
                          : detail::subtract(detail::split_half_pi, angle);
    } else {
        result = backward ? detail::subtract(detail::split_pi, angle)
                          : detail::add(detail::split_zero, angle);
    }
    return detail::with_sign_of(result, y);
}

namespace detail {

constexpr double half_pi_high = 0x1.921fb54442d18p+0;
constexpr double half_pi_low = 0x1.1a62633145c07p-54;

/// arcsin x = x + x z P(z), z = x² ≤ 1/4: P has degree 11, relative error 2^-55.
constexpr double arc_sine_factor(double z) noexcept {
    const double high = 0x1.c6fdcef0758c6p-7 +
                        z * (0x1.8ec2a8870e326p-7 +
                             z * (0x1.abd21ee99a404p-8 +
                                  z * (0x1.3ff2d378802ecp-6 +
                                       z * (-0x1.09d059471a7acp-6 + z * 0x1.056c7c36a18c4p-5))));
    const double p =
        0x1.555555555539p-3 +
        z * (0x1.333333336e7cep-4 +
             z * (0x1.6db6db427c635p-5 +
                  z * (0x1.f1c72c3866dacp-6 +
                       z * (0x1.6e89f44cc86e4p-6 + z * (0x1.1c6be0f2a96efp-6 + z * high)))));
    return z * p;
}

}  // namespace detail

/// Error at most 1.3 ulp. Beyond ±1 the result is ±π/2; NaN is taken for 0.
inline double arc_sine(double value) noexcept {
    const double size = magnitude(value);
    if (size <= 0.5) {
        return value + value * detail::arc_sine_factor(value * value);
    }
    if (!(size > 0.5)) {
        return 0.0;
    }
    // arcsin x = π/2 − 2 arcsin √((1 − x)/2)
    const double z = 0.5 * (1.0 - minimum(size, 1.0));
    const double twice = 2.0 * std::sqrt(z);
    const double difference = detail::half_pi_high - twice;
    const double lost = (detail::half_pi_high - difference) - twice;
    const double rest = twice * detail::arc_sine_factor(z) - detail::half_pi_low;
    return detail::with_sign_of(difference + (lost - rest), value);
}

}  // namespace ghostcar::model
