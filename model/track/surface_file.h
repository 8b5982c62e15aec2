// SPDX-License-Identifier: Apache-2.0
// [[surface]], [zones], [[stretch]] and [[kerb]] of a track file: what lies where.
#pragma once

#include <cstdint>
#include <vector>

#include "model/config/table_reader.h"
#include "model/track/lot.h"
#include "model/track/station_range.h"
#include "model/track/surface.h"

namespace ghostcar::model {

class SurfaceLayout {
public:
    /// Throws ConfigError.
    static SurfaceLayout read(TableReader& reader, double length_m, bool closed);

    [[nodiscard]] const std::vector<Surface>& surfaces() const noexcept { return surfaces_; }
    /// RoadPoint::surfaces at a station.
    [[nodiscard]] std::uint32_t zones(double station_m) const noexcept;
    /// Width of the kerb; 0 where there is none.
    [[nodiscard]] double kerb_m(Side side, double station_m) const noexcept;

private:
    struct Stretch {
        StationRange range;
        std::uint32_t mask;  // the zones it changes
        std::uint32_t zones;
    };
    struct Kerb {
        StationRange range;
        Side side;
        double width_m;
    };

    std::vector<Surface> surfaces_;
    std::uint32_t zones_ = 0;
    std::vector<Stretch> stretches_;
    std::vector<Kerb> kerbs_;
};

}  // namespace ghostcar::model
