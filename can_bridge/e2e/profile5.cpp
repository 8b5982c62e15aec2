// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/e2e/profile5.h"

#include "can_bridge/e2e/crc.h"

namespace ghostcar::can_bridge::e2e {
namespace {

constexpr Crc crc16(crc16_ccitt);

}  // namespace

std::uint16_t Profile5::checksum(std::span<const std::uint8_t> data) const noexcept {
    std::uint32_t sum = 0;
    if (data.size() == 8 && offset_ == 0) {  // the usual one
        constexpr std::uint64_t all_but_the_first_two = ~std::uint64_t{0} >> 16U;
        sum = crc16.add_word<6>(crc16.start(), word_of(data.data()) & all_but_the_first_two);
    } else {
        sum = crc16.add(crc16.add(crc16.start(), data.first(offset_)), data.subspan(offset_ + 2));
    }
    sum = crc16.add(sum, static_cast<std::uint8_t>(data_id_ & 0xFFU));
    sum = crc16.add(sum, static_cast<std::uint8_t>(data_id_ >> 8U));
    return static_cast<std::uint16_t>(crc16.finish(sum));
}

void Profile5::protect(std::span<std::uint8_t> data, int counter) const noexcept {
    data[offset_ + 2] = static_cast<std::uint8_t>(counter);
    const std::uint16_t sum = checksum(data);
    data[offset_] = static_cast<std::uint8_t>(sum & 0xFFU);
    data[offset_ + 1] = static_cast<std::uint8_t>(sum >> 8U);
}

Reading Profile5::read(std::span<const std::uint8_t> data) const noexcept {
    if (data.size() < shortest()) return {};
    const int sum = data[offset_] | data[offset_ + 1] << 8;
    return {sum == checksum(data), data[offset_ + 2]};
}

}  // namespace ghostcar::can_bridge::e2e
