// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "board/ghostcar/race/ranking_page.h"
#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/plot_axis.h"
#include "board/ghostcar/report/svg_writer.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

constexpr double width_px = 1000.0;
constexpr double row_px = 26.0;
constexpr double margin_px = 12.0;
constexpr std::size_t colours = 6;  // c-gear-1 … c-gear-6 of the style sheet

std::string colour(std::size_t index) {
    return "c-gear-" + std::to_string(index % colours + 1);
}

double widest_name_px(const Championship& championship) {
    constexpr double bold = 1.2;  // is so much wider
    double widest = 60.0;
    for (const Participant& participant : championship.participants)
        widest = std::max(widest, bold * estimated_width_px(participant.name));
    return std::min(widest + margin_px, 300.0);
}

std::string drawing(double height_px, const std::string& description, const std::string& content) {
    return "<svg class=\"plot\" role=\"img\"" + attribute("aria-label", description) +
           " viewBox=\"0 0 " + coordinate_text(width_px) + " " + coordinate_text(height_px) +
           "\">" + content + "</svg>";
}

}  // namespace

std::string points_figure(const ChampionshipResult& result) {
    const Championship& championship = result.championship;
    const double left = widest_name_px(championship);
    const double area = width_px - left - 60.0;
    std::int64_t most = 1;
    for (const Standing& standing : result.standings) most = std::max(most, standing.points);
    std::string content;
    for (std::size_t row = 0; row < result.standings.size(); ++row) {
        const Standing& standing = result.standings[row];
        const double y = static_cast<double>(row) * row_px;
        content += svg_text("dot-label", {left - margin_px, y + 17.0}, TextAnchor::end,
                            championship.participants[standing.participant].name);
        double x = left;
        for (std::size_t event = 0; event < championship.events.size(); ++event) {
            const EventPlace& place = result.places[event][standing.participant];
            if (place.points == 0) continue;
            const double width =
                static_cast<double>(place.points) / static_cast<double>(most) * area;
            content += svg_rectangle(
                "bar " + colour(event), {x, y + 4.0}, std::max(width - 1.0, 0.5), row_px - 8.0,
                championship.events[event].name + ": place " + std::to_string(*place.place) + ", " +
                    std::to_string(place.points) + " points");
            x += width;
        }
        content += svg_text("dot-label", {x + 6.0, y + 17.0}, TextAnchor::start,
                            std::to_string(standing.points));
    }
    const double height = static_cast<double>(result.standings.size()) * row_px + 4.0;
    return html_figure(drawing(height, "Points of each participant, event by event", content),
                       "Points, the events from left to right; point at a piece to see which.");
}

std::string places_figure(const ChampionshipResult& result) {
    const Championship& championship = result.championship;
    const std::size_t events = championship.events.size();
    const std::size_t count = championship.participants.size();
    if (events < 2) return {};
    const double right = widest_name_px(championship);
    const double left = 34.0;
    const double step = (width_px - left - right - margin_px) / static_cast<double>(events - 1);
    const double top = 30.0;
    // rows[event][participant]: the row after that event; equal ones stand below each other.
    std::vector<std::vector<std::size_t>> rows(events, std::vector<std::size_t>(count));
    for (std::size_t event = 0; event < events; ++event) {
        const std::vector<Standing> after =
            standings({result.places.begin(),
                       result.places.begin() + static_cast<std::ptrdiff_t>(event) + 1});
        for (std::size_t row = 0; row < count; ++row) rows[event][after[row].participant] = row;
    }
    const auto at = [&](std::size_t event, std::size_t row) {
        return SvgPosition{left + static_cast<double>(event) * step,
                           top + (static_cast<double>(row) + 0.5) * row_px};
    };
    // Names on top where they fit, else numbers.
    const bool named = std::all_of(
        championship.events.begin(), championship.events.end(),
        [step](const Event& event) { return estimated_width_px(event.name) < step - margin_px; });
    std::string content;
    for (std::size_t event = 0; event < events; ++event) {
        const double x = at(event, 0).x;
        content += svg_line("grid", {x, top}, {x, top + static_cast<double>(count) * row_px});
        content += svg_text("tick", {x, 18.0}, event == 0 ? TextAnchor::start : TextAnchor::middle,
                            named ? championship.events[event].name : std::to_string(event + 1));
    }
    for (std::size_t row = 0; row < count; ++row)
        content += svg_text("tick", {left - 16.0, at(0, row).y + 4.0}, TextAnchor::end,
                            std::to_string(row + 1));
    for (std::size_t index = 0; index < count; ++index) {
        const std::size_t last_row = rows[events - 1][index];
        std::string path;
        for (std::size_t event = 0; event < events; ++event) {
            const SvgPosition point = at(event, rows[event][index]);
            path += (event == 0 ? "M" : "L") + coordinate_text(point.x) + " " +
                    coordinate_text(point.y);
        }
        content += "<g class=\"" + colour(last_row) + (last_row >= colours ? " later" : "") +
                   "\"><path class=\"line\" d=\"" + path + "\"/>";
        for (std::size_t event = 0; event < events; ++event)
            content += svg_circle("dot", at(event, rows[event][index]), 4.0);
        const SvgPosition end = at(events - 1, last_row);
        content += svg_text("dot-label", {end.x + margin_px, end.y + 4.0}, TextAnchor::start,
                            championship.participants[index].name) +
                   "</g>";
    }
    const double height = top + static_cast<double>(count) * row_px + 4.0;
    return html_figure(drawing(height, "Rank in the championship after each event", content),
                       "Rank in the championship after each event, in their order.");
}

}  // namespace ghostcar::board
