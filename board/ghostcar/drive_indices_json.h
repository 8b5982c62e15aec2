// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "model/judge/drive_trace.h"

namespace ghostcar::board {

/// er_pct … total_excursion_s: the same keys wherever indices are written. An index that is not
/// defined is null.
[[nodiscard]] nlohmann::ordered_json indices_json(const model::DriveIndices& indices);

}  // namespace ghostcar::board
