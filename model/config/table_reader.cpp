// SPDX-License-Identifier: Apache-2.0
#include "model/config/table_reader.h"

#include <toml++/toml.h>
#include <algorithm>
#include <cmath>
#include <sstream>

#include "model/config/nearest.h"

namespace ghostcar::model {
namespace {

std::string number_text(double value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

const char* type_text(const toml::node& node) {
    switch (node.type()) {
        case toml::node_type::table:
            return "a table";
        case toml::node_type::array:
            return "an array";
        case toml::node_type::string:
            return "a text";
        case toml::node_type::integer:
            return "an integer";
        case toml::node_type::floating_point:
            return "a number";
        case toml::node_type::boolean:
            return "true or false";
        default:
            return "a date or time";
    }
}

}  // namespace

bool Range::contains(double value) const noexcept {
    // NaN fails every comparison and so is never contained; infinities never are either.
    if (!std::isfinite(value)) return false;
    return (low_excluded ? value > low : value >= low) && value <= high;
}

std::string Range::text() const {
    const bool has_low = std::isfinite(low);
    const bool has_high = std::isfinite(high);
    if (has_low && has_high)
        return low_excluded
                   ? "greater than " + number_text(low) + " and at most " + number_text(high)
                   : "between " + number_text(low) + " and " + number_text(high);
    if (has_low) return (low_excluded ? "greater than " : "at least ") + number_text(low);
    if (has_high) return "at most " + number_text(high);
    return "a finite number";
}

TableReader::TableReader(const toml::table& table, std::string name)
    : table_(&table), name_(std::move(name)) {}

bool TableReader::has(std::string_view key) {
    if (table_->contains(key)) return true;
    known_keys_.emplace_back(key);  // could have been there: worth suggesting for one like it
    return false;
}

std::string TableReader::path_of(std::string_view key) const {
    return name_.empty() ? std::string(key) : name_ + "." + std::string(key);
}

const toml::node* TableReader::find(std::string_view key) {
    known_keys_.emplace_back(key);
    return table_->get(key);
}

const toml::node& TableReader::require(std::string_view key, const char* what) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        const std::string similar = nearest_unread(key);
        fail_at(similar.empty() ? nullptr : table_->get(similar), key, "missing",
                similar.empty() ? std::string("add it: ") + what
                                : "rename \"" + similar + "\" to \"" + std::string(key) + "\"");
    }
    return *node;
}

double TableReader::checked_number(std::string_view key, const toml::node& node,
                                   Range range) const {
    const std::optional<double> value = node.value_exact<double>();
    const std::optional<std::int64_t> whole = node.value_exact<std::int64_t>();
    if (!value && !whole)
        fail_at(&node, key, std::string("found ") + type_text(node), "write a number");
    const double number = value ? *value : static_cast<double>(*whole);
    if (!range.contains(number))
        fail_at(&node, key, "found " + number_text(number), "must be " + range.text());
    return number;
}

double TableReader::number(std::string_view key, Range range) {
    return checked_number(key, require(key, "a number"), range);
}

double TableReader::number_or(std::string_view key, double fallback, Range range) {
    const toml::node* node = find(key);
    return node == nullptr ? fallback : checked_number(key, *node, range);
}

std::int64_t TableReader::integer(std::string_view key, std::int64_t low, std::int64_t high) {
    const toml::node& node = require(key, "an integer");
    const std::optional<std::int64_t> value = node.value_exact<std::int64_t>();
    if (!value) fail_at(&node, key, std::string("found ") + type_text(node), "write an integer");
    if (*value < low || *value > high)
        fail_at(&node, key, "found " + std::to_string(*value),
                "must be between " + std::to_string(low) + " and " + std::to_string(high));
    return *value;
}

std::int64_t TableReader::integer_or(std::string_view key, std::int64_t fallback, std::int64_t low,
                                     std::int64_t high) {
    return has(key) ? integer(key, low, high) : fallback;
}

bool TableReader::boolean(std::string_view key) {
    const toml::node& node = require(key, "true or false");
    const std::optional<bool> value = node.value_exact<bool>();
    if (!value) fail_at(&node, key, std::string("found ") + type_text(node), "write true or false");
    return *value;
}

bool TableReader::boolean_or(std::string_view key, bool fallback) {
    return has(key) ? boolean(key) : fallback;
}

std::string TableReader::text(std::string_view key) {
    const toml::node& node = require(key, "a text in quotes");
    const std::optional<std::string> value = node.value_exact<std::string>();
    if (!value)
        fail_at(&node, key, std::string("found ") + type_text(node), "write a text in quotes");
    return *value;
}

std::string TableReader::text_or(std::string_view key, std::string fallback) {
    return has(key) ? text(key) : std::move(fallback);
}

std::vector<std::string> TableReader::texts(std::string_view key) {
    const toml::node& node = require(key, "an array of texts");
    const toml::array* array = node.as_array();
    if (array == nullptr || array->empty())
        fail_at(&node, key, std::string("found ") + type_text(node), "write an array of texts");
    std::vector<std::string> result;
    for (const toml::node& element : *array) {
        const toml::value<std::string>* text = element.as_string();
        if (text == nullptr)
            fail_at(&element, key, std::string("found ") + type_text(element), "write a text");
        result.push_back(text->get());
    }
    return result;
}

std::vector<std::string> TableReader::texts_if(std::string_view key) {
    const toml::node* node = find(key);
    const toml::array* array = node != nullptr ? node->as_array() : nullptr;
    if (node == nullptr || (array != nullptr && array->empty())) return {};
    return texts(key);
}

std::vector<double> TableReader::numbers(std::string_view key, Range range) {
    const toml::node& node = require(key, "an array of numbers");
    const toml::array* array = node.as_array();
    if (array == nullptr)
        fail_at(&node, key, std::string("found ") + type_text(node), "write an array of numbers");
    std::vector<double> result;
    for (const toml::node& element : *array) result.push_back(checked_number(key, element, range));
    if (result.empty()) fail_at(&node, key, "found an empty array", "write at least one number");
    return result;
}

std::vector<std::vector<double>> TableReader::rows(std::string_view key, Range range) {
    const toml::node& node = require(key, "an array of rows");
    const toml::array* array = node.as_array();
    if (array == nullptr || array->empty())
        fail_at(&node, key, std::string("found ") + type_text(node), "write an array of rows");
    std::vector<std::vector<double>> result;
    for (const toml::node& row_node : *array) {
        const toml::array* row = row_node.as_array();
        if (row == nullptr)
            fail_at(&row_node, key, std::string("found ") + type_text(row_node),
                    "each row must be an array of numbers");
        std::vector<double> values;
        for (const toml::node& element : *row)
            values.push_back(checked_number(key, element, range));
        if (!result.empty() && values.size() != result.front().size())
            fail_at(&row_node, key, "found a row of " + std::to_string(values.size()) + " numbers",
                    "all rows must have " + std::to_string(result.front().size()));
        result.push_back(std::move(values));
    }
    return result;
}

TableReader TableReader::table(std::string_view key) {
    const toml::node& node = require(key, ("a table [" + path_of(key) + "]").c_str());
    const toml::table* table = node.as_table();
    if (table == nullptr)
        fail_at(&node, key, std::string("found ") + type_text(node),
                "write a table [" + path_of(key) + "]");
    return TableReader(*table, path_of(key));
}

std::optional<TableReader> TableReader::table_if(std::string_view key) {
    return has(key) ? std::optional(table(key)) : std::nullopt;
}

std::vector<TableReader> TableReader::tables(std::string_view key) {
    const toml::node& node = require(key, ("tables [[" + path_of(key) + "]]").c_str());
    const toml::array* array = node.as_array();
    if (array == nullptr || array->empty())
        fail_at(&node, key, std::string("found ") + type_text(node),
                "write tables [[" + path_of(key) + "]]");
    std::vector<TableReader> result;
    for (const toml::node& element : *array) {
        if (!element.is_table())
            fail_at(&element, key, std::string("found ") + type_text(element),
                    "write tables [[" + path_of(key) + "]]");
        result.emplace_back(*element.as_table(),
                            path_of(key) + "[" + std::to_string(result.size()) + "]");
    }
    return result;
}

std::vector<TableReader> TableReader::tables_if(std::string_view key) {
    return has(key) ? tables(key) : std::vector<TableReader>();
}

void TableReader::finish() const {
    for (const auto& [key, node] : *table_) {
        if (std::find(known_keys_.begin(), known_keys_.end(), key.str()) != known_keys_.end())
            continue;
        const std::string best = nearest(key.str(), known_keys_);
        fail_at(&node, key.str(), "unknown key",
                best.empty() ? "remove it" : "did you mean \"" + best + "\"?");
    }
}

void TableReader::fail(std::string_view key, const std::string& found,
                       const std::string& remedy) const {
    fail_at(key.empty() ? nullptr : table_->get(key), key, found, remedy);
}

void TableReader::require_less(std::string_view low_key, double low, std::string_view high_key,
                               double high) const {
    if (!(low < high))
        fail(high_key, "not greater than " + std::string(low_key),
             "make it greater than " + std::string(low_key));
}

/// A key in the file that nobody has asked for and that looks like `key`: most likely a typing
/// mistake or another unit ("mass_g" for "mass_kg").
std::string TableReader::nearest_unread(std::string_view key) const {
    const std::string_view stem = key.substr(0, key.rfind('_'));
    for (const auto& [present, node] : *table_) {
        const std::string_view name = present.str();
        if (std::find(known_keys_.begin(), known_keys_.end(), name) != known_keys_.end()) continue;
        if (edit_distance(name, key) <= 2 || name.substr(0, name.rfind('_')) == stem)
            return std::string(name);
    }
    return {};
}

void TableReader::fail_at(const toml::node* node, std::string_view key, const std::string& found,
                          const std::string& remedy) const {
    const toml::source_region& source = node != nullptr ? node->source() : table_->source();
    std::string line = source.path ? *source.path : std::string("(unnamed)");
    // A table made of keys alone (a root table) has no position of its own: it begins at line 1.
    line += ":" + std::to_string(source.begin.line != 0 ? source.begin.line : 1) + ": ";
    if (!name_.empty()) line += name_;
    if (!name_.empty() && !key.empty()) line += ".";
    line += std::string(key) + ": " + found + "; " + remedy;
    throw ConfigError(line);
}

}  // namespace ghostcar::model
