// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace ghostcar::can_bridge::dbc {

/// The text of a DBC file as UTF-8. The format names no character set: files are UTF-8 (with or
/// without byte order mark) or, from most editors under Windows, code page 1252. A text that is
/// valid UTF-8 is taken for it; degree signs and umlauts in code page 1252 never are.
[[nodiscard]] std::string to_utf8(std::string_view bytes);

}  // namespace ghostcar::can_bridge::dbc
