// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/e2e/profile2.h"

#include "can_bridge/e2e/crc.h"

namespace ghostcar::can_bridge::e2e {
namespace {

constexpr Crc crc8(crc8_h2f);

}  // namespace

std::uint8_t Profile2::checksum(std::span<const std::uint8_t> data) const noexcept {
    constexpr std::uint64_t all_but_the_first = ~std::uint64_t{0} >> 8U;
    const std::uint32_t sum =
        data.size() == 8 ? crc8.add_word<7>(crc8.start(), word_of(data.data()) & all_but_the_first)
                         : crc8.add(crc8.start(), data.subspan(1));
    return static_cast<std::uint8_t>(crc8.finish(crc8.add(sum, data_ids_[data[1] & 0x0FU])));
}

void Profile2::protect(std::span<std::uint8_t> data, int counter) const noexcept {
    data[1] = static_cast<std::uint8_t>((data[1] & 0xF0U) |
                                        (static_cast<std::uint32_t>(counter) & 0x0FU));
    data[0] = checksum(data);
}

Reading Profile2::read(std::span<const std::uint8_t> data) const noexcept {
    if (data.size() < shortest) return {};
    return {data[0] == checksum(data), data[1] & 0x0F};
}

}  // namespace ghostcar::can_bridge::e2e
