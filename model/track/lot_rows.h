// SPDX-License-Identifier: Apache-2.0
// [[lot_row]] of a track file: rows of parking lots along the road's edge.
#pragma once

#include <vector>

#include "model/config/table_reader.h"
#include "model/track/lot.h"

namespace ghostcar::model {

class Track;

/// All lots, sorted by number. They must lie beside the road, inside its barriers, and not overlap.
/// Throws ConfigError.
[[nodiscard]] std::vector<Lot> read_lots(TableReader& reader, const Track& track);

}  // namespace ghostcar::model
