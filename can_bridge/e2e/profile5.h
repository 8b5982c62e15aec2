// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "can_bridge/e2e/reading.h"

namespace ghostcar::can_bridge::e2e {

/// AUTOSAR E2E profile 5: CRC-16-CCITT, low byte first, at an offset; the counter, a whole byte,
/// behind it. The checksum covers everything but itself and then the data id, low byte first.
class Profile5 {
public:
    static constexpr int counters = 256;

    explicit Profile5(std::uint16_t data_id, std::size_t offset = 0)
        : data_id_(data_id), offset_(offset) {}

    [[nodiscard]] std::size_t shortest() const noexcept { return offset_ + 3; }
    [[nodiscard]] std::size_t offset() const noexcept { return offset_; }

    void protect(std::span<std::uint8_t> data, int counter) const noexcept;
    [[nodiscard]] Reading read(std::span<const std::uint8_t> data) const noexcept;

private:
    [[nodiscard]] std::uint16_t checksum(std::span<const std::uint8_t> data) const noexcept;

    std::uint16_t data_id_;
    std::size_t offset_;
};

}  // namespace ghostcar::can_bridge::e2e
