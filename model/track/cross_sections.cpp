// SPDX-License-Identifier: Apache-2.0
#include "model/track/cross_sections.h"

#include <limits>
#include <string>
#include <utility>

#include "model/math/numeric.h"
#include "model/track/measure_text.h"
#include "model/track/profile_file.h"

namespace ghostcar::model {
namespace {

constexpr double not_limited = std::numeric_limits<double>::infinity();

// A grade of 35 % is the steepest street there is; a crest of 20 m radius is a garage ramp's.
constexpr ColumnRules elevation_rules{
    "height_m", Range::between(-1000.0, 9000.0), 1.0, 0.35, 1.0 / 20.0, true};
constexpr ColumnRules cross_fall_rules{
    "left_rise_pct", Range::between(-35.0, 35.0), 0.01, 0.02, not_limited, false};
constexpr ColumnRules width_rules(std::string_view key) {
    return {key, Range::between(1.0, 50.0), 1.0, 0.5, not_limited, false};
}
constexpr ColumnRules barrier_rules(std::string_view key) {
    return {key, Range::between(1.0, 1000.0), 1.0, 1.0, not_limited, false};
}

// At 90 % of the way to a bend's centre a metre beside the road is ten on it: see smallest_scale.
constexpr double farthest_inside = 0.9;

struct Linear {
    double middle;
    double slope;
};

Linear linear_between(const Profile& profile, double from_m, double to_m) {
    const double first = profile.value(from_m);
    const double last = profile.value(to_m);
    return {0.5 * (first + last), (last - first) / (to_m - from_m)};
}

/// The cubic with the profile's values and slopes at both ends, around the middle.
void set_elevation(RoadPiece& piece, const Profile& profile, double from_m, double to_m) {
    const double half_m = 0.5 * (to_m - from_m);
    const double first_m = profile.value(from_m);
    const double last_m = profile.value(to_m);
    const double first_slope = profile.slope(from_m);
    const double last_slope = profile.slope(to_m);
    const double chord = 0.5 * (last_m - first_m) / half_m;
    piece.elevation_twist_pm2 =
        ((first_slope + last_slope) - 2.0 * chord) / (4.0 * half_m * half_m);
    piece.elevation_bend_pm = (last_slope - first_slope) / (4.0 * half_m);
    piece.grade = chord - piece.elevation_twist_pm2 * half_m * half_m;
    piece.elevation_m = 0.5 * (first_m + last_m) - piece.elevation_bend_pm * half_m * half_m;
}

void set_barrier(double& barrier_m, double& slope, const std::optional<Profile>& profile,
                 double from_m, double to_m) {
    if (!profile) return;
    const Linear linear = linear_between(*profile, from_m, to_m);
    barrier_m = linear.middle;
    slope = linear.slope;
}

}  // namespace

CrossSections::CrossSections(Profile elevation, Profile cross_fall, Profile left_width,
                             Profile right_width)
    : elevation_m_(std::move(elevation)),
      cross_fall_(std::move(cross_fall)),
      left_width_m_(std::move(left_width)),
      right_width_m_(std::move(right_width)) {}

CrossSections CrossSections::read(TableReader& reader, double length_m, bool closed) {
    ProfileTable elevation(reader.table("elevation"), length_m, closed);
    ProfileTable cross_fall(reader.table("cross_fall"), length_m, closed);
    ProfileTable width(reader.table("width"), length_m, closed);
    // One after the other: the first mistake in the file is the one to be told.
    Profile elevation_m = elevation.column(elevation_rules);
    elevation.finish();
    Profile fall = cross_fall.column(cross_fall_rules);
    cross_fall.finish();
    Profile left_m = width.column(width_rules("left_m"));
    Profile right_m = width.column(width_rules("right_m"));
    width.finish();
    CrossSections result(std::move(elevation_m), std::move(fall), std::move(left_m),
                         std::move(right_m));
    result.barriers_ = reader.table_if("barriers");
    if (result.barriers_) {
        ProfileTable barriers(*result.barriers_, length_m, closed);
        if (barriers.has("left_m"))
            result.left_barrier_m_ = barriers.column(barrier_rules("left_m"));
        if (barriers.has("right_m"))
            result.right_barrier_m_ = barriers.column(barrier_rules("right_m"));
        barriers.finish();
    }
    return result;
}

void CrossSections::apply(LaidOutPlan& layout, const PlanFile& plan,
                          const SurfaceLayout& surfaces) const {
    for (std::size_t i = 0; i < layout.pieces.size(); ++i) {
        RoadPiece& piece = layout.pieces[i];
        const double from_m = layout.borders_m[i];
        const double to_m = layout.borders_m[i + 1];
        set_elevation(piece, elevation_m_, from_m, to_m);
        const Linear cross_fall = linear_between(cross_fall_, from_m, to_m);
        piece.cross_fall = cross_fall.middle;
        piece.cross_fall_slope_pm = cross_fall.slope;
        const Linear left = linear_between(left_width_m_, from_m, to_m);
        piece.left_width_m = left.middle;
        piece.left_width_slope = left.slope;
        const Linear right = linear_between(right_width_m_, from_m, to_m);
        piece.right_width_m = right.middle;
        piece.right_width_slope = right.slope;
        set_barrier(piece.left_barrier_m, piece.left_barrier_slope, left_barrier_m_, from_m, to_m);
        set_barrier(piece.right_barrier_m, piece.right_barrier_slope, right_barrier_m_, from_m,
                    to_m);
        piece.left_kerb_m = surfaces.kerb_m(Side::left, piece.middle_m);
        piece.right_kerb_m = surfaces.kerb_m(Side::right, piece.middle_m);
        piece.surfaces = surfaces.zones(piece.middle_m);
        require_room(piece, to_m - from_m,
                     plan.segments[plan.segment_of_curve[layout.curve_of_piece[i]]]);
    }
}

void CrossSections::require_room(const RoadPiece& piece, double length_m,
                                 const TableReader& segment) const {
    const double half_m = 0.5 * length_m;
    const double curvature_pm =
        magnitude(piece.curvature_pm) + magnitude(piece.curvature_slope_pm2) * half_m;
    const bool turns_left = piece.curvature_pm > 0.0;
    const double left_edge_m =
        piece.left_width_m + magnitude(piece.left_width_slope) * half_m + piece.left_kerb_m;
    const double right_edge_m =
        piece.right_width_m + magnitude(piece.right_width_slope) * half_m + piece.right_kerb_m;
    const double inner_edge_m = turns_left ? left_edge_m : right_edge_m;
    if (curvature_pm * inner_edge_m >= farthest_inside)
        segment.fail("",
                     "a radius of " + metres(1.0 / curvature_pm) + " is too small for a road of " +
                         metres(inner_edge_m) + " from its centre line to its inner edge",
                     "make the radius at least " + metres(inner_edge_m / farthest_inside));
    if (!barriers_) return;
    const char* side = turns_left ? "left_m" : "right_m";
    const double inner_barrier_m = turns_left ? piece.left_barrier_m : piece.right_barrier_m;
    if (inner_barrier_m < no_barrier_m && curvature_pm * inner_barrier_m >= farthest_inside)
        barriers_->fail(side,
                        "at station " + metres(piece.middle_m) + " the barrier is " +
                            metres(inner_barrier_m) + " inside a bend of " +
                            metres(1.0 / curvature_pm) + " radius",
                        "put it within " + metres(farthest_inside / curvature_pm));
    for (const bool left : {true, false}) {
        const double edge_m = left ? left_edge_m : right_edge_m;
        const double barrier_m = left ? piece.left_barrier_m : piece.right_barrier_m;
        if (barrier_m < edge_m)
            barriers_->fail(left ? "left_m" : "right_m",
                            "at station " + metres(piece.middle_m) + " the barrier is " +
                                metres(barrier_m) + " from the centre line, the road's edge " +
                                metres(edge_m),
                            "put it outside the road and its kerb");
    }
}

}  // namespace ghostcar::model
