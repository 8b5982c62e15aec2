// SPDX-License-Identifier: Apache-2.0
// The top of the report: the verdict, what was run, and the numbers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace ghostcar::board {

/// The verdict as word, colour and shape, its message, and what was run.
[[nodiscard]] std::string verdict_banner(const nlohmann::json& result);

/// The run's facts, the controller's and the judge's figures as tables.
[[nodiscard]] std::string result_tables(const nlohmann::json& result);

}  // namespace ghostcar::board
