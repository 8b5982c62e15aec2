// SPDX-License-Identifier: Apache-2.0
#include "model/track/plan_file.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "model/math/numeric.h"
#include "model/track/measure_text.h"

namespace ghostcar::model {
namespace {

constexpr std::size_t most_segments = 10000;
constexpr double longest_road_m = 100e3;

constexpr Range curve_lengths = Range::between(shortest_curve_m, longest_road_m);
constexpr Range radii = Range::between(3.0, 1e6);

enum class Kind { line, arc, clothoid, bend };

/// +1 to the left.
double turn_sign(TableReader& segment) {
    static constexpr std::array<std::pair<std::string_view, double>, 2> turns{
        {{"left", 1.0}, {"right", -1.0}}};
    return segment.choice("turn", turns);
}

/// 0 without the key: the clothoid begins or ends straight.
double curvature_if(TableReader& segment, std::string_view key) {
    return segment.has(key) ? 1.0 / segment.number(key, radii) : segment.number_or(key, 0.0, radii);
}

PlanCurve read_arc(TableReader& segment) {
    const double radius_m = segment.number("radius_m", radii);
    const double curvature_pm = turn_sign(segment) / radius_m;
    const double length_m =
        segment.number("angle_deg", Range{0.0, 3600.0, true}) * (pi / 180.0) * radius_m;
    if (length_m < shortest_curve_m)
        segment.fail("angle_deg", "the arc is " + metres(length_m) + " long",
                     "it must be at least " + metres(shortest_curve_m));
    return {length_m, curvature_pm, curvature_pm};
}

PlanCurve read_clothoid(TableReader& segment) {
    const double length_m = segment.number("length_m", curve_lengths);
    const double sign = turn_sign(segment);
    const double start_pm = curvature_if(segment, "start_radius_m");
    const double end_pm = curvature_if(segment, "end_radius_m");
    if (start_pm == end_pm)
        segment.fail("length_m", "the clothoid begins and ends with the same radius",
                     "give start_radius_m or end_radius_m, or write a line or an arc");
    return {length_m, sign * start_pm, sign * end_pm};
}

/// In by a clothoid, an arc, out by a clothoid of the same length; the angle is that of all three.
std::array<PlanCurve, 3> read_bend(TableReader& segment) {
    const double radius_m = segment.number("radius_m", radii);
    const double curvature_pm = turn_sign(segment) / radius_m;
    const double transition_m = segment.number("transition_m", curve_lengths);
    const double angle_rad = segment.number("angle_deg", Range{0.0, 3600.0, true}) * (pi / 180.0);
    // Each clothoid turns by transition / (2 radius).
    const double arc_m = angle_rad * radius_m - transition_m;
    if (arc_m < shortest_curve_m)
        segment.fail(
            "transition_m",
            "the two transitions leave " + metres(arc_m) + " of the bend for its arc",
            "shorten them, or widen the bend, until there is at least " + metres(shortest_curve_m));
    return {{{transition_m, 0.0, curvature_pm},
             {arc_m, curvature_pm, curvature_pm},
             {transition_m, curvature_pm, 0.0}}};
}

void read_segment(TableReader& segment, std::vector<PlanCurve>& curves) {
    static constexpr std::array<std::pair<std::string_view, Kind>, 4> kinds{
        {{"line", Kind::line},
         {"arc", Kind::arc},
         {"clothoid", Kind::clothoid},
         {"bend", Kind::bend}}};
    switch (segment.choice("kind", kinds)) {
        case Kind::line:
            curves.push_back({segment.number("length_m", curve_lengths), 0.0, 0.0});
            break;
        case Kind::arc:
            curves.push_back(read_arc(segment));
            break;
        case Kind::clothoid:
            curves.push_back(read_clothoid(segment));
            break;
        case Kind::bend:
            for (const PlanCurve& curve : read_bend(segment)) curves.push_back(curve);
            break;
    }
    segment.finish();
}

}  // namespace

PlanFile read_plan(TableReader& reader) {
    PlanFile plan;
    plan.segments = reader.tables("segment");
    if (plan.segments.size() > most_segments)
        reader.fail("segment", "found " + std::to_string(plan.segments.size()) + " segments",
                    "write at most " + std::to_string(most_segments));
    double length_m = 0.0;
    for (std::size_t i = 0; i < plan.segments.size(); ++i) {
        read_segment(plan.segments[i], plan.curves);
        while (plan.segment_of_curve.size() < plan.curves.size()) {
            length_m += plan.curves[plan.segment_of_curve.size()].length_m;
            plan.segment_of_curve.push_back(i);
        }
        if (length_m > longest_road_m)
            plan.segments[i].fail("", "the road is longer than " + metres(longest_road_m),
                                  "shorten it");
    }
    return plan;
}

}  // namespace ghostcar::model
