// SPDX-License-Identifier: Apache-2.0
// Cyclic redundancy checks of 8, 16 or 32 bits by table, in Williams' description ("A Painless
// Guide to CRC Error Detection Algorithms", 1993): polynomial, initial value, reflection, final
// xor. The eight bytes of the usual frame are one step.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace ghostcar::can_bridge::e2e {

struct CrcKind {
    int bits = 8;  // 8, 16 or 32
    std::uint32_t polynomial = 0;
    std::uint32_t initial = 0;
    std::uint32_t final_xor = 0;
    bool is_reflected = false;  // input and output, as in CRC-32
};

// What the profiles of AUTOSAR's E2E protocol and the cars on the road use.
constexpr CrcKind crc8_j1850{8, 0x1D, 0xFF, 0xFF, false};
constexpr CrcKind crc8_j1850_plain{8, 0x1D, 0x00, 0x00, false};  // profile 1
constexpr CrcKind crc8_h2f{8, 0x2F, 0xFF, 0xFF, false};
constexpr CrcKind crc16_ccitt{16, 0x1021, 0xFFFF, 0x0000, false};

/// Eight bytes as one number, the first byte on top: the order in which a checksum meets them.
[[nodiscard]] inline std::uint64_t word_of(const std::uint8_t* bytes) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return std::endian::native == std::endian::little ? __builtin_bswap64(word) : word;
}

class Crc {
public:
    constexpr explicit Crc(CrcKind kind) : kind_(kind) {
        for (std::uint32_t byte = 0; byte < 256; ++byte)
            tables_[0][byte] = kind_.is_reflected ? reflected_entry(byte) : entry(byte);
        for (std::size_t zeros = 1; zeros < tables_.size(); ++zeros)
            for (std::size_t byte = 0; byte < 256; ++byte)
                tables_[zeros][byte] = add(tables_[zeros - 1][byte], std::uint8_t{0});
    }

    /// The checksum is built piece by piece: finish(add(add(start(), id), data)).
    [[nodiscard]] constexpr std::uint32_t start() const noexcept {
        return kind_.is_reflected ? reversed(kind_.initial, kind_.bits) : kind_.initial;
    }
    [[nodiscard]] constexpr std::uint32_t add(std::uint32_t crc, std::uint8_t byte) const noexcept {
        if (kind_.is_reflected) return (crc >> 8U) ^ tables_[0][(crc ^ byte) & 0xFFU];
        const std::uint32_t top = (crc >> (kind_.bits - 8)) & 0xFFU;
        return ((crc << 8U) ^ tables_[0][top ^ byte]) & mask();
    }
    [[nodiscard]] std::uint32_t add(std::uint32_t crc,
                                    std::span<const std::uint8_t> data) const noexcept {
        for (; data.size() >= 8; data = data.subspan(8))
            crc = add_word<8>(crc, word_of(data.data()));
        for (const std::uint8_t byte : data) crc = add(crc, byte);
        return crc;
    }

    /// The last `count` bytes of a word at once; those before them are 0. Not fewer than the
    /// checksum has itself.
    ///
    /// A checksum is linear: that of several bytes is the exclusive or of what each would give with
    /// zeros behind it. So there is a table for each place (Kounavis and Berry, "A Systematic
    /// Approach to Building High Performance Software-based CRC Generators", 2005: slicing by 8).
    template <unsigned count>
    [[nodiscard]] constexpr std::uint32_t add_word(std::uint32_t crc,
                                                   std::uint64_t word) const noexcept {
        static_assert(count >= 4 && count <= 8);
        const auto bits = static_cast<unsigned>(kind_.bits);
        const std::uint32_t in_order =
            kind_.is_reflected ? __builtin_bswap32(crc) >> (32U - bits) : crc;
        word ^= std::uint64_t{in_order} << (8U * count - bits);
        std::uint32_t sum = 0;
#pragma GCC unroll 8
        for (unsigned place = 0; place < count; ++place)
            sum ^= tables_[place][(word >> (8U * place)) & 0xFFU];
        return sum;
    }
    [[nodiscard]] constexpr std::uint32_t finish(std::uint32_t crc) const noexcept {
        return (crc ^ kind_.final_xor) & mask();
    }

    [[nodiscard]] std::uint32_t of(std::span<const std::uint8_t> data) const noexcept {
        return finish(add(start(), data));
    }
    [[nodiscard]] constexpr int bits() const noexcept {
        return kind_.bits;
    }

private:
    [[nodiscard]] constexpr std::uint32_t mask() const noexcept {
        return 0xFFFF'FFFFU >> (32 - kind_.bits);
    }
    [[nodiscard]] static constexpr std::uint32_t reversed(std::uint32_t value, int bits) noexcept {
        std::uint32_t result = 0;
        for (int bit = 0; bit < bits; ++bit) result |= ((value >> bit) & 1U) << (bits - 1 - bit);
        return result;
    }
    [[nodiscard]] constexpr std::uint32_t entry(std::uint32_t byte) const noexcept {
        std::uint32_t crc = byte << (kind_.bits - 8);
        for (int bit = 0; bit < 8; ++bit) {
            const bool is_set = ((crc >> (kind_.bits - 1)) & 1U) != 0;
            crc = ((crc << 1U) ^ (is_set ? kind_.polynomial : 0U)) & mask();
        }
        return crc;
    }
    [[nodiscard]] constexpr std::uint32_t reflected_entry(std::uint32_t byte) const noexcept {
        const std::uint32_t polynomial = reversed(kind_.polynomial, kind_.bits);
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? polynomial : 0U);
        return crc;
    }

    CrcKind kind_;
    std::array<std::array<std::uint32_t, 256>, 8> tables_{};  // by the zeros behind a byte
};

}  // namespace ghostcar::can_bridge::e2e
