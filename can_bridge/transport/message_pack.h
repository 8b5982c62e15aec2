// SPDX-License-Identifier: Apache-2.0
// As much of MessagePack as a map of plain values needs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "can_bridge/byte_reader.h"

namespace ghostcar::can_bridge::message_pack {

enum class Kind : std::uint8_t { nil, boolean, integer, negative, real, text, binary, map, other };

struct Value {
    Kind kind = Kind::other;
    bool boolean = false;
    std::uint64_t integer = 0;  // not negative
    double real = 0.0;
    std::span<const std::uint8_t> bytes;  // of text and binary
    std::uint64_t entries = 0;            // of a map, whose entries follow

    [[nodiscard]] std::string_view text() const noexcept {
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
};

/// The next value; `other` for arrays, extensions and what is cut off.
[[nodiscard]] Value take(ByteReader& reader) noexcept;

}  // namespace ghostcar::can_bridge::message_pack
