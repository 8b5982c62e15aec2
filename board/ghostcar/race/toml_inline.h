// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/impl/forward_declarations.h>
#include <string>
#include <string_view>
#include <vector>

namespace ghostcar::board {

/// A value as one line of TOML, whatever it looked like in its file: `{lot = 12, side = "left"}`.
/// Dates and times are not settings of anything: they become their text.
[[nodiscard]] std::string toml_inline(const toml::node& node);

/// A text as TOML writes it: in quotes.
[[nodiscard]] std::string toml_quoted(std::string_view text);

/// A whole number without a point, any other with as many digits as it takes.
[[nodiscard]] std::string toml_number(double value);

/// Every key of a table as `key=value`, for `--set`.
[[nodiscard]] std::vector<std::string> settings_from(const toml::table& table);

}  // namespace ghostcar::board
