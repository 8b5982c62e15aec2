// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/track/track_profile.h"

#include <algorithm>
#include <cmath>

#include "board/ghostcar/report/plot_axis.h"
#include "board/ghostcar/report/text.h"
#include "board/ghostcar/track/plan_line.h"
#include "board/ghostcar/track/track_facts.h"

namespace ghostcar::board {
namespace {

// A flat road must not look like a mountain: at least so much is spanned.
constexpr double smallest_span_m = 8.0;

}  // namespace

std::string track_profile(const model::Track& track, const PanelFrame& frame) {
    const TrackFacts facts = facts_of(track);
    const double spare_m =
        std::max(0.0, 0.5 * (smallest_span_m - (facts.highest_m - facts.lowest_m)));
    const PlotAxis y_axis = round_axis(facts.lowest_m - spare_m, facts.highest_m + spare_m, 4);
    const PlotAxis x_axis = exact_axis(0.0, track.length_m(), static_cast<int>(frame.width / 70.0));
    const auto x_px = [&](double m) { return frame.x + x_axis.position(m) * frame.width; };
    const auto y_px = [&](double m) { return frame.y + (1.0 - y_axis.position(m)) * frame.height; };
    const double bottom_px = frame.y + frame.height;

    std::string text = svg_text("panel-title", {frame.x, frame.y - 9.0}, TextAnchor::start,
                                "Elevation in m, along the road in m") +
                       "\n";
    for (const double tick : y_axis.ticks) {
        text += svg_line("grid", {frame.x, y_px(tick)}, {frame.x + frame.width, y_px(tick)}) +
                svg_text("tick", {frame.x - 7.0, y_px(tick) + 4.0}, TextAnchor::end,
                         y_axis.tick_text(tick)) +
                "\n";
    }
    for (const double tick : x_axis.ticks) {
        text += svg_line("grid", {x_px(tick), frame.y}, {x_px(tick), bottom_px}) +
                svg_text("tick", {x_px(tick), bottom_px + 16.0}, TextAnchor::middle,
                         x_axis.tick_text(tick)) +
                "\n";
    }
    PlanLine line;
    const double steps = std::ceil(frame.width);
    for (double i = 0.0; i <= steps; i += 1.0) {
        // The very end of a circuit is its start.
        const double station_m = std::min(track.length_m() * (i / steps), track.length_m() - 1e-6);
        line.push_back({x_px(station_m), y_px(track.at(station_m).elevation_m)});
    }
    line = simplified(line);
    text += svg_path("profile-area",
                     strip_of(line, {{frame.x, bottom_px}, {frame.x + frame.width, bottom_px}}));
    text += svg_path("profile-line", path_of(line));
    return text;
}

}  // namespace ghostcar::board
