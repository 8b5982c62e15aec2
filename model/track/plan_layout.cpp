// SPDX-License-Identifier: Apache-2.0
#include "model/track/plan_layout.h"

#include <cmath>
#include <string>

#include "model/math/numeric.h"
#include "model/math/trigonometry.h"
#include "model/track/measure_text.h"

namespace ghostcar::model {
namespace {

constexpr double largest_gap_m = 1e-3;
constexpr double largest_gap_rad = 1e-6;

/// "1.2345 m beyond the start, 0.567 m to its left, turned by 0.5 degrees to its right".
std::string gap_text(double beyond_m, double left_m, double turn_rad) {
    constexpr double not_worth_a_word = 0.1;
    std::string text;
    const auto add = [&text](const std::string& words) {
        text += (text.empty() ? "" : ", ") + words;
    };
    if (magnitude(beyond_m) > not_worth_a_word * largest_gap_m)
        add(exact_metres(magnitude(beyond_m)) + (beyond_m < 0.0 ? " before" : " beyond") +
            " the start");
    if (magnitude(left_m) > not_worth_a_word * largest_gap_m)
        add(exact_metres(magnitude(left_m)) + " to its " + (left_m < 0.0 ? "right" : "left"));
    if (magnitude(turn_rad) > not_worth_a_word * largest_gap_rad)
        add("turned by " + plain(magnitude(turn_rad) * (180.0 / pi)) + " degrees to its " +
            (turn_rad < 0.0 ? "right" : "left"));
    return text;
}

void require_closed(const TableReader& segment, const PlanPose& start, const PlanPose& end) {
    const double dx = end.x_m - start.x_m;
    const double dy = end.y_m - start.y_m;
    const double turn_rad = end.heading_rad - start.heading_rad;
    const double gap_rad = turn_rad - 2.0 * pi * std::floor(turn_rad / (2.0 * pi) + 0.5);
    if (std::sqrt(dx * dx + dy * dy) < largest_gap_m && magnitude(gap_rad) < largest_gap_rad)
        return;
    const auto [sine, cosine] = sine_cosine(start.heading_rad);
    segment.fail("",
                 "the circuit is not closed: it ends " +
                     gap_text(dx * cosine + dy * sine, dy * cosine - dx * sine, gap_rad),
                 "change lengths and angles until it meets the start, or write closed = false");
}

}  // namespace

LaidOutPlan lay_out(const PlanFile& plan, const PlanPose& start, bool closed) {
    LaidOutPlan result;
    PlanPose pose = start;
    double begin_m = 0.0;
    for (std::size_t number = 0; number < plan.curves.size(); ++number) {
        const PlanCurve& curve = plan.curves[number];
        const double heading_rad = pose.heading_rad;  // where the curve begins
        const double count = std::ceil(curve.length_m / RoadTable::longest_piece_m);
        for (double i = 0.0; i < count; i += 1.0) {
            const double from_m = curve.length_m * (i / count);
            const double to_m = curve.length_m * ((i + 1.0) / count);
            const double middle_m = 0.5 * (from_m + to_m);
            const PlanPose middle = advanced(pose, curve, heading_rad, from_m, middle_m);
            const auto [sine, cosine] = sine_cosine(middle.heading_rad);
            RoadPiece piece;
            piece.middle_m = begin_m + middle_m;
            piece.half_length_m = static_cast<float>(0.5 * (to_m - from_m));
            piece.x_m = middle.x_m;
            piece.y_m = middle.y_m;
            piece.sine_heading = sine;
            piece.cosine_heading = cosine;
            piece.curvature_pm = curve.curvature_pm(middle_m);
            piece.curvature_slope_pm2 = curve.curvature_slope_pm2();
            result.pieces.push_back(piece);
            result.borders_m.push_back(begin_m + from_m);
            result.curve_of_piece.push_back(number);
            pose = advanced(middle, curve, heading_rad, middle_m, to_m);
        }
        begin_m += curve.length_m;
    }
    result.borders_m.push_back(begin_m);
    if (closed) {
        require_closed(plan.segments.back(), start, pose);
        for (RoadPiece& piece : result.pieces) {
            const double share = piece.middle_m / begin_m;
            piece.x_m -= (pose.x_m - start.x_m) * share;
            piece.y_m -= (pose.y_m - start.y_m) * share;
        }
    }
    return result;
}

}  // namespace ghostcar::model
