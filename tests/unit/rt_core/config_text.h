// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>
#include <string>
#include <string_view>

#include "model/config/table_reader.h"

namespace ghostcar::tests {

/// What this TOML text says.
template <typename Config>
Config config_of(const std::string& text) {
    const toml::table table = toml::parse(std::string_view(text), std::string_view("test.toml"));
    model::TableReader reader(table);
    return Config::from_toml(reader);
}

/// The message a reading function fails with on this TOML text, "" when it succeeds. The text
/// stands in for a file named test.toml.
template <typename Read>
std::string error_of(const std::string& text, Read read) {
    const toml::table table = toml::parse(std::string_view(text), std::string_view("test.toml"));
    model::TableReader reader(table);
    try {
        read(reader);
    } catch (const model::ConfigError& error) {
        return error.what();
    }
    return "";
}

/// One line that names file and line, the key and `words`.
inline bool is_error_at(const std::string& error, int line, const std::string& key,
                        const std::string& words) {
    return error.find("test.toml:" + std::to_string(line)) == 0 &&
           error.find(key) != std::string::npos && error.find(words) != std::string::npos &&
           error.find('\n') == std::string::npos;
}

}  // namespace ghostcar::tests
