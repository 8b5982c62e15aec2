// SPDX-License-Identifier: Apache-2.0
// Tables written down in a test.
#pragma once

#include <toml++/toml.h>
#include <functional>
#include <string>
#include <string_view>

#include "model/config/table_reader.h"

namespace ghostcar::tests {

/// The message of the ConfigError that `read` ends with; empty when there is none.
inline std::string config_error_of(std::string_view text,
                                   const std::function<void(model::TableReader&)>& read) {
    const toml::table table = toml::parse(text, std::string_view("test.toml"));
    model::TableReader reader(table);
    try {
        read(reader);
    } catch (const model::ConfigError& error) {
        return error.what();
    }
    return {};
}

inline bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace ghostcar::tests
