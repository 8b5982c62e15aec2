// SPDX-License-Identifier: Apache-2.0
// `from_m` and `to_m` in a track file: a stretch of the road.
#pragma once

#include "model/config/table_reader.h"
#include "model/track/measure_text.h"

namespace ghostcar::model {

struct StationRange {
    double from_m = 0.0;
    double to_m = 0.0;  // less than from_m: over the start line

    [[nodiscard]] bool contains(double station_m) const noexcept {
        return from_m < to_m ? station_m >= from_m && station_m < to_m
                             : station_m >= from_m || station_m < to_m;
    }
};

/// Throws ConfigError when the stretch is not on the road.
inline StationRange read_station_range(TableReader& reader, double length_m, bool closed) {
    const StationRange range{reader.number("from_m", Range::not_negative()),
                             reader.number("to_m", Range::not_negative())};
    if (range.from_m > length_m || range.to_m > length_m)
        reader.fail(range.from_m > length_m ? "from_m" : "to_m",
                    "found " + metres(range.from_m > length_m ? range.from_m : range.to_m),
                    "the road ends at " + metres(length_m));
    if (range.from_m == range.to_m || (!closed && range.from_m > range.to_m))
        reader.fail("to_m", "not after from_m", "make it greater than from_m");
    return range;
}

}  // namespace ghostcar::model
