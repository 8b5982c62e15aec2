// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/e2e/profile1.h"

#include "can_bridge/e2e/crc.h"

namespace ghostcar::can_bridge::e2e {
namespace {

constexpr Crc crc(crc8_j1850_plain);

}  // namespace

std::uint8_t Profile1::checksum(std::span<const std::uint8_t> data, int counter) const noexcept {
    const auto low = static_cast<std::uint8_t>(data_id_ & 0xFFU);
    const auto high = static_cast<std::uint8_t>(data_id_ >> 8U);
    std::uint32_t sum = crc.start();
    switch (mode_) {
        case DataIdMode::both:
            sum = crc.add(crc.add(sum, low), high);
            break;
        case DataIdMode::alternating:
            sum = crc.add(sum, counter % 2 == 0 ? low : high);
            break;
        case DataIdMode::low:
            sum = crc.add(sum, low);
            break;
        case DataIdMode::nibble:
            sum = crc.add(crc.add(sum, low), 0);
            break;
    }
    return static_cast<std::uint8_t>(crc.finish(crc.add(sum, data.subspan(1))));
}

void Profile1::protect(std::span<std::uint8_t> data, int counter) const noexcept {
    // The high nibble of byte 1 carries signals, except in the nibble mode.
    const std::uint32_t high_nibble =
        mode_ == DataIdMode::nibble ? ((data_id_ >> 8U) & 0x0FU) << 4U : data[1] & 0xF0U;
    data[1] =
        static_cast<std::uint8_t>(high_nibble | (static_cast<std::uint32_t>(counter) & 0x0FU));
    data[0] = checksum(data, counter);
}

Reading Profile1::read(std::span<const std::uint8_t> data) const noexcept {
    if (data.size() < shortest) return {};
    const int counter = data[1] & 0x0F;
    const bool has_nibble =
        mode_ != DataIdMode::nibble || (data[1] >> 4U) == ((data_id_ >> 8U) & 0x0FU);
    return {counter < counters && has_nibble && data[0] == checksum(data, counter), counter};
}

}  // namespace ghostcar::can_bridge::e2e
