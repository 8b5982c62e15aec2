// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/e2e/plain_protection.h"

#include <algorithm>

namespace ghostcar::can_bridge::e2e {

std::size_t PlainProtection::shortest() const noexcept {
    return std::max(counter_ ? counter_->byte + 1 : 0, checksum_ ? checksum_->byte + 1 : 0);
}

std::uint8_t PlainProtection::checksum(std::span<const std::uint8_t> data) const noexcept {
    const std::span<const std::uint8_t> prefix(checksum_->prefix, checksum_->prefix_length);
    const std::span<const std::uint8_t> before = data.first(checksum_->byte);
    const std::span<const std::uint8_t> behind = data.subspan(checksum_->byte + 1);
    if (const Crc* crc = checksum_->crc.get()) {
        const std::uint32_t sum =
            crc->add(crc->add(crc->add(crc->start(), prefix), before), behind);
        return static_cast<std::uint8_t>(crc->finish(sum));
    }
    std::uint8_t sum = checksum_->start;
    for (const std::span<const std::uint8_t> part : {prefix, before, behind})
        for (const std::uint8_t byte : part) sum = static_cast<std::uint8_t>(sum ^ byte);
    return sum;
}

void PlainProtection::protect(std::span<std::uint8_t> data, int counter) const noexcept {
    if (counter_) {
        const std::uint32_t mask = ((1U << counter_->bits) - 1U) << counter_->shift;
        const std::uint32_t value = static_cast<std::uint32_t>(counter) << counter_->shift;
        std::uint8_t& byte = data[counter_->byte];
        byte = static_cast<std::uint8_t>((byte & ~mask) | (value & mask));
    }
    if (checksum_) data[checksum_->byte] = checksum(data);
}

Reading PlainProtection::read(std::span<const std::uint8_t> data) const noexcept {
    if (data.size() < shortest()) return {};
    Reading reading{true, 0};
    if (counter_) {
        const std::uint32_t mask = (1U << counter_->bits) - 1U;
        reading.counter =
            static_cast<int>((std::uint32_t{data[counter_->byte]} >> counter_->shift) & mask);
        reading.is_intact = reading.counter < counter_->counters;
    }
    if (checksum_ && data[checksum_->byte] != checksum(data)) reading.is_intact = false;
    return reading;
}

}  // namespace ghostcar::can_bridge::e2e
