// SPDX-License-Identifier: Apache-2.0
// How punctual the loop was: tables and histograms.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace ghostcar::board {

/// The section's HTML from timing.json. Missing keys leave out what they would have shown.
[[nodiscard]] std::string timing_section(const nlohmann::json& timing);

}  // namespace ghostcar::board
