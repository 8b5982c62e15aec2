// SPDX-License-Identifier: Apache-2.0
// Reads one TOML table strictly: every key is asked for by name, type and range; what nobody
// asked for is an error with the nearest known key as a suggestion. Each error is one line with
// file, line, key, what was found and what would be right.
#pragma once

#include <toml++/impl/forward_declarations.h>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/config/config_error.h"

namespace ghostcar::model {

/// A closed or half-open range of permitted values.
struct Range {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool low_excluded = false;  // true: the value must be greater than `low`

    [[nodiscard]] bool contains(double value) const noexcept;
    [[nodiscard]] std::string text() const;

    static constexpr Range any() { return {}; }
    static constexpr Range positive() {
        return {0.0, std::numeric_limits<double>::infinity(), true};
    }
    static constexpr Range not_negative() {
        return {0.0, std::numeric_limits<double>::infinity(), false};
    }
    static constexpr Range between(double low, double high) { return {low, high, false}; }
};

class TableReader {
public:
    /// `name` is the dotted path of the table, "" for the root. The table must outlive the reader.
    explicit TableReader(const toml::table& table, std::string name = "");

    // Required values. A missing key, a wrong type or a value out of range throws ConfigError.
    double number(std::string_view key, Range range);
    std::int64_t integer(std::string_view key, std::int64_t low, std::int64_t high);
    bool boolean(std::string_view key);
    std::string text(std::string_view key);
    std::vector<std::string> texts(std::string_view key);
    std::vector<double> numbers(std::string_view key, Range range);
    /// Rows of numbers, all of the same length.
    std::vector<std::vector<double>> rows(std::string_view key, Range range);
    TableReader table(std::string_view key);
    std::vector<TableReader> tables(std::string_view key);

    // Optional values: only where "absent" has an obvious meaning, never for a physical quantity.
    double number_or(std::string_view key, double fallback, Range range);
    std::int64_t integer_or(std::string_view key, std::int64_t fallback, std::int64_t low,
                            std::int64_t high);
    bool boolean_or(std::string_view key, bool fallback);
    std::string text_or(std::string_view key, std::string fallback);
    std::optional<TableReader> table_if(std::string_view key);
    std::vector<TableReader> tables_if(std::string_view key);
    /// Empty when absent; an empty array is permitted, too.
    std::vector<std::string> texts_if(std::string_view key);

    /// One of several words, each with its value.
    template <typename Value, std::size_t N>
    Value choice(std::string_view key,
                 const std::array<std::pair<std::string_view, Value>, N>& words) {
        const std::string found = text(key);
        std::string known;
        for (const auto& [word, value] : words) {
            if (word == found) return value;
            known += (known.empty() ? "\"" : ", \"") + std::string(word) + "\"";
        }
        fail(key, "\"" + found + "\" is not one of " + known, "use one of them");
    }

    /// Call after the last key was read: throws for the first key nobody asked for.
    void finish() const;

    /// A mistake found by the caller in the value of `key` (or in the table itself for "").
    [[noreturn]] void fail(std::string_view key, const std::string& found,
                           const std::string& remedy) const;

    /// Of two values that were read, the second has to be the greater one.
    void require_less(std::string_view low_key, double low, std::string_view high_key,
                      double high) const;

    [[nodiscard]] bool has(std::string_view key);
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

private:
    [[nodiscard]] std::string path_of(std::string_view key) const;
    const toml::node* find(std::string_view key);
    const toml::node& require(std::string_view key, const char* what);
    double checked_number(std::string_view key, const toml::node& node, Range range) const;
    [[noreturn]] void fail_at(const toml::node* node, std::string_view key,
                              const std::string& found, const std::string& remedy) const;
    [[nodiscard]] std::string nearest_unread(std::string_view key) const;

    const toml::table* table_;
    std::string name_;
    std::vector<std::string> known_keys_;  // every key that was asked for
};

}  // namespace ghostcar::model
