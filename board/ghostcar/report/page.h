// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace ghostcar::board {

[[nodiscard]] std::string html_section(std::string_view heading, const std::string& content);

/// A whole page that needs nothing else: head, style, content, script.
[[nodiscard]] std::string html_page(const std::string& title, const std::string& content,
                                    const std::string& version);

}  // namespace ghostcar::board
