// SPDX-License-Identifier: Apache-2.0
// Hexadecimal digits, as logs and line protocols write ids and data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ghostcar::can_bridge {

[[nodiscard]] constexpr int hex_digit(char character) noexcept {
    if (character >= '0' && character <= '9') return character - '0';
    if (character >= 'A' && character <= 'F') return character - 'A' + 10;
    if (character >= 'a' && character <= 'f') return character - 'a' + 10;
    return -1;
}

/// One to eight digits and nothing else.
[[nodiscard]] constexpr std::optional<std::uint32_t> hex_number(std::string_view text) noexcept {
    if (text.empty() || text.size() > 8) return std::nullopt;
    std::uint32_t value = 0;
    for (const char character : text) {
        const int digit = hex_digit(character);
        if (digit < 0) return std::nullopt;
        value = value << 4U | static_cast<std::uint32_t>(digit);
    }
    return value;
}

/// The low `digits` digits, in capitals.
inline void append_hex(std::string& text, std::uint32_t value, std::size_t digits) {
    constexpr std::string_view characters = "0123456789ABCDEF";
    for (std::size_t place = digits; place-- > 0;)
        text += characters[(value >> (4U * static_cast<unsigned>(place))) & 15U];
}

}  // namespace ghostcar::can_bridge
