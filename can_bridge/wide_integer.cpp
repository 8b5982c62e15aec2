// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/wide_integer.h"

#include <algorithm>
#include <vector>

#include "can_bridge/dbc/overlap.h"
#include "can_bridge/signal_codec.h"

namespace ghostcar::can_bridge {
namespace {

/// Bits, the least significant one first.
using Bits = std::vector<bool>;

/// Two's complement: the other sign.
void negate(Bits& bits) {
    bool carry = true;
    for (std::size_t index = 0; index < bits.size(); ++index) {
        const bool inverted = !bits[index];
        bits[index] = inverted != carry;
        carry = inverted && carry;
    }
}

bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

}  // namespace

bool WideInteger::fits(const dbc::Signal& signal) {
    return signal.length_bits > SignalCodec::longest_bits && !dbc::is_float(signal.type) &&
           signal.scale == 1.0 && signal.offset == 0.0 && signal.start_bit >= 0 &&
           dbc::fits(signal, static_cast<int>(largest_length));
}

WideInteger::WideInteger(const dbc::Signal& signal)
    : first_(static_cast<std::size_t>(signal.byte_order == dbc::ByteOrder::little_endian
                                          ? signal.start_bit
                                          : dbc::first_bit_in_network_order(signal))),
      length_(static_cast<std::size_t>(signal.length_bits)),
      bytes_needed_((first_ + length_ + 7) / 8),
      is_signed_(signal.type == dbc::ValueType::signed_integer),
      is_little_(signal.byte_order == dbc::ByteOrder::little_endian) {}

WideInteger::Place WideInteger::place(std::size_t bit) const noexcept {
    if (is_little_) return {(first_ + bit) / 8, static_cast<unsigned>((first_ + bit) % 8)};
    const std::size_t in_order = first_ + length_ - 1 - bit;
    return {in_order / 8, static_cast<unsigned>(7 - in_order % 8)};
}

std::string WideInteger::text(const Frame& frame) const {
    Bits bits(length_);
    for (std::size_t index = 0; index < length_; ++index) {
        const Place at = place(index);
        bits[index] = (frame.data[at.byte] >> at.bit & 1U) != 0;
    }
    const bool is_negative = is_signed_ && bits.back();
    if (is_negative) negate(bits);
    // Doubling in decimal, from the most significant bit on.
    std::string digits = "0";  // the last one first
    for (std::size_t index = length_; index-- > 0;) {
        int carry = bits[index] ? 1 : 0;
        for (char& digit : digits) {
            const int twice = 2 * (digit - '0') + carry;
            digit = static_cast<char>('0' + twice % 10);
            carry = twice / 10;
        }
        if (carry != 0) digits += '1';
    }
    if (is_negative) digits += '-';
    std::reverse(digits.begin(), digits.end());
    return digits;
}

bool WideInteger::set(Frame& frame, std::string_view decimal) const {
    const bool is_negative = !decimal.empty() && decimal.front() == '-';
    if (is_negative) decimal.remove_prefix(1);
    if (decimal.empty() || !std::all_of(decimal.begin(), decimal.end(), is_digit)) return false;
    // Halving in decimal, the least significant bit first.
    std::string digits(decimal);
    Bits bits;
    while (digits.find_first_not_of('0') != std::string::npos) {
        if (bits.size() == length_) return false;
        int rest = 0;
        for (char& digit : digits) {
            const int value = 10 * rest + (digit - '0');
            digit = static_cast<char>('0' + value / 2);
            rest = value % 2;
        }
        bits.push_back(rest != 0);
    }
    if (is_negative && !is_signed_ && !bits.empty()) return false;
    bits.resize(length_, false);
    if (is_negative) negate(bits);
    // The sign has to come out as it went in; zero has none.
    const bool is_zero = std::find(bits.begin(), bits.end(), true) == bits.end();
    if (is_signed_ && !is_zero && bits.back() != is_negative) return false;
    for (std::size_t index = 0; index < length_; ++index) {
        const Place at = place(index);
        const auto mask = static_cast<std::uint8_t>(1U << at.bit);
        std::uint8_t& byte = frame.data[at.byte];
        byte = static_cast<std::uint8_t>(bits[index] ? byte | mask : byte & ~mask);
    }
    return true;
}

}  // namespace ghostcar::can_bridge
