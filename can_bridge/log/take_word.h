// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace ghostcar::can_bridge {

/// What stands between words of a line, its end among it.
constexpr std::string_view blanks = " \t\r\n";

/// Cuts the first word off the line; "" at its end.
inline std::string_view take_word(std::string_view& line) {
    const std::size_t begin = line.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return line = {};
    line.remove_prefix(begin);
    const std::string_view word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

}  // namespace ghostcar::can_bridge
