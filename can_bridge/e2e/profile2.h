// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "can_bridge/e2e/reading.h"

namespace ghostcar::can_bridge::e2e {

/// AUTOSAR E2E profile 2: CRC-8-H2F in byte 0 over all other bytes and then the data id that a list
/// gives for the counter; counter 0 to 15 in the low nibble of byte 1.
class Profile2 {
public:
    static constexpr int counters = 16;
    static constexpr std::size_t shortest = 2;

    explicit Profile2(const std::array<std::uint8_t, counters>& data_ids) : data_ids_(data_ids) {}

    void protect(std::span<std::uint8_t> data, int counter) const noexcept;
    [[nodiscard]] Reading read(std::span<const std::uint8_t> data) const noexcept;

private:
    [[nodiscard]] std::uint8_t checksum(std::span<const std::uint8_t> data) const noexcept;

    std::array<std::uint8_t, counters> data_ids_;
};

}  // namespace ghostcar::can_bridge::e2e
