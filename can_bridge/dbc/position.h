// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/config/config_error.h"

namespace ghostcar::can_bridge::dbc {

/// Where something is written in the file; both count from 1, columns in characters.
struct Position {
    int line = 1;
    int column = 1;
};

/// A mistake that makes the file unreadable: "file:line:column: found; remedy".
class DbcError : public model::ConfigError {
public:
    DbcError(const std::string& file, Position position, const std::string& message)
        : ConfigError(place(file, position) + message) {}

    [[nodiscard]] static std::string place(const std::string& file, Position position) {
        return file + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) +
               ": ";
    }
};

}  // namespace ghostcar::can_bridge::dbc
