// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace ghostcar::board {

/// What the program writes: members stay in the order in which a person wants to read them.
using Json = nlohmann::ordered_json;

}  // namespace ghostcar::board
