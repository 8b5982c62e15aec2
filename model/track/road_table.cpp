// SPDX-License-Identifier: Apache-2.0
#include "model/track/road_table.h"

#include <cmath>
#include <limits>
#include <utility>

namespace ghostcar::model {

RoadTable::RoadTable(std::vector<RoadPiece> pieces, const std::vector<double>& borders_m)
    : pieces_(std::move(pieces)) {
    const double length_m = borders_m.back();
    const double count = std::ceil(length_m / shortest_piece_m);
    cells_per_m_ = count / length_m;
    last_cell_ = count - 1.0;
    std::size_t piece = 0;
    for (double number = 0.0; number < count; number += 1.0) {
        const double begin_m = number / cells_per_m_;
        while (piece + 1 < pieces_.size() && borders_m[piece + 1] <= begin_m) ++piece;
        const bool is_last = piece + 1 == pieces_.size();
        cells_.push_back(
            {is_last ? std::numeric_limits<double>::infinity() : borders_m[piece + 1], piece});
    }
}

}  // namespace ghostcar::model
