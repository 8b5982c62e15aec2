// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace ghostcar::model {

/// A mistake in a configuration file. what() is one complete line for the user:
/// "file:line: key: what was found; what would be right".
class ConfigError : public std::runtime_error {
public:
    explicit ConfigError(const std::string& line) : std::runtime_error(line) {}
};

}  // namespace ghostcar::model
