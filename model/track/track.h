// SPDX-License-Identifier: Apache-2.0
// A road to drive on: its centre line in the plan, elevation, cross-fall, width, surfaces, kerbs,
// barriers, lanes and parking lots. Read from a file (docs/tracks.md), then constant.
#pragma once

#include <string>
#include <vector>

#include "model/track/lanes.h"
#include "model/track/local_curve.h"
#include "model/track/lot.h"
#include "model/track/road_place.h"
#include "model/track/road_point.h"
#include "model/track/road_table.h"
#include "model/track/surface.h"

namespace ghostcar::model {

class TableReader;

class Track {
public:
    /// Throws ConfigError: one line with file, line, key, what was found and what would be right.
    static Track from_toml(TableReader& reader);

    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] const std::string& description() const noexcept { return description_; }
    /// Of the centre line, in the plan.
    [[nodiscard]] double length_m() const noexcept { return length_m_; }
    [[nodiscard]] bool closed() const noexcept { return closed_; }
    [[nodiscard]] const Lanes& lanes() const noexcept { return lanes_; }
    [[nodiscard]] const std::vector<Lot>& lots() const noexcept { return lots_; }
    [[nodiscard]] const RoadTable& table() const noexcept { return table_; }

    /// A circuit: into [0, length). An open road: the nearer end.
    [[nodiscard]] double wrapped(double along_m) const noexcept;

    /// The road at any station.
    [[nodiscard]] RoadPoint at(double along_m) const noexcept;

    /// Projects a point onto the centre line. `place` is where it was, not more than about 1 m ago;
    /// it is brought up to date. The work is always the same: two look-ups, one Newton step.
    [[nodiscard]] RoadPoint locate(double x_m, double y_m, RoadPlace& place) const noexcept;

    /// The place nearest to a point, by looking at the whole road: for the start, not for the tick.
    [[nodiscard]] RoadPlace nearest_place(double x_m, double y_m) const noexcept;

    /// What lies at an offset from the centre line: road, kerb or verge.
    [[nodiscard]] const Surface& surface(const RoadPoint& road, double offset_m) const noexcept {
        if (offset_m <= road.left_width_m && offset_m >= -road.right_width_m)
            return surfaces_[surface_number(road.surfaces, Zone::road)];
        return surfaces_[surface_number(road.surfaces, zone_beside(road, offset_m))];
    }

private:
    Track() = default;

    [[nodiscard]] static Zone zone_beside(const RoadPoint& road, double offset_m) noexcept {
        if (offset_m > 0.0)
            return offset_m - road.left_width_m <= road.left_kerb_m ? Zone::left_kerb
                                                                    : Zone::left_verge;
        return -offset_m - road.right_width_m <= road.right_kerb_m ? Zone::right_kerb
                                                                   : Zone::right_verge;
    }

    /// locate() for a known station: at the start line, at the ends of an open road, and for points
    /// that have no sensible projection.
    [[nodiscard]] RoadPoint locate_at(double x_m, double y_m, double along_m,
                                      RoadPlace& place) const noexcept;

    /// wrapped() for a station not more than a lap away; on an open road it stays as it is.
    [[nodiscard]] double once_wrapped(double along_m) const noexcept {
        // In this order: a tiny negative station plus the length is the length.
        const double not_negative_m = along_m < 0.0 ? along_m + lap_m_ : along_m;
        return not_negative_m >= length_m_ ? not_negative_m - lap_m_ : not_negative_m;
    }

    std::string name_;
    std::string description_;
    double length_m_ = 0.0;
    bool closed_ = false;
    double lap_m_ = 0.0;  // the length of a circuit; 0 on an open road
    Lanes lanes_;
    RoadTable table_;
    std::vector<Surface> surfaces_;
    std::vector<Lot> lots_;
};

}  // namespace ghostcar::model
