// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "can_bridge/e2e/crc.h"
#include "can_bridge/e2e/reading.h"

namespace ghostcar::can_bridge::e2e {

/// Where a counter lies: some bits of one byte.
struct CounterField {
    std::size_t byte = 0;
    int shift = 0;
    int bits = 4;
    int counters = 16;  // it counts 0 to counters - 1; 15 for those that leave out the last value
};

/// A checksum of one byte: the exclusive or of all other bytes, or a CRC-8 over them.
struct ChecksumField {
    std::size_t byte = 0;
    std::shared_ptr<const Crc> crc;  // absent: exclusive or
    std::uint8_t start = 0;          // of the exclusive or
    // Some makers mix in the id of the message: these bytes come before the data.
    std::uint8_t prefix[2] = {0, 0};
    std::size_t prefix_length = 0;
};

/// What was usual before AUTOSAR and still is: a counter, a checksum, or both, anywhere in the
/// frame.
class PlainProtection {
public:
    PlainProtection(std::optional<CounterField> counter, std::optional<ChecksumField> checksum)
        : counter_(counter), checksum_(std::move(checksum)) {}

    [[nodiscard]] std::size_t shortest() const noexcept;
    /// 1 if there is no counter.
    [[nodiscard]] int counters() const noexcept { return counter_ ? counter_->counters : 1; }

    [[nodiscard]] std::optional<std::size_t> checksum_byte() const noexcept {
        return checksum_ ? std::optional(checksum_->byte) : std::nullopt;
    }

    void protect(std::span<std::uint8_t> data, int counter) const noexcept;
    [[nodiscard]] Reading read(std::span<const std::uint8_t> data) const noexcept;

private:
    [[nodiscard]] std::uint8_t checksum(std::span<const std::uint8_t> data) const noexcept;

    std::optional<CounterField> counter_;
    std::optional<ChecksumField> checksum_;
};

}  // namespace ghostcar::can_bridge::e2e
