// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/timing_figures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/svg_plot.h"
#include "board/ghostcar/report/text.h"
#include "rt_core/histogram.h"

namespace ghostcar::board {
namespace {

using nlohmann::json;

constexpr double most_bars = 200.0;

/// The non-empty bins [[bin_us, count], …]; anything else in the list is passed over.
std::vector<PlotPoint> bins_of(const json& histogram) {
    std::vector<PlotPoint> bins;
    if (!histogram.is_array()) return bins;
    for (const json& bin : histogram) {
        if (!bin.is_array() || bin.size() != 2 || !bin[0].is_number() || !bin[1].is_number())
            continue;
        const PlotPoint point{bin[0].get<double>(), bin[1].get<double>()};
        if (is_drawable(point) && point.x >= 0.0 && point.y > 0.0) bins.push_back(point);
    }
    return bins;
}

/// Neighbouring bins added up until there are few enough bars to tell apart.
PlotBars bars_of(const std::vector<PlotPoint>& bins, const std::string& colour) {
    double last_us = 0.0;
    for (const PlotPoint& bin : bins) last_us = std::max(last_us, bin.x);
    PlotBars bars;
    bars.colour = colour;
    bars.unit = "\u00b5s";
    bars.width = std::max(1.0, nice_step(last_us + 1.0, static_cast<int>(most_bars)));
    std::map<double, double> counts;
    for (const PlotPoint& bin : bins) counts[std::floor(bin.x / bars.width) * bars.width] += bin.y;
    for (const auto& [left_us, count] : counts) bars.bars.push_back({left_us, count});
    return bars;
}

std::string histogram_figure(const std::string& title, const std::string& colour,
                             const json& histogram, const json& figures) {
    const std::vector<PlotPoint> bins = bins_of(histogram);
    if (bins.empty()) return html_paragraph(title + ": nothing was measured.");
    const PlotBars bars = bars_of(bins, colour);
    double highest = 0.0;
    for (const PlotPoint& bar : bars.bars) highest = std::max(highest, bar.y);

    Plot plot;
    plot.description = title + ": histogram";
    plot.width_px = 480.0;
    plot.x_title = title;
    plot.x_unit = "\u00b5s";
    plot.read_out = false;
    const double right_us = bars.bars.back().x + bars.width;
    plot.x_axis = round_axis(0.0, std::max(right_us, 10.0), 7);
    std::string words;
    for (const char* name : {"p50", "p99", "max"}) {
        const auto value_us = member_number(figures, name);
        if (!value_us) continue;
        const std::string label = std::string(name) + " " + short_number_text(*value_us);
        plot.marks.push_back({*value_us, label});
        words += (words.empty() ? "" : ", ") + label + " \u00b5s";
    }
    PlotPanel panel;
    panel.title = "Count per " + number_text(bars.width, 0) + " \u00b5s (logarithmic)";
    panel.height_px = 190.0;
    panel.y_axis = decade_axis(highest);
    panel.bars = bars;
    plot.panels = {panel};
    words = title + (words.empty() ? "." : ": " + words + ".");
    constexpr auto open_bin_us = static_cast<double>(rt_core::Histogram::bin_count - 1);
    if (bins.back().x >= open_bin_us) {
        words +=
            " The last bar holds everything from " + number_text(open_bin_us, 0) + " \u00b5s up.";
    }
    return html_figure(svg_plot(plot), words);
}

/// Percentiles of nothing are no zeros: nothing is shown for them.
const json& measured(const json& figures) {
    const auto count = member_number(figures, "count");
    return count && *count == 0.0 ? member({}, {}) : figures;
}

std::string percentile_table(const json& timing) {
    const json& wake = measured(member(timing, "wake_us"));
    const json& tick = measured(member(timing, "tick_us"));
    std::string rows;
    for (const auto& [key, name] : {std::pair{"p50", "p50"},
                                    {"p99", "p99"},
                                    {"p99_9", "p99.9"},
                                    {"p99_99", "p99.99"},
                                    {"max", "max"},
                                    {"count", "count"}}) {
        const std::string wake_text = member_text(wake, key);
        const std::string tick_text = member_text(tick, key);
        if (wake_text.empty() && tick_text.empty()) continue;
        rows += "<tr><th scope=\"row\">" + std::string(name) + "</th><td>" + escaped(wake_text) +
                "</td><td>" + escaped(tick_text) + "</td></tr>\n";
    }
    if (rows.empty()) return {};
    return "<table><caption>Microseconds</caption><thead><tr><td></td><th "
           "scope=\"col\">wake-up</th><th scope=\"col\">tick</th></tr></thead><tbody>\n" +
           rows + "</tbody></table>\n";
}

std::string machine_table(const json& timing) {
    std::vector<Row> rows;
    for (const auto& [key, name] : {std::pair{"overruns", "overruns"},
                                    {"dropped_periods", "dropped periods"},
                                    {"page_faults", "page faults"},
                                    {"kernel", "kernel"},
                                    {"cpu", "CPU"},
                                    {"command_line", "command line"},
                                    {"wake_hash", "wake-up hash"}}) {
        const std::string text = member_text(timing, key);
        if (!text.empty()) rows.emplace_back(name, text);
    }
    return html_table("The loop and its machine", rows);
}

/// Whether these numbers are worth anything as real-time figures comes before the numbers.
std::string grant(const json& timing) {
    const json& realtime = member(timing, "realtime");
    if (!realtime.is_boolean()) return {};
    if (realtime.get<bool>()) return html_paragraph("Real time was granted.");
    const json& refused = member(timing, "refused");
    std::string lines;
    if (refused.is_array()) {
        for (const json& line : refused) lines += "<li>" + escaped(value_text(line)) + "</li>";
    }
    const std::string pace = member_text(timing, "pace");
    std::string text = "<div class=\"notice\"><strong>Not real-time.</strong> ";
    if (!pace.empty() && pace != "realtime") {
        text += "The pace was " + escaped(pace) + ", not real time. ";
    }
    text += lines.empty() ? "These figures describe a desk, not a bench."
                          : "The machine did not grant everything that was asked for, so these "
                            "figures describe a desk, not a bench:<ul>" +
                                lines + "</ul>";
    return text + "</div>\n";
}

}  // namespace

std::string timing_section(const json& timing) {
    const json& histograms = member(timing, "histogram");
    return grant(timing) + "<div class=\"tables\">" + percentile_table(timing) +
           machine_table(timing) + "</div>\n<div class=\"row\">" +
           histogram_figure("Wake-up latency", "wake", member(histograms, "wake"),
                            member(timing, "wake_us")) +
           histogram_figure("Tick duration", "tick", member(histograms, "tick"),
                            member(timing, "tick_us")) +
           "</div>\n";
}

}  // namespace ghostcar::board
