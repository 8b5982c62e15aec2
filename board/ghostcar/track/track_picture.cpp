// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/track/track_picture.h"

#include <cmath>

#include "board/ghostcar/report/svg_writer.h"
#include "board/ghostcar/report/text.h"
#include "board/ghostcar/track/track_facts.h"
#include "board/ghostcar/track/track_plan.h"
#include "board/ghostcar/track/track_profile.h"

namespace ghostcar::board {
namespace {

constexpr double picture_width_px = 960.0;
constexpr double side_px = 20.0;
constexpr double heading_px = 76.0;
constexpr double most_plan_px = 640.0;
constexpr double profile_left_px = 62.0;
constexpr double profile_px = 100.0;
constexpr double above_profile_px = 44.0;
constexpr double below_profile_px = 40.0;

// Colours are written out, not as variables: most programs that show SVG files do not know those.
constexpr std::string_view style = R"css(
text{font-family:system-ui,"Segoe UI",Roboto,"Liberation Sans","DejaVu Sans",sans-serif;font-size:12px;fill:#1b1f24}
path{fill:none;stroke-linejoin:round}
.card{fill:#fff}.ground{fill:#e1ebd6}.verge{fill:#c9ddb4}.paved{fill:#858b93}.shadow{fill:#6f7d62}
.barrier{stroke:#76808b;stroke-width:1.4}.asphalt,.lot{fill:#4a4f57}.damp{fill:#3f77a6}.damp-line{stroke:#3f77a6}
.edge,.lane-line,.lot{stroke:#f6f7f8;stroke-width:.7}.lane-line{stroke-dasharray:10 8}
.kerb{stroke:#fff}.kerb-red{stroke:#d33a2c;stroke-dasharray:4 2.5}
.lot{fill-opacity:.8}.lot-number{fill:#fff}
.start-line{stroke:#fff;stroke-width:3}.station{fill:#fff;stroke:#4a4f57;stroke-width:.8}
.arrow,.scale{stroke:#1b1f24;stroke-width:2;stroke-linecap:round}
.start-label,.station-label,.scale-label{stroke:#e9f1e0;stroke-width:3.5px;stroke-linejoin:round;paint-order:stroke}
.name{font-size:22px;font-weight:650}.about,.facts{font-size:14px}.about,.tick{fill:#5b6470}
.start-label,.panel-title{font-weight:650}.station-label{font-size:11px}
.driven{stroke:#e69f00;stroke-width:1.4}.driven.first{stroke:#d4002a;stroke-width:2}
.grid{stroke:#e3e7ec}.profile-area{fill:#0072b2;fill-opacity:.15}.profile-line{stroke:#0072b2;stroke-width:1.8}
@media screen and (prefers-color-scheme:dark){text{fill:#e7eaee}.card{fill:#1c2025}
.ground{fill:#252e24}.verge{fill:#33422f}.paved{fill:#545b64}.shadow{fill:#11150f}.asphalt,.lot{fill:#79818c}.damp{fill:#6da5d1}.damp-line{stroke:#6da5d1}
.arrow,.scale{stroke:#e7eaee}.start-label,.station-label,.scale-label{stroke:#252e24}
.about,.tick{fill:#9aa4b0}.grid{stroke:#2f353d}.profile-area{fill:#56b4e9}.profile-line{stroke:#56b4e9}}
)css";

std::string width_text(const TrackFacts& facts) {
    const std::string widest = number_text(facts.widest_m, 1);
    const std::string narrowest = number_text(facts.narrowest_m, 1);
    return narrowest == widest ? widest : narrowest + " to " + widest;
}

std::string facts_text(const model::Track& track, const TrackFacts& facts) {
    std::string text = number_text(facts.length_m, 0) + " m long, " + width_text(facts) + " m wide";
    if (std::isfinite(facts.smallest_radius_m))
        text += ", radius at least " + number_text(facts.smallest_radius_m, 0) + " m";
    text += facts.is_level()
                ? ", level"
                : ", grade up to " + number_text(100.0 * facts.steepest_grade, 1) + " %";
    if (!track.lots().empty()) text += ", " + std::to_string(track.lots().size()) + " lots";
    return text;
}

std::string path_drawing(const PlanScale& scale, const DrivenPath& path, bool first) {
    PlanLine line;
    for (const DrivenPath::Point& point : path.points)
        line.push_back(scale.position(point.x_m, point.y_m));
    return line.empty() ? ""
                        : svg_path(first ? "driven first" : "driven", path_of(simplified(line)));
}

}  // namespace

std::string track_picture(const model::Track& track, const std::vector<DrivenPath>& paths) {
    const TrackFacts facts = facts_of(track);
    const double inner_px = picture_width_px - 2.0 * side_px;
    const TrackPlan plan = track_plan(track, {side_px, heading_px}, inner_px, most_plan_px);
    const double profile_top_px = heading_px + plan.height_px + above_profile_px;
    const double height_px = facts.is_level() ? heading_px + plan.height_px + side_px
                                              : profile_top_px + profile_px + below_profile_px;
    const std::string facts_line = facts_text(track, facts);

    std::string text =
        "<svg" + attribute("xmlns", "http://www.w3.org/2000/svg") +
        attribute("width", picture_width_px) + attribute("height", height_px) +
        attribute("viewBox",
                  "0 0 " + coordinate_text(picture_width_px) + " " + coordinate_text(height_px)) +
        attribute("role", "img") + attribute("aria-label", track.name() + ": " + facts_line) +
        ">\n<style>" + std::string(style) + "</style>\n";
    text += svg_rectangle("card", {0.0, 0.0}, picture_width_px, height_px) + "\n";
    text += svg_text("name", {side_px, 32.0}, TextAnchor::start, track.name()) + "\n";
    text += svg_text("about", {side_px, 56.0}, TextAnchor::start, track.description()) + "\n";
    text +=
        svg_text("facts", {picture_width_px - side_px, 32.0}, TextAnchor::end, facts_line) + "\n";
    text += plan.drawing;
    for (std::size_t i = paths.size(); i-- > 0;) text += path_drawing(plan.scale, paths[i], i == 0);
    text += track_profile(track, {profile_left_px, profile_top_px,
                                  picture_width_px - side_px - profile_left_px, profile_px});
    return text + "</svg>\n";
}

}  // namespace ghostcar::board
