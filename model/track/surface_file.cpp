// SPDX-License-Identifier: Apache-2.0
#include "model/track/surface_file.h"

#include <string>
#include <string_view>

#include "model/config/nearest.h"
#include "model/math/numeric.h"
#include "model/track/road_point.h"
#include "model/track/side_file.h"

namespace ghostcar::model {
namespace {

constexpr std::size_t most_surfaces = zone_mask + 1;
constexpr std::size_t most_stretches = 1000;

using Names = std::vector<std::string>;

std::uint32_t place_of(Zone zone, std::uint32_t value) {
    return value << (zone_bits * static_cast<unsigned>(zone));
}

/// The surface a key names, as its number.
std::uint32_t read_surface_name(TableReader& reader, std::string_view key, const Names& names) {
    const std::string name = reader.text(key);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == name) return static_cast<std::uint32_t>(i);
    }
    const std::string similar = nearest(name, names);
    reader.fail(
        key, "there is no surface \"" + name + "\"",
        similar.empty() ? "add a [[surface]] of that name" : "did you mean \"" + similar + "\"?");
}

std::vector<TableReader> at_most(TableReader& reader, std::string_view key, std::size_t most) {
    std::vector<TableReader> tables = reader.tables_if(key);
    if (tables.size() > most)
        reader.fail(key, "found " + std::to_string(tables.size()) + " of them",
                    "write at most " + std::to_string(most));
    return tables;
}

}  // namespace

SurfaceLayout SurfaceLayout::read(TableReader& reader, double length_m, bool closed) {
    SurfaceLayout layout;
    Names names;
    for (TableReader& surface : at_most(reader, "surface", most_surfaces)) {
        names.push_back(surface.text("name"));
        for (std::size_t i = 0; i + 1 < names.size(); ++i) {
            if (names[i] == names.back())
                surface.fail("name", "a second surface \"" + names.back() + "\"",
                             "give each a name of its own");
        }
        layout.surfaces_.push_back({surface.number("friction", Range{0.0, 2.0, true}),
                                    surface.number("rolling_resistance", Range::between(0.0, 1.0)),
                                    surface.number("roughness_m", Range::between(0.0, 0.5))});
        surface.finish();
    }

    TableReader zones = reader.table("zones");
    const std::uint32_t road = read_surface_name(zones, "road", names);
    const std::uint32_t kerb = read_surface_name(zones, "kerb", names);
    const std::uint32_t verge = read_surface_name(zones, "verge", names);
    zones.finish();
    layout.zones_ = place_of(Zone::road, road) | place_of(Zone::left_kerb, kerb) |
                    place_of(Zone::left_verge, verge) | place_of(Zone::right_kerb, kerb) |
                    place_of(Zone::right_verge, verge);

    for (TableReader& table : at_most(reader, "stretch", most_stretches)) {
        Stretch stretch{read_station_range(table, length_m, closed), 0, 0};
        for (const auto& [key, zone] : {std::pair{"road", Zone::road},
                                        {"left_verge", Zone::left_verge},
                                        {"right_verge", Zone::right_verge}}) {
            if (table.text_or(key, "").empty()) continue;
            stretch.mask |= place_of(zone, zone_mask);
            stretch.zones |= place_of(zone, read_surface_name(table, key, names));
        }
        if (stretch.mask == 0)
            table.fail("from_m", "the stretch changes nothing",
                       "give it a road, left_verge or right_verge");
        table.finish();
        layout.stretches_.push_back(stretch);
    }

    for (TableReader& table : at_most(reader, "kerb", most_stretches)) {
        layout.kerbs_.push_back({read_station_range(table, length_m, closed), read_side(table),
                                 table.number("width_m", Range::between(0.1, 5.0))});
        table.finish();
    }
    return layout;
}

std::uint32_t SurfaceLayout::zones(double station_m) const noexcept {
    std::uint32_t result = zones_;
    for (const Stretch& stretch : stretches_) {
        if (stretch.range.contains(station_m)) result = (result & ~stretch.mask) | stretch.zones;
    }
    return result;
}

double SurfaceLayout::kerb_m(Side side, double station_m) const noexcept {
    double result = 0.0;
    for (const Kerb& kerb : kerbs_) {
        if (kerb.side == side && kerb.range.contains(station_m))
            result = maximum(result, kerb.width_m);
    }
    return result;
}

}  // namespace ghostcar::model
