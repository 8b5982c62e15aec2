// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/track/track_facts.h"

#include <toml++/toml.h>
#include <algorithm>
#include <cmath>
#include <limits>

#include "board/ghostcar/data_files.h"
#include "board/ghostcar/overrides.h"
#include "model/config/table_reader.h"

namespace ghostcar::board {

TrackFacts facts_of(const model::Track& track) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    TrackFacts facts{track.length_m(), infinite, 0.0, infinite, 0.0, infinite, -infinite};
    double sharpest_pm = 0.0;
    for (const model::RoadPiece& piece : track.table().pieces()) {
        sharpest_pm = std::max(sharpest_pm, std::fabs(piece.curvature_pm));
        facts.steepest_grade = std::max(facts.steepest_grade, std::fabs(piece.grade));
        const double width_m = piece.left_width_m + piece.right_width_m;
        facts.narrowest_m = std::min(facts.narrowest_m, width_m);
        facts.widest_m = std::max(facts.widest_m, width_m);
        facts.lowest_m = std::min(facts.lowest_m, piece.elevation_m);
        facts.highest_m = std::max(facts.highest_m, piece.elevation_m);
    }
    if (sharpest_pm > 0.0) facts.smallest_radius_m = 1.0 / sharpest_pm;
    return facts;
}

model::Track load_track(const std::string& name) {
    const SourceText source = read_data(DataKind::track, name);
    const toml::table table = parse_toml(source.text, source.path);
    model::TableReader reader(table);
    return model::Track::from_toml(reader);
}

}  // namespace ghostcar::board
