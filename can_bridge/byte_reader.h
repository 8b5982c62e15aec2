// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ghostcar::can_bridge {

/// Takes numbers off the front of foreign bytes. Reading beyond the end gives zeros and is
/// remembered, so that a decoder can read a whole structure and ask once.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}

    std::uint64_t big_endian(std::size_t count) noexcept {
        std::uint64_t value = 0;
        for (const std::uint8_t byte : take(count)) value = value << 8U | byte;
        return value;
    }
    std::uint64_t little_endian(std::size_t count) noexcept {
        std::uint64_t value = 0;
        unsigned shift = 0;
        for (const std::uint8_t byte : take(count)) {
            value |= std::uint64_t{byte} << shift;
            shift += 8;
        }
        return value;
    }
    std::uint8_t u8() noexcept { return static_cast<std::uint8_t>(big_endian(1)); }
    std::uint16_t u16_le() noexcept { return static_cast<std::uint16_t>(little_endian(2)); }
    std::uint32_t u32_le() noexcept { return static_cast<std::uint32_t>(little_endian(4)); }
    std::uint64_t u64_le() noexcept { return little_endian(8); }

    /// The next `count` bytes; none if there are fewer.
    std::span<const std::uint8_t> take(std::size_t count) noexcept {
        if (count > bytes_.size()) {
            has_failed_ = true;
            bytes_ = {};
            return {};
        }
        const std::span<const std::uint8_t> taken = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return taken;
    }
    void skip(std::size_t count) noexcept { static_cast<void>(take(count)); }

    [[nodiscard]] std::size_t left() const noexcept { return bytes_.size(); }
    [[nodiscard]] bool has_failed() const noexcept { return has_failed_; }

private:
    std::span<const std::uint8_t> bytes_;
    bool has_failed_ = false;
};

}  // namespace ghostcar::can_bridge
