// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/report.h"

#include "board/ghostcar/report/bench_figures.h"
#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/page_style.h"
#include "board/ghostcar/report/result_card.h"
#include "board/ghostcar/report/text.h"
#include "board/ghostcar/report/timing_figures.h"

namespace ghostcar::board {
namespace {

std::string section(std::string_view heading, const std::string& content) {
    return "<section><h2>" + escaped(heading) + "</h2>\n" + content + "</section>\n";
}

std::string drive_sections(const nlohmann::json& result, const States& states,
                           const std::optional<TrackDrive>& track_drive) {
    if (states.empty()) {
        return section("The drive",
                       html_paragraph("Recording was off, so there is nothing to plot."));
    }
    if (track_drive)
        return section("On the track", paths_figure(track_drive->track, track_drive->cars)) +
               section("The drive", drive_figure(states)) +
               section("Handling", handling_figure(track_drive->cars));
    const BenchLimits limits = bench_limits(result);
    return section("The drive", drive_figure(states)) +
           section("Speed over throttle opening", throttle_figure(states)) +
           section("Start-off", start_off_figure(states, limits)) +
           section("Shifts", shift_figures(states, limits));
}

}  // namespace

std::string report_html(const nlohmann::json& result, const nlohmann::json& timing,
                        const std::vector<rt_core::State>& states,
                        const std::optional<TrackDrive>& track_drive) {
    const std::string session = member_text(result, "session");
    const std::string title = "Ghostcar report" + (session.empty() ? "" : ": " + session);
    std::string page =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>" +
        escaped(title) + "</title>\n<style>" + std::string(page_style) +
        "</style></head>\n<body><main>\n";
    page += verdict_banner(result);
    page += section("Result", result_tables(result));
    page += drive_sections(result, states, track_drive);
    page += section("Timing", timing_section(timing));
    page += "<footer>Written by ghostcar " + escaped(member_text(result, "ghostcar_version")) +
            ".</footer>\n</main><script>" + std::string(page_script) + "</script></body></html>\n";
    return page;
}

}  // namespace ghostcar::board
