// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/ghostcar/configuration.h"
#include "can_bridge/session/can_config.h"

namespace ghostcar::board {

/// Finds the mapping and DBC files that a [can] table names: in `source.can_files`, where a
/// recording has put them, or like any other file of the session; then they are kept there, for the
/// recording to come. `source` must outlive the result.
[[nodiscard]] can_bridge::CanFiles can_files_of(RunSource& source);

}  // namespace ghostcar::board
