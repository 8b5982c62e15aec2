// SPDX-License-Identifier: Apache-2.0
// The usual signal: an integer of at most 48 bits in the first eight bytes of a frame. The frame is
// then one word, read or written once for all signals, and a signal a shift and a mask in it.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "can_bridge/frame.h"
#include "can_bridge/signal_codec.h"

namespace ghostcar::can_bridge {

/// The first eight bytes, in both byte orders: [0] little-endian, [1] big-endian.
struct FrameWords {
    std::uint64_t word[2] = {0, 0};

    static FrameWords of(const Frame& frame) noexcept {
        FrameWords words;
        std::memcpy(&words.word[0], frame.data.data(), sizeof words.word[0]);
        if constexpr (std::endian::native == std::endian::big)
            words.word[0] = __builtin_bswap64(words.word[0]);
        words.word[1] = __builtin_bswap64(words.word[0]);
        return words;
    }
    /// Adds the bits to those that the frame has.
    void add_to(Frame& frame) const noexcept {
        std::uint64_t all = of(frame).word[0] | word[0] | __builtin_bswap64(word[1]);
        if constexpr (std::endian::native == std::endian::big) all = __builtin_bswap64(all);
        std::memcpy(frame.data.data(), &all, sizeof all);
    }
};

struct WordField {
    std::uint64_t mask = 0;  // right-aligned; 0: the signal is no such field
    std::uint64_t sign_bit = 0;
    std::uint8_t shift = 0;
    std::uint8_t order = 0;  // which of the two words

    [[nodiscard]] bool exists() const noexcept { return mask != 0; }

    [[nodiscard]] std::uint64_t bits(const FrameWords& words) const noexcept {
        return (words.word[order] >> shift) & mask;
    }
    [[nodiscard]] double raw(std::uint64_t bits) const noexcept {
        return static_cast<double>(static_cast<std::int64_t>((bits ^ sign_bit) - sign_bit));
    }

    /// Found by asking the codec, so that both always agree.
    static WordField of(const SignalCodec& codec) {
        constexpr std::uint64_t largest_mask = (std::uint64_t{1} << 48U) - 1;
        if ((codec.type() != dbc::ValueType::unsigned_integer &&
             codec.type() != dbc::ValueType::signed_integer) ||
            codec.mask() > largest_mask || codec.bytes_needed() > 8)
            return {};
        Frame ones;
        Frame lowest;
        codec.set_bits(ones, ~std::uint64_t{0});
        codec.set_bits(lowest, 1);
        const FrameWords all = FrameWords::of(ones);
        const FrameWords low = FrameWords::of(lowest);
        for (std::uint8_t order = 0; order < 2; ++order) {
            const int shift = std::countr_zero(all.word[order]);
            if (all.word[order] >> shift != codec.mask() || low.word[order] != std::uint64_t{1}
                                                                                   << shift)
                continue;
            const std::uint64_t sign_bit =
                codec.type() == dbc::ValueType::signed_integer ? (codec.mask() >> 1U) + 1 : 0;
            return {codec.mask(), sign_bit, static_cast<std::uint8_t>(shift), order};
        }
        return {};
    }
};

/// The nearest integer, halves to the even one, as bits in two's complement. For |value| < 2⁵¹: the
/// sum has no room for a fraction, and IEEE 754 rounds it as wanted.
[[nodiscard]] inline std::uint64_t nearest_bits(double value) noexcept {
    return std::bit_cast<std::uint64_t>(value + 0x1.8p52);
}

/// The same as a number.
[[nodiscard]] inline std::int64_t nearest_integer(double value) noexcept {
    return static_cast<std::int64_t>(nearest_bits(value) - nearest_bits(0.0));
}

}  // namespace ghostcar::can_bridge
