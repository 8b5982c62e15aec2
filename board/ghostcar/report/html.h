// SPDX-License-Identifier: Apache-2.0
// The few HTML elements the report is made of, and JSON values as text.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ghostcar::board {

/// A row of a table: what it is, and its value. Both are plain text.
using Row = std::pair<std::string, std::string>;

/// Two columns under a heading; nothing at all without rows.
[[nodiscard]] std::string html_table(std::string_view heading, const std::vector<Row>& rows);

// Of tables with more columns: the line of their names, and a cell of plain text.
[[nodiscard]] std::string html_head(const std::vector<std::string>& names);
[[nodiscard]] std::string html_cell(std::string_view text, std::string_view css_class = {});

/// A drawing with the sentence below it. The sentence is plain text.
[[nodiscard]] std::string html_figure(std::string_view drawing, std::string_view caption);

/// A whole SVG file as a picture of its own: its style and the page's do not meet.
[[nodiscard]] std::string html_picture(std::string_view svg, std::string_view description);

[[nodiscard]] std::string html_paragraph(std::string_view text);

/// The member of an object, or null when there is no such member or no object.
[[nodiscard]] const nlohmann::json& member(const nlohmann::json& object, std::string_view key);

/// A value as a person reads it: text as it is, numbers short, yes and no; empty for null.
[[nodiscard]] std::string value_text(const nlohmann::json& value);

/// member() as text; empty when missing.
[[nodiscard]] std::string member_text(const nlohmann::json& object, std::string_view key);

/// member() as a number, when it is one.
[[nodiscard]] std::optional<double> member_number(const nlohmann::json& object,
                                                  std::string_view key);

}  // namespace ghostcar::board
