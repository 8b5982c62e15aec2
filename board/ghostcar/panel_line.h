// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>

namespace ghostcar::board {

/// printf into a string: fixed columns are what a panel is made of.
template <typename... Values>
std::string panel_line(const char* format, Values... values) {
    char text[160];
    const int length = std::snprintf(text, sizeof text, format, values...);
    return std::string(text, static_cast<std::size_t>(std::clamp<int>(length, 0, sizeof text - 1)));
}

}  // namespace ghostcar::board
