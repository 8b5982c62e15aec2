// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

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

    Profile1(std::uint16_t data_id, DataIdMode mode) : data_id_(data_id), mode_(mode) {}

    /// Writes counter and checksum. `data` has at least `shortest` bytes.
    void protect(std::span<std::uint8_t> data, int counter) const noexcept;
    [[nodiscard]] Reading read(std::span<const std::uint8_t> data) const noexcept;

private:
    [[nodiscard]] std::uint8_t checksum(std::span<const std::uint8_t> data,
                                        int counter) const noexcept;

    std::uint16_t data_id_;
    DataIdMode mode_;
};

}  // namespace ghostcar::can_bridge::e2e
