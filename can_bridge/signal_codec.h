// SPDX-License-Identifier: Apache-2.0
// One signal in a frame: where its bits are and what they mean, worked out once, so that packing
// and unpacking in the tick are a load, a shift, a mask and one multiplication. Nothing is looked
// up, nothing allocates, and no length makes it read outside the frame's 64 bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "can_bridge/dbc/database.h"
#include "can_bridge/frame.h"

namespace ghostcar::can_bridge {

class SignalCodec {
public:
    /// Longer signals exist in files; they are no numbers and have no codec.
    static constexpr int longest_bits = 64;
    /// Why there is no codec for this signal, "" if there is.
    [[nodiscard]] static std::string refusal(const dbc::Signal& signal);

    /// Throws std::invalid_argument with the refusal.
    explicit SignalCodec(const dbc::Signal& signal);

    /// A shorter frame does not contain (all of) the signal.
    [[nodiscard]] std::size_t bytes_needed() const noexcept { return bytes_needed_; }

    /// The bits of the signal, right-aligned; the sign is not extended.
    [[nodiscard]] std::uint64_t bits(const Frame& frame) const noexcept {
        const std::uint64_t word = load(frame);
        // A signal over nine bytes has its last bits in the byte behind the word.
        if (spill_bits_ != 0)
            return ((is_little_ ? (word >> shift_) | (spill(frame) << (64U - shift_))
                                : (word << spill_bits_) | (spill(frame) >> (8U - spill_bits_)))) &
                   mask_;
        return (word >> shift_) & mask_;
    }

    /// Puts the low bits of `value` where the signal is; all other bits stay.
    void set_bits(Frame& frame, std::uint64_t value) const noexcept;

    /// As a signed number: -1 for all ones.
    [[nodiscard]] std::int64_t signed_integer(const Frame& frame) const noexcept {
        return static_cast<std::int64_t>((bits(frame) ^ sign_bit_) - sign_bit_);
    }

    /// The physical value: raw · scale + offset.
    [[nodiscard]] double value(const Frame& frame) const noexcept {
        return raw(frame) * scale_ + offset_;
    }

    /// The nearest physical value that the signal can hold: rounded to the even neighbour on
    /// halves, clamped to the bits there are; of an integer signal a NaN becomes the smallest.
    void set_value(Frame& frame, double physical) const noexcept {
        set_bits(frame, bits_of_raw((physical - offset_) / scale_));
    }

    /// The number that the bits stand for, before scaling.
    [[nodiscard]] double raw(const Frame& frame) const noexcept;
    [[nodiscard]] std::uint64_t bits_of_raw(double raw) const noexcept;

    [[nodiscard]] std::uint64_t mask() const noexcept { return mask_; }
    [[nodiscard]] dbc::ValueType type() const noexcept { return type_; }
    [[nodiscard]] double scale() const noexcept { return scale_; }
    [[nodiscard]] double offset() const noexcept { return offset_; }

private:
    [[nodiscard]] static std::uint64_t swapped(std::uint64_t word, bool is_little) noexcept {
        return is_little == (std::endian::native == std::endian::little) ? word
                                                                         : __builtin_bswap64(word);
    }
    [[nodiscard]] std::uint64_t load(const Frame& frame) const noexcept {
        std::uint64_t word = 0;
        std::memcpy(&word, frame.data.data() + first_byte_, sizeof word);
        return swapped(word, is_little_);
    }
    [[nodiscard]] std::uint64_t spill(const Frame& frame) const noexcept {
        return frame.data[first_byte_ + 8U];
    }

    std::uint64_t mask_ = 0;
    std::uint64_t sign_bit_ = 0;  // 0 for unsigned signals
    double scale_ = 1.0;
    double offset_ = 0.0;
    double largest_raw_plus_one_ = 0.0;  // a power of two, so exact
    double smallest_raw_ = 0.0;
    dbc::ValueType type_ = dbc::ValueType::unsigned_integer;
    std::uint8_t first_byte_ = 0;  // of the eight that are loaded
    std::uint8_t shift_ = 0;
    std::uint8_t spill_bits_ = 0;  // how many bits lie in the ninth byte
    std::uint8_t bytes_needed_ = 0;
    bool is_little_ = true;
};

}  // namespace ghostcar::can_bridge
