// SPDX-License-Identifier: Apache-2.0
// Cyclic redundancy checks of 8, 16 or 32 bits by table, in Williams' description ("A Painless
// Guide to CRC Error Detection Algorithms", 1993): polynomial, initial value, reflection, final
// xor.
#pragma once

#include <array>
#include <cstdint>
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

class Crc {
public:
    constexpr explicit Crc(CrcKind kind) : kind_(kind) {
        for (std::uint32_t byte = 0; byte < 256; ++byte)
            table_[byte] = kind_.is_reflected ? reflected_entry(byte) : entry(byte);
    }

    /// The checksum is built piece by piece: finish(add(add(start(), id), data)).
    [[nodiscard]] constexpr std::uint32_t start() const noexcept {
        return kind_.is_reflected ? reversed(kind_.initial, kind_.bits) : kind_.initial;
    }
    [[nodiscard]] constexpr std::uint32_t add(std::uint32_t crc, std::uint8_t byte) const noexcept {
        if (kind_.is_reflected) return (crc >> 8U) ^ table_[(crc ^ byte) & 0xFFU];
        const std::uint32_t top = (crc >> (kind_.bits - 8)) & 0xFFU;
        return ((crc << 8U) ^ table_[top ^ byte]) & mask();
    }
    [[nodiscard]] constexpr std::uint32_t add(std::uint32_t crc,
                                              std::span<const std::uint8_t> data) const noexcept {
        for (const std::uint8_t byte : data) crc = add(crc, byte);
        return crc;
    }
    [[nodiscard]] constexpr std::uint32_t finish(std::uint32_t crc) const noexcept {
        return (crc ^ kind_.final_xor) & mask();
    }

    [[nodiscard]] constexpr std::uint32_t of(std::span<const std::uint8_t> data) const noexcept {
        return finish(add(start(), data));
    }
    [[nodiscard]] constexpr int bits() const noexcept { return kind_.bits; }

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
    std::array<std::uint32_t, 256> table_{};
};

}  // namespace ghostcar::can_bridge::e2e
