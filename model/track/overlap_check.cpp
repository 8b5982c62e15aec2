// SPDX-License-Identifier: Apache-2.0
#include "model/track/overlap_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>

#include "model/math/numeric.h"
#include "model/track/ground_area.h"
#include "model/track/local_curve.h"

namespace ghostcar::model {
namespace {

// Neighbours touch, and so do the inner corners of a tight bend.
constexpr double shared_edge_m = 0.02;

/// The ground a piece covers, edge to edge; its corners are those of its neighbours.
GroundArea area_of(const RoadPiece& piece, double length_m) noexcept {
    GroundArea area;
    std::size_t corner = 0;
    for (const double u : {-0.5 * length_m, 0.5 * length_m}) {
        const LocalCurve curve = local_curve(piece, u);
        const double cosine = piece.cosine_heading * curve.cosine - piece.sine_heading * curve.sine;
        const double sine = piece.sine_heading * curve.cosine + piece.cosine_heading * curve.sine;
        const double x_m =
            piece.x_m + curve.t_m * piece.cosine_heading - curve.n_m * piece.sine_heading;
        const double y_m =
            piece.y_m + curve.t_m * piece.sine_heading + curve.n_m * piece.cosine_heading;
        const double left_m = piece.left_width_m + piece.left_width_slope * u + piece.left_kerb_m;
        const double right_m =
            piece.right_width_m + piece.right_width_slope * u + piece.right_kerb_m;
        const GroundPoint left{x_m - sine * left_m, y_m + cosine * left_m};
        const GroundPoint right{x_m + sine * right_m, y_m - cosine * right_m};
        // Around the area: left and right at its begin, right and left at its end.
        area[corner] = corner == 0 ? left : right;
        area[corner + 1] = corner == 0 ? right : left;
        corner += 2;
    }
    return area;
}

/// Pieces sorted by the square of ground their middle lies in: those that could touch a piece are
/// in its own square and the eight around it.
class Squares {
public:
    Squares(const std::vector<RoadPiece>& pieces, double side_m) : side_m_(side_m) {
        for (std::size_t i = 0; i < pieces.size(); ++i)
            entries_.push_back({column(pieces[i].x_m), column(pieces[i].y_m), i});
        std::sort(entries_.begin(), entries_.end());
    }

    /// Calls visit(piece) for all in the squares around the point; stops when it gives true.
    template <typename Visit>
    bool any_near(double x_m, double y_m, Visit visit) const {
        for (std::int64_t x = column(x_m) - 1; x <= column(x_m) + 1; ++x) {
            const std::int64_t y = column(y_m);
            auto entry = std::lower_bound(entries_.begin(), entries_.end(), Entry{x, y - 1, 0});
            for (; entry != entries_.end() && entry->x == x && entry->y <= y + 1; ++entry) {
                if (visit(entry->piece)) return true;
            }
        }
        return false;
    }

private:
    struct Entry {
        std::int64_t x;
        std::int64_t y;
        std::size_t piece;
        bool operator<(const Entry& other) const noexcept {
            return std::tie(x, y, piece) < std::tie(other.x, other.y, other.piece);
        }
    };
    [[nodiscard]] std::int64_t column(double place_m) const noexcept {
        constexpr std::int64_t far = 1'000'000'000;
        return to_integer(std::floor(place_m / side_m_), -far, far);
    }

    double side_m_;
    std::vector<Entry> entries_;
};

}  // namespace

std::optional<Overlap> find_overlap(const LaidOutPlan& layout, bool closed) {
    const std::vector<RoadPiece>& pieces = layout.pieces;
    const std::size_t count = pieces.size();
    std::vector<GroundArea> areas;
    double reach_m = 0.0;  // from a piece's middle to its farthest corner, at most
    for (std::size_t i = 0; i < count; ++i) {
        const double length_m = layout.borders_m[i + 1] - layout.borders_m[i];
        areas.push_back(area_of(pieces[i], length_m));
        for (const GroundPoint& corner : areas.back()) {
            const double dx = corner.x_m - pieces[i].x_m;
            const double dy = corner.y_m - pieces[i].y_m;
            reach_m = maximum(reach_m, std::sqrt(dx * dx + dy * dy));
        }
    }
    const Squares squares(pieces, 2.0 * reach_m);
    std::optional<Overlap> found;
    const auto collides = [&](std::size_t first, std::size_t second) {
        if (second <= first + 1 || (closed && first == 0 && second + 1 == count)) return false;
        const double height_m = magnitude(pieces[first].elevation_m - pieces[second].elevation_m);
        if (height_m >= smallest_headroom_m || !overlap(areas[first], areas[second], shared_edge_m))
            return false;
        found = Overlap{first, second, height_m};
        return true;
    };
    for (std::size_t i = 0; i < count; ++i) {
        if (squares.any_near(pieces[i].x_m, pieces[i].y_m,
                             [&](std::size_t other) { return collides(i, other); }))
            return found;
    }
    return std::nullopt;
}

}  // namespace ghostcar::model
