// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/track/plan_signs.h"

#include <algorithm>
#include <cmath>

#include "board/ghostcar/report/plot_axis.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

using model::RoadPoint;

/// Text set upright or along a direction, around its middle.
std::string turned_text(std::string_view css_class, SvgPosition at, double angle_deg,
                        double size_px, std::string_view text) {
    return "<text" + attribute("class", css_class) + attribute("text-anchor", "middle") +
           attribute("style", "font-size:" + coordinate_text(size_px) + "px") +
           attribute("transform", "translate(" + coordinate_text(at.x) + " " +
                                      coordinate_text(at.y) + ") rotate(" +
                                      coordinate_text(angle_deg) + ")") +
           attribute("dy", 0.36 * size_px) + ">" + escaped(text) + "</text>\n";
}

}  // namespace

SvgPosition PlanSigns::outside(const RoadPoint& road, double px) const {
    const bool left = px > 0.0;
    const double barrier_m = left ? road.left_barrier_m : road.right_barrier_m;
    const double edge_m = barrier_m < model::no_barrier_m
                              ? barrier_m
                              : (left ? road.left_width_m : road.right_width_m);
    return scale_.beside(road, (left ? edge_m : -edge_m) + px / scale_.px_per_m);
}

std::string PlanSigns::start() const {
    const RoadPoint road = track_.at(0.0);
    const double beyond_m = 1.5 / scale_.px_per_m;
    std::string text = svg_line("start-line", scale_.beside(road, road.left_width_m + beyond_m),
                                scale_.beside(road, -road.right_width_m - beyond_m)) +
                       "\n";
    // An arrow on the right, in the direction of the stations.
    constexpr double arrow_px = 34.0;
    constexpr double barb_px = 7.0;
    const SvgPosition tail = outside(road, -13.0);
    const double ux = road.cosine_heading;
    const double uy = -road.sine_heading;
    const SvgPosition tip{tail.x + arrow_px * ux, tail.y + arrow_px * uy};
    const auto barb = [&](double side) {
        return SvgPosition{tip.x - barb_px * (1.3 * ux + side * 0.75 * uy),
                           tip.y - barb_px * (1.3 * uy - side * 0.75 * ux)};
    };
    text += svg_path("arrow", path_of({tail, tip}));
    text += svg_path("arrow", path_of({barb(1.0), tip, barb(-1.0)}));
    const SvgPosition label = outside(road, -30.0);
    return text + svg_text("start-label", {label.x, label.y + 4.0}, TextAnchor::middle, "start") +
           "\n";
}

std::string PlanSigns::stations() const {
    const double step_m = std::max(nice_step(track_.length_m(), 14), 50.0);
    std::string text;
    for (double s = step_m; s < track_.length_m() - 0.4 * step_m; s += step_m) {
        const RoadPoint road = track_.at(s);
        const SvgPosition centre = scale_.position(road.x_m, road.y_m);
        text += svg_circle("station", centre, 2.2) + "\n";
        const SvgPosition label = outside(road, -13.0);
        text += svg_text("station-label", {label.x, label.y + 4.0}, TextAnchor::middle,
                         number_text(s, 0)) +
                "\n";
    }
    return text;
}

std::string PlanSigns::lots() const {
    constexpr double smallest_text_px = 4.0;
    std::string text;
    for (const model::Lot& lot : track_.lots()) {
        const double sine = std::sin(lot.heading_rad);
        const double cosine = std::cos(lot.heading_rad);
        const auto corner = [&](double along, double across) {
            return scale_.position(
                lot.x_m + along * lot.length_m * cosine - across * lot.width_m * sine,
                lot.y_m + along * lot.length_m * sine + across * lot.width_m * cosine);
        };
        text += svg_path("lot", path_of({corner(-0.5, 0.5), corner(0.5, 0.5), corner(0.5, -0.5),
                                         corner(-0.5, -0.5)}));
        const double size_px = std::min(0.62 * lot.width_m * scale_.px_per_m, 11.0);
        if (size_px < smallest_text_px) continue;
        // Along the lot, and never upside down.
        const double angle_deg = -lot.heading_rad * 180.0 / model::pi;
        const double upright_deg = angle_deg > 90.5
                                       ? angle_deg - 180.0
                                       : (angle_deg < -90.5 ? angle_deg + 180.0 : angle_deg);
        text += turned_text("lot-number", scale_.position(lot.x_m, lot.y_m), upright_deg, size_px,
                            std::to_string(lot.number));
    }
    return text;
}

std::string PlanSigns::legend(SvgPosition right) const {
    constexpr double swatch_px = 22.0;
    std::string text;
    const auto add = [&](const std::string& words, auto swatch) {
        text += svg_text("scale-label", {right.x, right.y + 2.0}, TextAnchor::end, words) + "\n";
        right.x -= estimated_width_px(words) + 6.0;
        const SvgPosition left{right.x - swatch_px, right.y - 2.0};
        text += swatch(path_of({left, {right.x, left.y}}));
        right.x = left.x - 18.0;
    };
    double other_friction = 0.0;
    bool has_kerb = false;
    bool has_barrier = false;
    const double usual = track_.surface(track_.at(0.0), 0.0).friction;
    for (double s = 0.0; s < track_.length_m(); s += 1.0) {
        const RoadPoint road = track_.at(s);
        const double friction = track_.surface(road, 0.0).friction;
        if (friction != usual) other_friction = friction;
        has_kerb = has_kerb || road.left_kerb_m + road.right_kerb_m > 0.0;
        has_barrier = has_barrier || road.left_barrier_m < model::no_barrier_m ||
                      road.right_barrier_m < model::no_barrier_m;
    }
    if (other_friction > 0.0)
        add("friction " + number_text(other_friction, 2),
            [](const std::string& line) { return svg_path("damp-line", line, 5.0); });
    if (has_kerb)
        add("kerb", [](const std::string& line) {
            return svg_path("kerb", line, 2.5) + svg_path("kerb-red", line, 2.5);
        });
    if (has_barrier)
        add("barrier", [](const std::string& line) { return svg_path("barrier", line); });
    return text;
}

std::string scale_bar(SvgPosition at, double px_per_m, double width_px) {
    const double length_m = nice_step(width_px / px_per_m, 9);
    const double length_px = length_m * px_per_m;
    const SvgPosition end{at.x + length_px, at.y};
    return svg_path("scale", path_of({{at.x, at.y - 5.0}, at, end, {end.x, end.y - 5.0}})) +
           svg_text("scale-label", {end.x + 8.0, end.y + 2.0}, TextAnchor::start,
                    number_text(length_m, 0) + " m") +
           "\n";
}

}  // namespace ghostcar::board
