// SPDX-License-Identifier: Apache-2.0
// `--set key=value`: changes single keys of a session before it is read.
#pragma once

#include <string>
#include <vector>

#include "model/config/table_reader.h"

namespace ghostcar::board {

/// Parses TOML text; a mistake becomes a ConfigError with file and line.
[[nodiscard]] toml::table parse_toml(const std::string& text, const std::string& path);

/// Applies "a.b=value" to the table. The value is TOML, or a bare word as a text; a number among
/// the dotted names is the index of a table in an array ("driver.phase.2.gear=3", from 0). Without
/// a value ("a.b=") the key is removed. Throws ConfigError.
void apply_override(toml::table& table, const std::string& key_value);

}  // namespace ghostcar::board
