// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::model {

/// Stands for "no barrier": farther away than any car gets.
constexpr double no_barrier_m = 1e6;

/// The road at one station of its centre line. Stations are measured in the plan (horizontally).
struct RoadPoint {
    double x_m = 0.0;
    double y_m = 0.0;
    double cosine_heading = 1.0;
    double sine_heading = 0.0;
    double elevation_m = 0.0;
    double grade = 0.0;                  // dz/ds, positive uphill
    double vertical_curvature_pm = 0.0;  // d²z/ds², positive in a dip, negative over a crest
    std::uint32_t surfaces = 0;          // zone_bits for each zone: see Zone
    double curvature_pm = 0.0;           // positive: the road turns left
    double cross_fall = 0.0;             // rise per metre to the left
    double left_width_m = 0.0;           // from the centre line to the edge of the paved road
    double right_width_m = 0.0;
    double left_barrier_m = no_barrier_m;  // distance of the barrier from the centre line
    double right_barrier_m = no_barrier_m;
    double left_kerb_m = 0.0;  // width of the kerb outside the edge
    double right_kerb_m = 0.0;
};

/// The strips of the road. A zone's number is its place in RoadPoint::surfaces.
enum class Zone : unsigned { road, left_kerb, left_verge, right_kerb, right_verge };

/// The number of a zone's surface takes so many bits.
constexpr unsigned zone_bits = 6;
constexpr std::uint32_t zone_mask = (1U << zone_bits) - 1U;

constexpr std::uint32_t surface_number(std::uint32_t surfaces, Zone zone) noexcept {
    return (surfaces >> (zone_bits * static_cast<unsigned>(zone))) & zone_mask;
}

}  // namespace ghostcar::model
