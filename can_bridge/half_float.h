// SPDX-License-Identifier: Apache-2.0
// Floats of 16 bits (IEEE 754 binary16): DBC files call a signal of that length a float although
// the format knows only 32 and 64 bits. C++20 has no type for them.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "can_bridge/rounding.h"

namespace ghostcar::can_bridge {

constexpr double largest_half = 65504.0;

namespace detail {

constexpr int half_fraction_bits = 10;
constexpr int half_bias = 15;
constexpr int smallest_half_exponent = 1 - half_bias;

/// Within the normal doubles.
[[nodiscard]] constexpr double power_of_two(int exponent) noexcept {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52U);
}

}  // namespace detail

[[nodiscard]] constexpr double double_of_half(std::uint16_t bits) noexcept {
    const double sign = (bits & 0x8000U) != 0 ? -1.0 : 1.0;
    const int exponent = (bits >> detail::half_fraction_bits) & 0x1F;
    const int fraction = bits & 0x3FF;
    if (exponent == 0x1F)
        return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    if (exponent == 0)
        return sign * fraction *
               detail::power_of_two(detail::smallest_half_exponent - detail::half_fraction_bits);
    return sign * (fraction + 0x400) *
           detail::power_of_two(exponent - detail::half_bias - detail::half_fraction_bits);
}

/// The nearest one, halves to the even one; numbers beyond the largest become that, infinities
/// stay.
[[nodiscard]] inline std::uint16_t half_of_double(double value) noexcept {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    const std::uint16_t sign = static_cast<std::uint16_t>(bits >> 63U << 15U);
    if (value != value) return sign | 0x7E00U;
    double magnitude = std::bit_cast<double>(bits & ~(std::uint64_t{1} << 63U));
    if (magnitude == std::numeric_limits<double>::infinity()) return sign | 0x7C00U;
    if (magnitude > largest_half) magnitude = largest_half;
    int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(magnitude) >> 52U) - 1023;
    if (exponent < detail::smallest_half_exponent) exponent = detail::smallest_half_exponent;
    const double steps =
        round_half_even(magnitude / detail::power_of_two(exponent - detail::half_fraction_bits));
    // The leading one of a normal number is added to its exponent, where it belongs; a subnormal
    // has none.
    const int place = (exponent - detail::smallest_half_exponent) << detail::half_fraction_bits;
    return static_cast<std::uint16_t>(sign | (place + static_cast<int>(steps)));
}

}  // namespace ghostcar::can_bridge
