// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ghostcar::can_bridge {

/// Builds binary files in memory that grows: for what is written beside the tick.
class ByteAppender {
public:
    void little_endian(std::uint64_t value, std::size_t count) {
        for (std::size_t index = 0; index < count; ++index)
            bytes_.push_back(static_cast<std::uint8_t>(value >> (8U * index)));
    }
    void big_endian(std::uint64_t value, std::size_t count) {
        for (std::size_t index = count; index-- > 0;)
            bytes_.push_back(static_cast<std::uint8_t>(value >> (8U * index)));
    }
    void u8(std::uint8_t value) { bytes_.push_back(value); }
    void u16(std::uint16_t value) { little_endian(value, 2); }
    void u32(std::uint32_t value) { little_endian(value, 4); }
    void u64(std::uint64_t value) { little_endian(value, 8); }
    void append(std::span<const std::uint8_t> bytes) {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    void zeros(std::size_t count) { bytes_.resize(bytes_.size() + count); }

    [[nodiscard]] std::span<const std::uint8_t> view() const noexcept { return bytes_; }
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
    void clear() noexcept { bytes_.clear(); }
    /// Removes the first `count` bytes.
    void drop(std::size_t count) {
        bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(count));
    }

private:
    std::vector<std::uint8_t> bytes_;
};

}  // namespace ghostcar::can_bridge
