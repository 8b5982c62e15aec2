// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "can_bridge/e2e/crc.h"
#include "can_bridge/e2e/reading.h"

namespace ghostcar::can_bridge::e2e {

/// How profile 1 mixes the 16-bit data id into the checksum.
enum class DataIdMode {
    both,         // low byte, then high byte
    alternating,  // low byte for even counters, high byte for odd ones
    low,          // low byte only
    nibble        // low byte and 0; bits 8 to 11 travel in the high nibble of byte 1
};

/// AUTOSAR E2E profile 1: CRC-8 in byte 0 over the data id and all other bytes, counter 0 to 14 in
/// the low nibble of byte 1.
class Profile1 {
public:
    static constexpr int counters = 15;
    static constexpr std::size_t shortest = 2;

    Profile1(std::uint16_t data_id, DataIdMode mode) noexcept;

    /// Writes counter and checksum. `data` has at least `shortest` bytes.
    [[gnu::always_inline]] inline void protect(std::span<std::uint8_t> data,
                                               int counter) const noexcept {
        data[1] = static_cast<std::uint8_t>((data[1] & ~(own_bits_ | 0x0FU)) | nibble_ |
                                            (static_cast<std::uint32_t>(counter) & 0x0FU));
        data[0] = checksum(data, counter);
    }
    [[nodiscard, gnu::always_inline]] inline Reading read(
        std::span<const std::uint8_t> data) const noexcept {
        if (data.size() < shortest) return {};
        const int counter = data[1] & 0x0F;
        const bool is_right = data[0] == checksum(data, counter);
        return {is_right && counter < counters && (data[1] & own_bits_) == nibble_, counter};
    }

private:
    static constexpr Crc crc{crc8_j1850_plain};
    static_assert(crc.finish(0) == 0, "nothing is to be done at the end");

    [[nodiscard, gnu::always_inline]] inline std::uint8_t checksum(
        std::span<const std::uint8_t> data, int counter) const noexcept {
        const std::uint32_t begun = begun_[static_cast<std::size_t>(counter) & 1U];
        if (data.size() != 8) return static_cast<std::uint8_t>(crc.add(begun, data.subspan(1)));
        constexpr std::uint64_t all_but_the_first = ~std::uint64_t{0} >> 8U;
        return static_cast<std::uint8_t>(
            crc.add_word<7>(begun, word_of(data.data()) & all_but_the_first));
    }

    std::array<std::uint32_t, 2> begun_;  // checksum of the data id, for even and odd counters
    std::uint32_t own_bits_;  // of byte 1, beside the counter; signals may have the others
    std::uint32_t nibble_;    // what they are
};

}  // namespace ghostcar::can_bridge::e2e
