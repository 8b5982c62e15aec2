// SPDX-License-Identifier: Apache-2.0
// What the built-in driver reads off a piece of road. Pieces are at most a metre long: their middle
// says enough.
#pragma once

#include "model/math/numeric.h"
#include "model/track/track.h"

namespace ghostcar::model {

/// Curvature of a line beside the road's middle: greater on the inside of a bend, κ/(1 - κ·offset).
/// At the bend's centre it would be infinite; no car can be there, but the number has to exist.
constexpr double line_curvature_pm(const RoadPiece& piece, double offset_m) noexcept {
    constexpr double least_scale = 0.2;
    return piece.curvature_pm / maximum(1.0 - piece.curvature_pm * offset_m, least_scale);
}

/// Positive in a dip, negative over a crest.
constexpr double vertical_curvature_pm(const RoadPiece& piece) noexcept {
    return 2.0 * piece.elevation_bend_pm;
}

/// Of the paved road's surface, without the weather.
inline double road_friction(const Track& track, const RoadPiece& piece) noexcept {
    RoadPoint middle;
    middle.surfaces = piece.surfaces;
    return track.surface(middle, 0.0).friction;
}

}  // namespace ghostcar::model
