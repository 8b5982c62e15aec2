// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/exact_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "can_bridge/half_float.h"
#include "can_bridge/rounding.h"

namespace ghostcar::can_bridge {
namespace {

using dbc::ValueType;

/// Whole numbers up to here are themselves in a double, and their products with 64 bits stay
/// within 128.
constexpr double largest_whole = 9007199254740992.0;  // 2⁵³

bool is_whole(double value) {
    return std::floor(value) == value && value <= largest_whole && value >= -largest_whole;
}

bool is_exact(const SignalCodec& codec) {
    return !is_float(codec.type()) && is_whole(codec.scale()) && is_whole(codec.offset());
}

/// Nothing to calculate: adding 0 would turn -0 into 0.
bool is_plain(const SignalCodec& codec) {
    return codec.scale() == 1.0 && codec.offset() == 0.0;
}

Int128 whole(double value) {
    return static_cast<std::int64_t>(value);
}

Int128 raw_integer(const SignalCodec& codec, const Frame& frame) {
    return codec.type() == ValueType::signed_integer ? Int128{codec.signed_integer(frame)}
                                                     : Int128{codec.bits(frame)};
}

std::string text_of(Int128 value) {
    const bool is_negative = value < 0;
    std::string digits;
    do {
        const int digit = static_cast<int>(value % 10);
        digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
        value /= 10;
    } while (value != 0);
    if (is_negative) digits += '-';
    std::reverse(digits.begin(), digits.end());
    return digits;
}

std::string text_of(double value) {
    if (!std::isfinite(value)) return "null";
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    static_cast<void>(error);  // the longest double has 24 characters
    std::string text(buffer.data(), end);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

/// dividend / divisor to the nearest integer, halves to the even one.
Int128 divide_half_even(Int128 dividend, Int128 divisor) {
    if (divisor < 0) {
        dividend = -dividend;
        divisor = -divisor;
    }
    Int128 quotient = dividend / divisor;
    Int128 rest = dividend % divisor;
    if (rest < 0) {
        rest += divisor;
        --quotient;
    }
    const Int128 above_half = 2 * rest - divisor;
    return above_half > 0 || (above_half == 0 && quotient % 2 != 0) ? quotient + 1 : quotient;
}

std::optional<std::uint64_t> bits_of_integer(const SignalCodec& codec, Int128 raw) {
    const bool is_signed = codec.type() == ValueType::signed_integer;
    const Int128 largest = is_signed ? Int128{codec.mask() >> 1U} : Int128{codec.mask()};
    const Int128 smallest = is_signed ? -largest - 1 : Int128{0};
    if (raw < smallest || raw > largest) return std::nullopt;
    return static_cast<std::uint64_t>(raw) & codec.mask();
}

/// Finite, but larger than any finite number of the type?
bool is_beyond_float(ValueType type, double raw) {
    const double largest = type == ValueType::float16   ? largest_half
                           : type == ValueType::float32 ? std::numeric_limits<float>::max()
                                                        : std::numeric_limits<double>::max();
    return std::isfinite(raw) && (raw > largest || raw < -largest);
}

/// Is this what decoding these bits gives? Then they were meant, even if rounding pushed the
/// quotient beyond the largest raw value.
bool decodes_to(const SignalCodec& codec, std::uint64_t bits, double physical) {
    Frame frame;
    codec.set_bits(frame, bits);
    return codec.value(frame) == physical;
}

/// With a factor of 0 every raw value means the offset, and nothing means anything else.
std::optional<std::uint64_t> bits_of_constant(const SignalCodec& codec,
                                              const ExactNumber& physical) {
    const double value =
        physical.is_integer ? static_cast<double>(physical.integer) : physical.real;
    return value == codec.offset() ? std::optional<std::uint64_t>(0) : std::nullopt;
}

}  // namespace

std::string value_text(const SignalCodec& codec, const Frame& frame) {
    if (is_float(codec.type()))
        return text_of(is_plain(codec) ? codec.raw(frame) : codec.value(frame));
    if (is_exact(codec))
        return text_of(raw_integer(codec, frame) * whole(codec.scale()) + whole(codec.offset()));
    if (is_whole(codec.scale()))  // one rounding instead of two
        return text_of(static_cast<double>(raw_integer(codec, frame) * whole(codec.scale())) +
                       codec.offset());
    return text_of(codec.value(frame));
}

std::optional<std::uint64_t> bits_of(const SignalCodec& codec, const ExactNumber& physical) {
    if (codec.scale() == 0.0) return bits_of_constant(codec, physical);
    if (physical.is_integer && is_exact(codec))
        return bits_of_integer(codec, divide_half_even(physical.integer - whole(codec.offset()),
                                                       whole(codec.scale())));
    const double value =
        physical.is_integer ? static_cast<double>(physical.integer) : physical.real;
    const double raw = is_plain(codec) ? value : (value - codec.offset()) / codec.scale();
    const std::uint64_t bits = codec.bits_of_raw(raw);
    if (is_float(codec.type()))
        return is_beyond_float(codec.type(), raw) && !decodes_to(codec, bits, value)
                   ? std::nullopt
                   : std::optional<std::uint64_t>(bits);
    const double whole_raw = round_half_even(raw);
    constexpr double beyond = 18446744073709551616.0;  // 2⁶⁴
    const bool is_near = whole_raw > -beyond && whole_raw < beyond;
    if (is_near && bits_of_integer(codec, static_cast<Int128>(whole_raw))) return bits;
    return decodes_to(codec, bits, value) ? std::optional<std::uint64_t>(bits) : std::nullopt;
}

}  // namespace ghostcar::can_bridge
