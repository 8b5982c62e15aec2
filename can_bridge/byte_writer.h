// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ghostcar::can_bridge {

/// Puts an answer together in memory that somebody else owns. What does not fit is not written,
/// and is remembered: an answer that is too long is refused, never cut off.
class ByteWriter {
public:
    explicit ByteWriter(std::span<std::uint8_t> memory) noexcept : memory_(memory) {}

    void put(std::uint8_t byte) noexcept {
        if (used_ < memory_.size())
            memory_[used_++] = byte;
        else
            has_overflown_ = true;
    }
    void put16(std::uint32_t value) noexcept {
        put(static_cast<std::uint8_t>(value >> 8U));
        put(static_cast<std::uint8_t>(value));
    }
    void put(std::span<const std::uint8_t> bytes) noexcept {
        for (const std::uint8_t byte : bytes) put(byte);
    }

    [[nodiscard]] std::span<const std::uint8_t> written() const noexcept {
        return memory_.first(used_);
    }
    [[nodiscard]] std::size_t size() const noexcept { return used_; }
    [[nodiscard]] bool has_overflown() const noexcept { return has_overflown_; }
    /// Forgets everything behind the first `size` bytes.
    void cut(std::size_t size) noexcept {
        if (size < used_) used_ = size;
    }

private:
    std::span<std::uint8_t> memory_;
    std::size_t used_ = 0;
    bool has_overflown_ = false;
};

/// Big-endian, as everything in diagnostics.
[[nodiscard]] constexpr std::uint16_t word_at(std::span<const std::uint8_t> bytes,
                                              std::size_t index) noexcept {
    return static_cast<std::uint16_t>(bytes[index] << 8U | bytes[index + 1]);
}

}  // namespace ghostcar::can_bridge
