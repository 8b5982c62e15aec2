// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/track/track_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "board/ghostcar/report/plot_axis.h"
#include "board/ghostcar/report/text.h"
#include "board/ghostcar/track/plan_crossings.h"
#include "board/ghostcar/track/plan_signs.h"

namespace ghostcar::board {
namespace {

using model::RoadPoint;
using model::Side;
using model::Track;

// Around the road: for the verge, the signs and the scale bar.
constexpr double margin_px = 46.0;
constexpr double scale_bar_row_px = 34.0;
// Without barriers the verge is drawn this wide.
constexpr double plain_verge_m = 6.0;
constexpr double thinnest_kerb_px = 1.8;

double left_edge(const RoadPoint& road) {
    return road.left_width_m;
}
double right_edge(const RoadPoint& road) {
    return -road.right_width_m;
}
double left_limit(const RoadPoint& road) {
    return road.left_barrier_m < model::no_barrier_m ? road.left_barrier_m
                                                     : road.left_width_m + plain_verge_m;
}
double right_limit(const RoadPoint& road) {
    return road.right_barrier_m < model::no_barrier_m ? -road.right_barrier_m
                                                      : -road.right_width_m - plain_verge_m;
}

/// Runs of stations, stepwise, for which something holds.
std::vector<std::pair<double, double>> runs(const Track& track,
                                            const std::function<bool(const RoadPoint&)>& holds) {
    constexpr double step_m = 1.0;
    std::vector<std::pair<double, double>> result;
    bool open = false;
    for (double s = 0.0; s < track.length_m(); s += step_m) {
        const bool here = holds(track.at(s));
        if (here && !open) result.emplace_back(s, s);
        if (here) result.back().second = std::min(s + step_m, track.length_m());
        open = here;
    }
    return result;
}

class PlanDrawing {
public:
    PlanDrawing(const Track& track, const PlanScale& scale) : track_(track), scale_(scale) {}

    [[nodiscard]] std::string road(double from_m, double to_m) const {
        const auto line = [&](const Offset& offset) {
            return line_beside(track_, scale_, from_m, to_m, offset);
        };
        const RoadPoint first = track_.at(from_m);
        // Where a car finds the same grip beside the road, that is paved too.
        const bool paved = track_.surface(first, left_limit(first)).friction >=
                           track_.surface(first, 0.0).friction;
        std::string text =
            svg_path(paved ? "paved" : "verge", strip_of(line(left_limit), line(right_limit)));
        if (first.left_barrier_m < model::no_barrier_m)
            text += svg_path("barrier", path_of(line(left_limit)));
        if (first.right_barrier_m < model::no_barrier_m)
            text += svg_path("barrier", path_of(line(right_limit)));
        const PlanLine left = line(left_edge);
        const PlanLine right = line(right_edge);
        text += svg_path("asphalt", strip_of(left, right));
        text += svg_path("edge", path_of(left)) + svg_path("edge", path_of(right));
        return text;
    }

    /// Stretches whose surface is not that of the start.
    [[nodiscard]] std::string other_surfaces() const {
        const double usual = track_.surface(track_.at(0.0), 0.0).friction;
        std::string text;
        for (const auto& [from_m, to_m] : runs(track_, [&](const RoadPoint& road) {
                 return track_.surface(road, 0.0).friction != usual;
             })) {
            text +=
                svg_path("damp", strip_of(line_beside(track_, scale_, from_m, to_m, left_edge),
                                          line_beside(track_, scale_, from_m, to_m, right_edge)));
        }
        return text;
    }

    [[nodiscard]] std::string kerbs(Side side) const {
        const bool left = side == Side::left;
        const auto kerb_m = [left](const RoadPoint& road) {
            return left ? road.left_kerb_m : road.right_kerb_m;
        };
        std::string text;
        for (const auto& [from_m, to_m] :
             runs(track_, [&](const RoadPoint& road) { return kerb_m(road) > 0.0; })) {
            const double width_m = kerb_m(track_.at(0.5 * (from_m + to_m)));
            const double width_px = std::max(width_m * scale_.px_per_m, thinnest_kerb_px);
            // At least as far out as the stroke needs: the road is not made narrower.
            const double centre_m = 0.5 * width_px / scale_.px_per_m;
            const std::string data =
                path_of(line_beside(track_, scale_, from_m, to_m, [&](const RoadPoint& road) {
                    return left ? road.left_width_m + centre_m : -road.right_width_m - centre_m;
                }));
            text += svg_path("kerb", data, width_px) + svg_path("kerb-red", data, width_px);
        }
        return text;
    }

    /// Dashed lines between the lanes, where they are wide enough to be seen.
    [[nodiscard]] std::string lane_lines() const {
        constexpr double narrowest_lane_px = 6.0;
        if (track_.lanes().width_m * scale_.px_per_m < narrowest_lane_px) return {};
        std::string text;
        for (std::int64_t lane = 1; lane < track_.lanes().count; ++lane) {
            const double offset_m =
                track_.lanes().centre_offset_m(lane) - 0.5 * track_.lanes().width_m;
            text +=
                svg_path("lane-line",
                         path_of(line_beside(track_, scale_, 0.0, track_.length_m(),
                                             [offset_m](const RoadPoint&) { return offset_m; })));
        }
        return text;
    }

    /// The upper road again where it crosses over itself, with a shadow beside it.
    [[nodiscard]] std::string bridges() const {
        constexpr double beyond_m = 10.0;
        std::string text;
        for (const Crossing& crossing : crossings_of(track_)) {
            const RoadPoint below = track_.at(crossing.lower_m);
            const double reach_m = beyond_m + std::max(left_limit(below), -right_limit(below));
            const double from_m = crossing.upper_m - reach_m;
            const double to_m = crossing.upper_m + reach_m;
            const auto wider = [&](double sign, const Offset& limit) {
                return line_beside(track_, scale_, from_m, to_m, [&](const RoadPoint& road) {
                    return limit(road) + sign * 2.5 / scale_.px_per_m;
                });
            };
            text += svg_path("shadow", strip_of(wider(1.0, left_limit), wider(-1.0, right_limit)));
            text += road(from_m, to_m);
        }
        return text;
    }

private:
    const Track& track_;
    const PlanScale& scale_;
};

struct Extent {
    double west_m = std::numeric_limits<double>::infinity();
    double east_m = -std::numeric_limits<double>::infinity();
    double south_m = std::numeric_limits<double>::infinity();
    double north_m = -std::numeric_limits<double>::infinity();
};

Extent extent_of(const Track& track) {
    Extent extent;
    const PlanScale metres{0.0, 0.0, 1.0, {0.0, 0.0}};
    for (double s = 0.0; s < track.length_m(); s += 1.0) {
        const RoadPoint road = track.at(s);
        for (const double offset_m : {left_limit(road), right_limit(road)}) {
            const SvgPosition place = metres.beside(road, offset_m);
            extent.west_m = std::min(extent.west_m, place.x);
            extent.east_m = std::max(extent.east_m, place.x);
            extent.south_m = std::min(extent.south_m, -place.y);
            extent.north_m = std::max(extent.north_m, -place.y);
        }
    }
    return extent;
}

}  // namespace

TrackPlan track_plan(const Track& track, SvgPosition corner, double width_px,
                     double most_height_px) {
    const Extent extent = extent_of(track);
    const double wide_m = extent.east_m - extent.west_m;
    const double high_m = extent.north_m - extent.south_m;
    const double room_px = width_px - 2.0 * margin_px;
    const double px_per_m =
        std::min(room_px / wide_m,
                 (most_height_px - 2.0 * margin_px - scale_bar_row_px) / std::max(high_m, 1.0));
    const double height_px = high_m * px_per_m + 2.0 * margin_px + scale_bar_row_px;
    const PlanScale scale{extent.west_m,
                          extent.north_m,
                          px_per_m,
                          {corner.x + 0.5 * (width_px - wide_m * px_per_m), corner.y + margin_px}};
    const PlanDrawing plan(track, scale);
    const PlanSigns signs(track, scale);
    return {svg_rectangle("ground", corner, width_px, height_px) + "\n" +
                plan.road(0.0, track.length_m()) + plan.other_surfaces() + plan.lane_lines() +
                plan.bridges() + plan.kerbs(Side::left) + plan.kerbs(Side::right) + signs.lots() +
                signs.stations() + signs.start() +
                scale_bar({corner.x + 18.0, corner.y + height_px - 18.0}, px_per_m, width_px) +
                signs.legend({corner.x + width_px - 18.0, corner.y + height_px - 18.0}),
            height_px, scale};
}

}  // namespace ghostcar::board
