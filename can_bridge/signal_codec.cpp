// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/signal_codec.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "can_bridge/dbc/overlap.h"
#include "can_bridge/half_float.h"
#include "can_bridge/rounding.h"

namespace ghostcar::can_bridge {
namespace {

using dbc::ValueType;

/// Numbers beyond the largest float become that, infinities stay: casting the former is undefined.
float to_float(double value) {
    constexpr double largest = std::numeric_limits<float>::max();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (value > largest && value < infinite) return std::numeric_limits<float>::max();
    if (value < -largest && value > -infinite) return std::numeric_limits<float>::lowest();
    return static_cast<float>(value);
}

double power_of_two(int exponent) {
    double value = 1.0;
    for (int step = 0; step < exponent; ++step) value *= 2.0;
    return value;
}

}  // namespace

std::string SignalCodec::refusal(const dbc::Signal& signal) {
    if (signal.length_bits < 1 || signal.length_bits > longest_bits)
        return "it has " + std::to_string(signal.length_bits) + " bits; at most 64 make a number";
    if (signal.start_bit < 0 || !dbc::fits(signal, static_cast<int>(largest_length)))
        return "it lies outside the 64 bytes of the longest frame";
    return "";
}

SignalCodec::SignalCodec(const dbc::Signal& signal)
    : scale_(signal.scale),
      offset_(signal.offset),
      type_(signal.type),
      is_little_(signal.byte_order == dbc::ByteOrder::little_endian) {
    const std::string reason = refusal(signal);
    if (!reason.empty()) throw std::invalid_argument("signal " + signal.name + ": " + reason);
    const int length = signal.length_bits;
    mask_ = ~std::uint64_t{0} >> static_cast<unsigned>(64 - length);
    if (type_ == ValueType::signed_integer)
        sign_bit_ = std::uint64_t{1} << static_cast<unsigned>(length - 1);
    smallest_raw_ = sign_bit_ != 0 ? -power_of_two(length - 1) : 0.0;
    largest_raw_plus_one_ = power_of_two(sign_bit_ != 0 ? length - 1 : length);

    // The word begins at the signal's first byte, but never so late that it would end behind the
    // frame's data.
    const int first = is_little_ ? signal.start_bit : dbc::first_bit_in_network_order(signal);
    const int first_byte = std::min(first / 8, static_cast<int>(largest_length) - 8);
    const int end_in_word = first - 8 * first_byte + length;
    first_byte_ = static_cast<std::uint8_t>(first_byte);
    spill_bits_ = static_cast<std::uint8_t>(std::max(0, end_in_word - 64));
    if (is_little_)
        shift_ = static_cast<std::uint8_t>(first - 8 * first_byte);
    else
        shift_ = static_cast<std::uint8_t>(std::max(0, 64 - end_in_word));
    bytes_needed_ = static_cast<std::uint8_t>((first + length + 7) / 8);
}

void SignalCodec::set_bits(Frame& frame, std::uint64_t value) const noexcept {
    value &= mask_;
    std::uint64_t word = load(frame);
    if (spill_bits_ == 0) {
        word = (word & ~(mask_ << shift_)) | (value << shift_);
    } else {
        std::uint8_t& last = frame.data[first_byte_ + 8U];
        if (is_little_) {
            word = (word & ~(mask_ << shift_)) | (value << shift_);
            const std::uint64_t keep = 0xFFU << spill_bits_;
            last = static_cast<std::uint8_t>((last & keep) | (value >> (64U - shift_)));
        } else {
            word = (word & ~(mask_ >> spill_bits_)) | (value >> spill_bits_);
            const std::uint64_t keep = 0xFFU >> spill_bits_;
            last = static_cast<std::uint8_t>((last & keep) | (value << (8U - spill_bits_)));
        }
    }
    word = swapped(word, is_little_);
    std::memcpy(frame.data.data() + first_byte_, &word, sizeof word);
}

double SignalCodec::raw(const Frame& frame) const noexcept {
    switch (type_) {
        case ValueType::float16:
            return double_of_half(static_cast<std::uint16_t>(bits(frame)));
        case ValueType::float32:
            return static_cast<double>(
                std::bit_cast<float>(static_cast<std::uint32_t>(bits(frame))));
        case ValueType::float64:
            return std::bit_cast<double>(bits(frame));
        case ValueType::signed_integer:
            return static_cast<double>(signed_integer(frame));
        default:
            return static_cast<double>(bits(frame));
    }
}

std::uint64_t SignalCodec::bits_of_raw(double raw) const noexcept {
    if (is_float(type_)) {
        if (type_ == ValueType::float64) return std::bit_cast<std::uint64_t>(raw);
        if (type_ == ValueType::float32) return std::bit_cast<std::uint32_t>(to_float(raw));
        return half_of_double(raw);
    }
    const double whole = round_half_even(raw);
    // Written so that NaN takes the first branch.
    if (!(whole > smallest_raw_)) return sign_bit_;
    if (whole >= largest_raw_plus_one_) return sign_bit_ != 0 ? mask_ >> 1U : mask_;
    if (sign_bit_ == 0) return static_cast<std::uint64_t>(whole);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)) & mask_;
}

}  // namespace ghostcar::can_bridge
