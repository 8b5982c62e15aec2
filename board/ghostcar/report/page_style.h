// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace ghostcar::board {

/// The report's style sheet: light, dark and paper.
extern const std::string_view page_style;

/// Shows the values under the pointer in plots over time. The page is complete without it.
extern const std::string_view page_script;

}  // namespace ghostcar::board
