// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/dbc/character_set.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ghostcar::can_bridge::dbc {
namespace {

/// Code page 1252 differs from Latin-1 only here; the five unassigned codes stay controls, as
/// Windows itself reads them.
constexpr std::array<std::uint16_t, 32> code_page_1252_from_80 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::uint8_t byte_at(std::string_view text, std::size_t index) {
    return static_cast<std::uint8_t>(text[index]);
}

/// Length of the valid UTF-8 sequence at `index`, 0 if there is none (RFC 3629: shortest form
/// only, no surrogates, nothing above U+10FFFF).
std::size_t sequence_length(std::string_view text, std::size_t index) {
    const std::uint8_t first = byte_at(text, index);
    if (first < 0x80) return 1;
    std::size_t length = 0;
    std::uint8_t low = 0x80;
    std::uint8_t high = 0xBF;
    if (first >= 0xC2 && first <= 0xDF) length = 2;
    if (first >= 0xE0 && first <= 0xEF) {
        length = 3;
        if (first == 0xE0) low = 0xA0;
        if (first == 0xED) high = 0x9F;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        length = 4;
        if (first == 0xF0) low = 0x90;
        if (first == 0xF4) high = 0x8F;
    }
    if (length == 0 || text.size() - index < length) return 0;
    for (std::size_t next = 1; next < length; ++next) {
        const std::uint8_t byte = byte_at(text, index + next);
        if (byte < low || byte > high) return 0;
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

bool is_utf8(std::string_view text) {
    for (std::size_t index = 0; index < text.size();) {
        const std::size_t length = sequence_length(text, index);
        if (length == 0) return false;
        index += length;
    }
    return true;
}

void append_code_point(std::string& text, std::uint32_t code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
        return;
    }
    if (code < 0x800) {
        text += static_cast<char>(0xC0U | (code >> 6U));
    } else {
        text += static_cast<char>(0xE0U | (code >> 12U));
        text += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
    }
    text += static_cast<char>(0x80U | (code & 0x3FU));
}

}  // namespace

std::string to_utf8(std::string_view bytes) {
    if (bytes.substr(0, byte_order_mark.size()) == byte_order_mark)
        bytes.remove_prefix(byte_order_mark.size());
    if (is_utf8(bytes)) return std::string(bytes);
    std::string text;
    text.reserve(bytes.size() + bytes.size() / 8);
    for (std::size_t index = 0; index < bytes.size(); ++index) {
        const std::uint8_t byte = byte_at(bytes, index);
        const bool is_special = byte >= 0x80 && byte < 0xA0;
        append_code_point(text, is_special ? code_page_1252_from_80[byte - 0x80U] : byte);
    }
    return text;
}

}  // namespace ghostcar::can_bridge::dbc
