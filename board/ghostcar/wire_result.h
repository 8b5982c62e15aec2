// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "drivers/virtual/virtual_bench.h"

namespace ghostcar::board {

/// The object `wires` of result.json: what the session staged, and what the wires reported.
[[nodiscard]] nlohmann::ordered_json wires_json(const drivers::VirtualBench& bench);

/// The same reports for the result's message: "" when there is none.
[[nodiscard]] std::string wires_text(const drivers::VirtualBench& bench);

}  // namespace ghostcar::board
