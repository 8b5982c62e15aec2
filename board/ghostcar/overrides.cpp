// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/overrides.h"

#include <toml++/toml.h>
#include <charconv>
#include <optional>
#include <sstream>
#include <utility>

namespace ghostcar::board {
namespace {

/// Control characters would spoil the terminal of whoever reads the message.
std::string printable(std::string_view text) {
    std::string result;
    for (const char letter : text)
        result += static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f ? '?' : letter;
    return result;
}

std::optional<std::size_t> index_of(std::string_view text) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return index;
}

void merge(toml::table& into, toml::table&& from, const std::string& where);

/// A table merged into an array: each of its keys is an index.
void merge(toml::array& into, toml::table&& from, const std::string& where) {
    for (auto&& [key, node] : from) {
        const std::optional<std::size_t> index = index_of(key.str());
        if (!index || *index >= into.size())
            throw model::ConfigError(where + ": \"" + std::string(key.str()) +
                                     "\" is not an index; use 0 to " +
                                     std::to_string(into.size() - 1));
        toml::table* old_table = into[*index].as_table();
        toml::table* new_table = node.as_table();
        if (old_table != nullptr && new_table != nullptr)
            merge(*old_table, std::move(*new_table), where);
        else
            into.replace(into.cbegin() + static_cast<std::ptrdiff_t>(*index), std::move(node));
    }
}

/// Nodes are moved, never copied: a moved node keeps the "--set …" it came from for messages.
void merge(toml::table& into, toml::table&& from, const std::string& where) {
    for (auto&& [key, node] : from) {
        toml::node* old = into.get(key.str());
        toml::table* new_table = node.as_table();
        if (old != nullptr && new_table != nullptr && old->is_table())
            merge(*old->as_table(), std::move(*new_table), where);
        else if (old != nullptr && new_table != nullptr && old->is_array())
            merge(*old->as_array(), std::move(*new_table), where);
        else
            into.insert_or_assign(key.str(), std::move(node));
    }
}

/// The member of a table, or of an array by its index; nullptr when there is none.
toml::node* member(toml::node& of, std::string_view key) {
    if (toml::table* table = of.as_table()) return table->get(key);
    const std::optional<std::size_t> index = index_of(key);
    toml::array* array = of.as_array();
    return array != nullptr && index ? array->get(*index) : nullptr;
}

/// Removes the key at the end of a chain of tables, each of which has one key.
void remove_key(toml::node& from, const toml::table& chain, const std::string& where) {
    for (const auto& [key, rest] : chain) {
        toml::node* found = member(from, key.str());
        if (found == nullptr || (!rest.is_table() && !from.is_table()))
            throw model::ConfigError(where +
                                     ": there is no such key to remove; write a value behind =");
        if (rest.is_table())
            remove_key(*found, *rest.as_table(), where);
        else
            from.as_table()->erase(key.str());
    }
}

}  // namespace

toml::table parse_toml(const std::string& text, const std::string& path) {
    try {
        return toml::parse(text, path);
    } catch (const toml::parse_error& error) {
        std::ostringstream line;
        line << path << ":" << error.source().begin.line << ": not TOML in column "
             << error.source().begin.column << ": " << printable(error.description())
             << "; see docs/files.md for the format";
        throw model::ConfigError(line.str());
    }
}

void apply_override(toml::table& table, const std::string& key_value) {
    const std::string where = "--set " + printable(key_value);
    if (printable(key_value) != key_value)
        throw model::ConfigError(where +
                                 ": control characters (shown as ?) have no place here; write it "
                                 "into the session file");
    const std::size_t equals = key_value.find('=');
    if (equals == std::string::npos || equals == 0)
        throw model::ConfigError(where +
                                 ": found no \"key=value\"; write e.g. --set "
                                 "session.duration_s=10");
    if (equals + 1 == key_value.size())
        return remove_key(table, parse_toml(key_value + "0", where), where);
    toml::table parsed;
    try {
        parsed = toml::parse(key_value, where);
    } catch (const toml::parse_error&) {
        // A bare word: --set park.direction=nose
        const std::string quoted =
            key_value.substr(0, equals + 1) + "'" + key_value.substr(equals + 1) + "'";
        parsed = parse_toml(quoted, where);
    }
    merge(table, std::move(parsed), where);
}

}  // namespace ghostcar::board
