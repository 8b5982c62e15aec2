// SPDX-License-Identifier: Apache-2.0
#include "model/track/lot_rows.h"

#include <algorithm>
#include <string>

#include "model/math/numeric.h"
#include "model/math/trigonometry.h"
#include "model/track/ground_area.h"
#include "model/track/measure_text.h"
#include "model/track/side_file.h"
#include "model/track/track.h"

namespace ghostcar::model {
namespace {

constexpr std::int64_t most_lots = 1000;
// Painted lines of neighbours coincide; a lot may touch the road's edge.
constexpr double touching_m = 0.01;

GroundArea area_of(const Lot& lot) {
    const auto [sine, cosine] = sine_cosine(lot.heading_rad);
    GroundArea area;
    constexpr std::array<std::pair<double, double>, 4> corners{
        {{-0.5, 0.5}, {-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}}};
    for (std::size_t i = 0; i < area.size(); ++i) {
        const double along_m = corners[i].first * lot.length_m;
        const double across_m = corners[i].second * lot.width_m;
        area[i] = {lot.x_m + along_m * cosine - across_m * sine,
                   lot.y_m + along_m * sine + across_m * cosine};
    }
    return area;
}

/// All four corners between the road's edge and the barrier, and on the road's own stretch.
void require_beside_road(const TableReader& row, const Lot& lot, const Track& track) {
    const std::string which = "lot " + std::to_string(lot.number);
    for (const GroundPoint& corner : area_of(lot)) {
        RoadPlace place{lot.along_m, 0.0};
        // Some steps along the road, as a car would come there.
        for (int step = 0; step < 8; ++step) (void)track.locate(corner.x_m, corner.y_m, place);
        const RoadPoint road = track.locate(corner.x_m, corner.y_m, place);
        const bool left = lot.side == Side::left;
        const double outward_m = left ? place.offset_m : -place.offset_m;
        const double edge_m = left ? road.left_width_m : road.right_width_m;
        const double barrier_m = left ? road.left_barrier_m : road.right_barrier_m;
        if (outward_m < edge_m - touching_m)
            row.fail("first_station_m",
                     which + " reaches " + metres(edge_m - outward_m) + " into the road",
                     "put the row along a straight");
        if (outward_m > barrier_m + touching_m)
            row.fail("length_m",
                     which + " reaches " + metres(outward_m - barrier_m) + " beyond the barrier",
                     "move the barrier outward");
    }
}

std::vector<Lot> read_row(TableReader& row, const Track& track) {
    const std::int64_t first_number = row.integer("first_number", 1, most_lots);
    const std::int64_t count = row.integer("count", 1, most_lots);
    const Side side = read_side(row);
    const double first_m = row.number("first_station_m", Range::not_negative());
    const double spacing_m = row.number("spacing_m", Range::positive());
    const double length_m = row.number("length_m", Range::between(1.0, 30.0));
    const double width_m = row.number("width_m", Range::between(0.5, 10.0));
    const double angle_rad = row.number("angle_deg", Range::between(20.0, 160.0)) * (pi / 180.0);
    row.finish();

    const auto [sine, cosine] = sine_cosine(angle_rad);
    // Half the lot's extent across the road: its nearest corner touches the road's edge.
    const double half_depth_m = 0.5 * (length_m * sine + width_m * magnitude(cosine));
    const double left = side == Side::left ? 1.0 : -1.0;
    std::vector<Lot> lots;
    for (std::int64_t i = 0; i < count; ++i) {
        Lot lot{first_number + i,
                first_m + spacing_m * static_cast<double>(i),
                0.0,
                0.0,
                0.0,
                length_m,
                width_m,
                side};
        if (lot.along_m > track.length_m())
            row.fail("count",
                     "lot " + std::to_string(lot.number) + " is off the road, at station " +
                         metres(lot.along_m),
                     "the road ends at " + metres(track.length_m()));
        const RoadPoint road = track.at(lot.along_m);
        const double offset_m =
            (side == Side::left ? road.left_width_m : road.right_width_m) + half_depth_m;
        lot.x_m = road.x_m - left * offset_m * road.sine_heading;
        lot.y_m = road.y_m + left * offset_m * road.cosine_heading;
        // The road's direction turned by the angle, toward the lot's side.
        lot.heading_rad =
            arc_tangent2(road.sine_heading * cosine + left * road.cosine_heading * sine,
                         road.cosine_heading * cosine - left * road.sine_heading * sine);
        require_beside_road(row, lot, track);
        lots.push_back(lot);
    }
    return lots;
}

void require_apart(const TableReader& row, const Lot& lot, const std::vector<Lot>& others) {
    const GroundArea area = area_of(lot);
    for (const Lot& other : others) {
        if (other.number == lot.number)
            row.fail("first_number", "there are two lots " + std::to_string(lot.number),
                     "number all lots differently");
        if (overlap(area, area_of(other), touching_m))
            row.fail("spacing_m",
                     "lots " + std::to_string(other.number) + " and " + std::to_string(lot.number) +
                         " overlap",
                     "move them apart");
    }
}

}  // namespace

std::vector<Lot> read_lots(TableReader& reader, const Track& track) {
    std::vector<Lot> lots;
    for (TableReader& row : reader.tables_if("lot_row")) {
        for (const Lot& lot : read_row(row, track)) {
            if (lots.size() == static_cast<std::size_t>(most_lots))
                row.fail("count", "there are more than " + std::to_string(most_lots) + " lots",
                         "write fewer");
            require_apart(row, lot, lots);
            lots.push_back(lot);
        }
    }
    std::sort(lots.begin(), lots.end(),
              [](const Lot& first, const Lot& second) { return first.number < second.number; });
    return lots;
}

}  // namespace ghostcar::model
