// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "can_bridge/dbc/database.h"
#include "tests/unit/unity_cpp.h"

namespace ghostcar::tests {

inline std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    TEST_ASSERT_TRUE_MESSAGE(file.is_open(), path.c_str());
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A file of tests/unit/can_bridge/dbc.
inline can_bridge::dbc::Database load_dbc(const std::string& name) {
    return can_bridge::dbc::load(bytes_of("tests/unit/can_bridge/dbc/" + name), name);
}

/// Bytes as a test writes them: "0A 1B".
inline std::vector<std::uint8_t> from_hex(std::string_view text) {
    std::vector<std::uint8_t> bytes;
    int high = -1;
    for (const char character : text) {
        if (character == ' ') continue;
        const int digit = character <= '9' ? character - '0' : (character | 32) - 'a' + 10;
        if (high < 0) {
            high = digit;
        } else {
            bytes.push_back(static_cast<std::uint8_t>(high * 16 + digit));
            high = -1;
        }
    }
    return bytes;
}

}  // namespace ghostcar::tests
