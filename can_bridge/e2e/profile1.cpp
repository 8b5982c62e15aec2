// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/e2e/profile1.h"

namespace ghostcar::can_bridge::e2e {
namespace {

std::array<std::uint32_t, 2> begin(const Crc& crc, std::uint16_t data_id,
                                   DataIdMode mode) noexcept {
    const std::uint32_t low = crc.add(crc.start(), static_cast<std::uint8_t>(data_id & 0xFFU));
    const auto high = static_cast<std::uint8_t>(data_id >> 8U);
    switch (mode) {
        case DataIdMode::both:
            return {crc.add(low, high), crc.add(low, high)};
        case DataIdMode::alternating:
            return {low, crc.add(crc.start(), high)};
        case DataIdMode::nibble:
            return {crc.add(low, std::uint8_t{0}), crc.add(low, std::uint8_t{0})};
        case DataIdMode::low:
            break;
    }
    return {low, low};
}

}  // namespace

// The high nibble of byte 1 carries signals, except in the nibble mode.
Profile1::Profile1(std::uint16_t data_id, DataIdMode mode) noexcept
    : begun_(begin(crc, data_id, mode)),
      own_bits_(mode == DataIdMode::nibble ? 0xF0U : 0x00U),
      nibble_(((static_cast<std::uint32_t>(data_id) >> 8U) << 4U) & own_bits_) {}

}  // namespace ghostcar::can_bridge::e2e
