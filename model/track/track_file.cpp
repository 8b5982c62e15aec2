// SPDX-License-Identifier: Apache-2.0
// A track file becomes a track. Everything here happens before the first tick.
#include <optional>
#include <string>

#include "model/config/file_format.h"
#include "model/config/table_reader.h"
#include "model/track/cross_sections.h"
#include "model/track/lot_rows.h"
#include "model/track/measure_text.h"
#include "model/track/overlap_check.h"
#include "model/track/plan_layout.h"
#include "model/track/surface_file.h"
#include "model/track/track.h"

namespace ghostcar::model {
namespace {

PlanPose read_start(TableReader start) {
    const Range places = Range::between(-1e6, 1e6);
    const PlanPose pose{start.number("x_m", places), start.number("y_m", places),
                        start.number("heading_deg", Range::between(-360.0, 360.0)) * (pi / 180.0)};
    start.finish();
    return pose;
}

Lanes read_lanes(TableReader reader, const std::vector<RoadPiece>& pieces) {
    const Lanes lanes{reader.integer("count", 1, 10),
                      reader.number("width_m", Range::between(2.0, 10.0))};
    reader.finish();
    const double half_m = 0.5 * static_cast<double>(lanes.count) * lanes.width_m;
    for (const RoadPiece& piece : pieces) {
        const double width_m = minimum(piece.left_width_m, piece.right_width_m);
        if (half_m > width_m)
            reader.fail("width_m",
                        "the lanes reach " + metres(half_m) + " from the centre line, at station " +
                            metres(piece.middle_m) + " the road only " + metres(width_m),
                        "make the lanes narrower or the road wider");
    }
    return lanes;
}

void require_no_overlap(const LaidOutPlan& layout, const PlanFile& plan, bool closed) {
    const std::optional<Overlap> found = find_overlap(layout, closed);
    if (!found) return;
    const std::size_t segment = plan.segment_of_curve[layout.curve_of_piece[found->second_piece]];
    plan.segments[segment].fail(
        "",
        "at station " + metres(layout.pieces[found->second_piece].middle_m) +
            " the road runs into itself, " + metres(found->height_m) + " above or below station " +
            metres(layout.pieces[found->first_piece].middle_m),
        "lead it elsewhere, or over itself with at least " + metres(smallest_headroom_m));
}

}  // namespace

Track Track::from_toml(TableReader& reader) {
    require_known_format(reader);
    Track track;
    track.name_ = reader.text("name");
    track.description_ = reader.text("description");
    track.closed_ = reader.boolean("closed");
    const PlanPose start = read_start(reader.table("start"));
    const PlanFile plan = read_plan(reader);
    LaidOutPlan layout = lay_out(plan, start, track.closed_);
    track.length_m_ = layout.length_m();
    track.lap_m_ = track.closed_ ? track.length_m_ : 0.0;
    const SurfaceLayout surfaces = SurfaceLayout::read(reader, track.length_m_, track.closed_);
    track.surfaces_ = surfaces.surfaces();
    CrossSections::read(reader, track.length_m_, track.closed_).apply(layout, plan, surfaces);
    track.lanes_ = read_lanes(reader.table("lanes"), layout.pieces);
    require_no_overlap(layout, plan, track.closed_);
    track.table_ = RoadTable(layout.pieces, layout.borders_m);
    track.lots_ = read_lots(reader, track);
    reader.finish();
    return track;
}

}  // namespace ghostcar::model
