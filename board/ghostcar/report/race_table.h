// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace ghostcar::board {

/// The cars of a race in the order of their places, those without one behind. Nothing for a run of
/// another kind.
[[nodiscard]] std::string race_section(const nlohmann::json& result);

}  // namespace ghostcar::board
