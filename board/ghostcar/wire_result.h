// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "board/ghostcar/json.h"
#include "drivers/virtual/virtual_bench.h"

namespace ghostcar::board {

/// The object `wires` of result.json: what the session staged, and what the wires reported.
[[nodiscard]] Json wires_json(const drivers::VirtualBench& bench);

/// The same reports for the result's message: "" when there is none.
[[nodiscard]] std::string wires_text(const drivers::VirtualBench& bench);

}  // namespace ghostcar::board
