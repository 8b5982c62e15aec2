// SPDX-License-Identifier: Apache-2.0
// The road cut into pieces of at most 0.5 m, none of which reaches over the border of two curves of
// the plan, and an even grid of stations that says which piece a station is in: one
// multiplication, one comparison, no search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/math/numeric.h"
#include "model/track/road_point.h"

namespace ghostcar::model {

/// Everything about a piece as a short series around its middle; three cache lines.
struct alignas(64) RoadPiece {
    double middle_m = 0.0;  // its station
    double x_m = 0.0;       // position and heading there
    double y_m = 0.0;
    double cosine_heading = 1.0;
    double sine_heading = 0.0;
    double elevation_m = 0.0;  // z = elevation + grade u + bend u² + twist u³
    double grade = 0.0;
    double elevation_bend_pm = 0.0;
    double elevation_twist_pm2 = 0.0;
    float half_length_m = 0.0F;
    std::uint32_t surfaces = 0;
    // What changes linearly: first the values, then the slopes, in the order of RoadPoint.
    double curvature_pm = 0.0;
    double cross_fall = 0.0;
    double left_width_m = 0.0;
    double right_width_m = 0.0;
    double left_barrier_m = no_barrier_m;
    double right_barrier_m = no_barrier_m;
    double curvature_slope_pm2 = 0.0;
    double cross_fall_slope_pm = 0.0;
    double left_width_slope = 0.0;
    double right_width_slope = 0.0;
    double left_barrier_slope = 0.0;
    double right_barrier_slope = 0.0;
    double left_kerb_m = 0.0;  // the same all along the piece, like the surfaces
    double right_kerb_m = 0.0;
};
static_assert(sizeof(RoadPiece) == 192, "three cache lines, no padding");

class RoadTable {
public:
    RoadTable() = default;

    /// `borders_m`: the stations at which the pieces begin, and at the end the road's length. Each
    /// piece is at least shortest_piece_m long.
    RoadTable(std::vector<RoadPiece> pieces, const std::vector<double>& borders_m);

    static constexpr double shortest_piece_m = 1.0 / 3.0;
    static constexpr double longest_piece_m = 0.5;

    /// The piece that holds a station of [0, length]; beyond, the nearer end; for NaN the first.
    [[nodiscard]] const RoadPiece& piece(double along_m) const noexcept {
        const double position = clamp(along_m * cells_per_m_, 0.0, last_cell_);
        const Cell& cell = cells_[static_cast<std::size_t>(static_cast<std::int64_t>(position))];
        return pieces_[cell.piece + (along_m >= cell.border_m ? 1U : 0U)];
    }

    [[nodiscard]] const std::vector<RoadPiece>& pieces() const noexcept { return pieces_; }

private:
    /// A stretch of the even grid, shorter than any piece: it holds one border at most.
    struct Cell {
        double border_m;    // from here on the next piece
        std::size_t piece;  // up to there this one
    };

    std::vector<RoadPiece> pieces_;
    std::vector<Cell> cells_;
    double cells_per_m_ = 0.0;
    double last_cell_ = 0.0;
};

}  // namespace ghostcar::model
