// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/toml_inline.h"

#include <toml++/toml.h>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

namespace ghostcar::board {
namespace {

std::string float_text(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0.0 ? "-inf" : "inf";
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    std::string result(text.data(), end);
    return result.find_first_of(".e") == std::string::npos ? result + ".0" : result;
}

bool is_bare(std::string_view key) {
    constexpr std::string_view allowed =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return !key.empty() && key.find_first_not_of(allowed) == std::string_view::npos;
}

std::string key_text(std::string_view key) {
    return is_bare(key) ? std::string(key) : toml_quoted(key);
}

std::string table_text(const toml::table& table) {
    std::string text;
    for (const auto& [key, node] : table)
        text += (text.empty() ? "" : ", ") + key_text(key.str()) + " = " + toml_inline(node);
    return "{" + text + "}";
}

std::string array_text(const toml::array& array) {
    std::string text;
    for (const toml::node& node : array) text += (text.empty() ? "" : ", ") + toml_inline(node);
    return "[" + text + "]";
}

}  // namespace

std::string toml_quoted(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result = "\"";
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            result += '\\';
            result += letter;
        } else if (code < 0x20 || code == 0x7f) {
            result += "\\u00";
            result += digits[code >> 4U];
            result += digits[code & 15U];
        } else {
            result += letter;
        }
    }
    return result + "\"";
}

std::string toml_number(double value) {
    constexpr double largest_exact = 9007199254740992.0;  // 2^53
    return std::fabs(value) <= largest_exact && std::trunc(value) == value
               ? std::to_string(static_cast<std::int64_t>(value))
               : float_text(value);
}

std::string toml_inline(const toml::node& node) {
    if (const toml::table* table = node.as_table()) return table_text(*table);
    if (const toml::array* array = node.as_array()) return array_text(*array);
    if (const auto* text = node.as_string()) return toml_quoted(text->get());
    if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
    if (const auto* number = node.as_floating_point()) return float_text(number->get());
    if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
    std::ostringstream other;
    node.visit([&other](const auto& value) {
        if constexpr (toml::is_chronological<decltype(value)>) other << value.get();
    });
    return other.str();
}

std::vector<std::string> settings_from(const toml::table& table) {
    std::vector<std::string> settings;
    for (const auto& [key, node] : table)
        settings.push_back(key_text(key.str()) + "=" + toml_inline(node));
    return settings;
}

}  // namespace ghostcar::board
