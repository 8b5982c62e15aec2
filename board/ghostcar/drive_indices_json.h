// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/ghostcar/json.h"
#include "model/judge/drive_trace.h"

namespace ghostcar::board {

/// er_pct … total_excursion_s: the same keys wherever indices are written. An index that is not
/// defined is null.
[[nodiscard]] Json indices_json(const model::DriveIndices& indices);

}  // namespace ghostcar::board
