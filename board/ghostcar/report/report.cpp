// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/report.h"

#include "board/ghostcar/report/bench_figures.h"
#include "board/ghostcar/report/cycle_figures.h"
#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/page.h"
#include "board/ghostcar/report/race_table.h"
#include "board/ghostcar/report/result_card.h"
#include "board/ghostcar/report/timing_figures.h"

namespace ghostcar::board {
namespace {

std::string drive_sections(const nlohmann::json& result, const States& states,
                           const std::optional<TrackDrive>& track_drive) {
    if (states.empty()) {
        return html_section("The drive",
                            html_paragraph("Recording was off, so there is nothing to plot."));
    }
    if (track_drive)
        return html_section("On the track", paths_figure(track_drive->track, track_drive->cars)) +
               html_section("The drive", drive_figure(states)) +
               html_section("Handling", handling_figure(track_drive->cars));
    const std::string drive = html_section("The drive", drive_figure(states)) +
                              html_section("Speed over throttle opening", throttle_figure(states));
    if (!bench_judged(states)) return drive;  // nobody has looked for start-off and shifts
    const BenchLimits limits = bench_limits(result);
    return drive + html_section("Start-off", start_off_figure(states, limits)) +
           html_section("Shifts", shift_figures(states, limits));
}

/// Only where the session has staged something, or a wire has reported.
std::string troubles_section(const nlohmann::json& result) {
    const std::string content = wire_tables(result);
    return content.empty() ? content : html_section("Sensor troubles", content);
}

/// The judge's figures have tables of their own here.
std::string cycle_sections(const nlohmann::json& result, const CycleTrace& trace) {
    nlohmann::json run = result;
    run.erase("judge");
    return html_section("Drive quality", quality_tables(result)) +
           html_section("Excursions", excursion_table(result)) +
           html_section("The drive", cycle_figure(result, trace)) + troubles_section(result) +
           html_section("Pedal work", work_tables(result)) +
           html_section("The learned car", learned_figures(result)) +
           html_section("As the bench paper shows it", paper_figures(result, trace)) +
           html_section("The run", result_tables(run));
}

}  // namespace

std::string report_html(const nlohmann::json& result, const nlohmann::json& timing,
                        const std::vector<rt_core::State>& states,
                        const std::optional<TrackDrive>& track_drive,
                        const std::optional<CycleTrace>& cycle_trace) {
    const std::string session = member_text(result, "session");
    const std::string content =
        verdict_banner(result) +
        (cycle_trace ? cycle_sections(result, *cycle_trace)
                     : race_section(result) + html_section("Result", result_tables(result)) +
                           drive_sections(result, states, track_drive)) +
        html_section("Timing", timing_section(timing));
    return html_page("Ghostcar report" + (session.empty() ? "" : ": " + session), content,
                     member_text(result, "ghostcar_version"));
}

}  // namespace ghostcar::board
