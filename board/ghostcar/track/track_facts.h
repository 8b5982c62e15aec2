// SPDX-License-Identifier: Apache-2.0
// What a track is like, in figures; and reading one by its name.
#pragma once

#include <string>

#include "model/track/track.h"

namespace ghostcar::board {

struct TrackFacts {
    double length_m = 0.0;
    double smallest_radius_m = 0.0;  // of the centre line; infinite on a straight road
    double steepest_grade = 0.0;     // rise over run
    double narrowest_m = 0.0;        // paved width
    double widest_m = 0.0;
    double lowest_m = 0.0;  // elevation
    double highest_m = 0.0;

    [[nodiscard]] bool is_level() const noexcept { return highest_m - lowest_m < 0.05; }
};

[[nodiscard]] TrackFacts facts_of(const model::Track& track);

/// A shipped name or a path. Throws UsageError or ConfigError.
[[nodiscard]] model::Track load_track(const std::string& name);

}  // namespace ghostcar::board
