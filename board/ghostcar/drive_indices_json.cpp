// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/drive_indices_json.h"

#include <optional>

namespace ghostcar::board {
namespace {

Json json_of(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

}  // namespace

Json indices_json(const model::DriveIndices& indices) {
    return {{"er_pct", json_of(indices.er_pct)},
            {"dr_pct", json_of(indices.dr_pct)},
            {"eer_pct", json_of(indices.eer_pct)},
            {"ascr_pct", json_of(indices.ascr_pct)},
            {"iwr_pct", json_of(indices.iwr_pct)},
            {"rmsse_kph", indices.rmsse_kph},
            {"excursions", indices.excursions},
            {"longest_excursion_s", indices.longest_excursion_s},
            {"total_excursion_s", indices.total_excursion_s}};
}

}  // namespace ghostcar::board
