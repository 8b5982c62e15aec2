// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "model/world/collision/contact.h"
#include "model/world/collision/placed_box.h"

namespace ghostcar::model {
namespace {

/// How far two boxes overlap across one side of the first of them.
struct Overlap {
    double depth_m;
    PlaneVector outward;   // from the side's own box toward the other
    double half_across_m;  // the box reaches this far outward …
    double half_along_m;   // … and this far to both sides
};

/// Larger than any overlap.
constexpr double no_overlap_m = 1e9;

/// Along an axis on which both centres coincide no side is nearer than the other: no direction to
/// push in, and another axis has to do.
constexpr Overlap overlap_on(PlaneVector axis, PlaneVector to_other, double half_across_m,
                             double half_along_m, double other_half_m) noexcept {
    const double distance_m = dot(to_other, axis);
    const double depth_m = half_across_m + other_half_m - magnitude(distance_m);
    return {distance_m == 0.0 && depth_m > 0.0 ? no_overlap_m : depth_m, axis * sign(distance_m),
            half_across_m, half_along_m};
}

/// The smaller overlap over the two axes of `box`. Sine and cosine are those of the angle between
/// the boxes, without their signs: they give how far the other reaches along an axis.
constexpr Overlap smallest_overlap(const PlacedBox& box, const PlacedBox& other, double sine,
                                   double cosine) noexcept {
    const PlaneVector to_other = other.centre - box.centre;
    const Overlap lengthwise = overlap_on(box.ahead, to_other, box.half_length_m, box.half_width_m,
                                          cosine * other.half_length_m + sine * other.half_width_m);
    const Overlap sideways = overlap_on(box.left, to_other, box.half_width_m, box.half_length_m,
                                        sine * other.half_length_m + cosine * other.half_width_m);
    return sideways.depth_m < lengthwise.depth_m ? sideways : lengthwise;
}

/// The middle of the contact area, halfway through the overlap: the other box's nearest side,
/// cut off where it stands out beyond this box's side.
constexpr PlaneVector touching_point(const PlacedBox& box, const Overlap& overlap,
                                     const PlacedBox& other) noexcept {
    const PlaneVector along = turned_left(overlap.outward);
    const BoxSide side = side_toward(other, -overlap.outward);
    const double slope = dot(side.half, overlap.outward) / dot(side.half, along);
    const auto cut = [&](PlaneVector corner) noexcept {
        const PlaneVector from_centre = corner - box.centre;
        const double whole_m = dot(from_centre, along);
        const double cut_m = clamp(whole_m, -overlap.half_along_m, overlap.half_along_m);
        const double height_m = dot(from_centre, overlap.outward) + slope * (cut_m - whole_m);
        return PlaneVector{cut_m, overlap.half_across_m - height_m};  // where along, how deep
    };
    const PlaneVector first = cut(side.middle + side.half);
    const PlaneVector second = cut(side.middle - side.half);
    return box.centre + along * mean_by_depth(first.x, first.y, second.x, second.y) +
           overlap.outward * (overlap.half_across_m - 0.5 * overlap.depth_m);
}

}  // namespace

/// Separating axes (Gottschalk, Lin and Manocha, "OBBTree", SIGGRAPH 1996): two boxes are apart if
/// and only if their shadows on one of the four axes are. Else the axis with the smallest overlap
/// is the way out, and the box it belongs to offers the side that is touched. When both boxes
/// offer the same overlap (two like cars in line, or a scene that is its own mirror image),
/// neither is preferred: the mean of both.
Contact contact_of_near_boxes(const CollisionBox& box, const BodyMotion& motion,
                              const CollisionBox& other_box, const BodyMotion& other) noexcept {
    const PlacedBox mine = placed(box, motion);
    const PlacedBox theirs = placed(other_box, other);
    const double cosine = magnitude(dot(mine.ahead, theirs.ahead));
    const double sine = magnitude(cross(mine.ahead, theirs.ahead));

    const Overlap my_side = smallest_overlap(mine, theirs, sine, cosine);
    if (!(my_side.depth_m > 0.0)) return {};
    const Overlap their_side = smallest_overlap(theirs, mine, sine, cosine);
    if (!(their_side.depth_m > 0.0)) return {};
    const double depth_m = minimum(my_side.depth_m, their_side.depth_m);
    if (depth_m >= no_overlap_m) return {};

    if (my_side.depth_m < their_side.depth_m) {
        const PlaneVector point = touching_point(mine, my_side, theirs);
        return {point.x, point.y, -my_side.outward.x, -my_side.outward.y, depth_m, true};
    }
    const PlaneVector their_point = touching_point(theirs, their_side, mine);
    if (their_side.depth_m < my_side.depth_m) {
        return {their_point.x,        their_point.y, their_side.outward.x,
                their_side.outward.y, depth_m,       true};
    }
    const PlaneVector point = (touching_point(mine, my_side, theirs) + their_point) * 0.5;
    // Both point from the other to this, so their sum is never 0.
    const PlaneVector normal = their_side.outward - my_side.outward;
    const PlaneVector unit = normal * (1.0 / std::sqrt(dot(normal, normal)));
    return {point.x, point.y, unit.x, unit.y, depth_m, true};
}

}  // namespace ghostcar::model
