// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/race/ranking_page.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "board/ghostcar/race/progress.h"
#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/page_style.h"
#include "board/ghostcar/report/text.h"
#include "board/ghostcar/version.h"

namespace ghostcar::board {
namespace {

// Only what the report's style sheet does not have yet.
constexpr std::string_view ranking_style = R"css(
.wide{overflow-x:auto}
.ranking th,.ranking td{min-width:0;padding:5px 5px;text-align:right;white-space:nowrap}
.ranking th{white-space:normal;vertical-align:bottom}
.ranking .name,.ranking .words{text-align:left}
.ranking .words{white-space:normal;color:var(--failed)}
.ranking td small{color:var(--soft)}
.ranking .first{background:var(--band);font-weight:650}
.ranking .fail{color:var(--failed)}
.ranking .meter{width:38%;min-width:120px}
.meter span{display:block;height:12px;background:var(--speed);border-radius:2px}
.plot .line{stroke-width:2.4}.plot .later .line{stroke-dasharray:7 4}
.plot .dot{stroke:var(--tone,var(--ink))}
details code{display:block;overflow-wrap:anywhere;margin:0 0 4px}
)css";

std::string section(std::string_view heading, const std::string& content) {
    return "<section><h2>" + escaped(heading) + "</h2>\n" + content + "</section>\n";
}

std::string cell(std::string_view css_class, const std::string& markup, std::string_view tip = {}) {
    return "<td" + (css_class.empty() ? "" : " class=\"" + std::string(css_class) + "\"") +
           (tip.empty() ? "" : " title=\"" + escaped(tip) + "\"") + ">" + markup + "</td>";
}

std::string head(std::string_view css_class, std::string_view text, std::string_view tip = {}) {
    return "<th scope=\"col\"" +
           (css_class.empty() ? "" : " class=\"" + std::string(css_class) + "\"") +
           (tip.empty() ? "" : " title=\"" + escaped(tip) + "\"") + ">" + escaped(text) + "</th>";
}

std::string table(const std::string& heads, const std::string& rows) {
    return "<div class=\"wide\"><table class=\"ranking\"><thead><tr>" + heads +
           "</tr></thead><tbody>\n" + rows + "</tbody></table></div>\n";
}

std::string count_text(std::size_t count, const std::string& word) {
    return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

std::string winners(const ChampionshipResult& result) {
    std::string names;
    for (const Standing& standing : result.standings) {
        if (standing.place != 1) break;
        names += (names.empty() ? "" : ", ") +
                 result.championship.participants[standing.participant].name;
    }
    return names;
}

std::string banner(const ChampionshipResult& result) {
    const Championship& championship = result.championship;
    const bool scored = !result.standings.empty() && result.standings.front().points > 0;
    std::string text = "<header class=\"banner " + std::string(scored ? "passed" : "none") +
                       "\"><div><p class=\"session\">" + escaped(championship.name) + "</p><h1>" +
                       escaped(scored ? winners(result) : "Nobody has points") + "</h1>";
    if (!championship.description.empty())
        text += "<p class=\"message\">" + escaped(championship.description) + "</p>";
    if (!result.complete)
        text += "<p class=\"message\">Stopped before its end: this is what was run until then.</p>";
    return text + "<p class=\"facts\">" +
           escaped(count_text(championship.participants.size(), "participant") + ", " +
                   count_text(championship.events.size(), "event")) +
           "</p></div></header>\n";
}

std::string cross_table(const ChampionshipResult& result) {
    const Championship& championship = result.championship;
    std::string heads =
        head("", "place") + head("name", "participant") + head("name", "car") + head("", "points");
    for (std::size_t event = 0; event < championship.events.size(); ++event)
        heads += head("", championship.events[event].name);
    std::string rows;
    for (const Standing& standing : result.standings) {
        const Participant& participant = championship.participants[standing.participant];
        rows += "<tr>" + cell("", std::to_string(standing.place)) +
                cell("name", escaped(participant.name), participant.controller) +
                cell("name", escaped(participant.vehicle)) +
                cell("", "<b>" + std::to_string(standing.points) + "</b>");
        for (std::size_t event = 0; event < championship.events.size(); ++event) {
            const RunRecord& record = result.records[event][standing.participant];
            const EventPlace& place = result.places[event][standing.participant];
            if (place.place)
                rows += cell(*place.place == 1 ? "first" : "",
                             std::to_string(*place.place) + ". <small>" +
                                 escaped(short_number_text(*record.score)) + "</small>");
            else
                rows += cell(record.was_run() ? "fail" : "", record.was_run() ? "✕" : "–",
                             record.was_run() ? Progress::result_words(record) : "not run");
        }
        rows += "</tr>\n";
    }
    return table(heads, rows) +
           html_paragraph(
               "Place and score of each event; the less, the better. A cross: the run "
               "does not count; its words stand with the event below.");
}

/// The scores of those who count: a bar shows how far one is behind the best.
struct ScoreRange {
    double best = 0.0;
    double worst = 0.0;
};

ScoreRange score_range(const std::vector<RunRecord>& records) {
    ScoreRange range{std::numeric_limits<double>::infinity(),
                     -std::numeric_limits<double>::infinity()};
    for (const RunRecord& record : records) {
        if (!record.counts()) continue;
        range.best = std::min(range.best, *record.score);
        range.worst = std::max(range.worst, *record.score);
    }
    return range;
}

/// Of a race: a score is made of time and damage, so who came first need not be the first.
std::string arrival_text(const RunRecord& record) {
    if (!record.arrival) return "";
    return " <small>arrived " + std::to_string(*record.arrival) + "., damage " +
           escaped(number_text(record.damage.value_or(0.0), 1)) + "</small>";
}

std::string event_row(const ChampionshipResult& result, std::size_t event, std::size_t index,
                      const ScoreRange& range) {
    const RunRecord& record = result.records[event][index];
    const EventPlace& place = result.places[event][index];
    const std::string name = escaped(result.championship.participants[index].name);
    // A path below the page's own folder: letters that folder_name() lets through need no escape.
    std::string row = "<tr>" + cell("", place.place ? std::to_string(*place.place) : "–") +
                      cell("name", record.folder.empty() ? name
                                                         : "<a href=\"" + escaped(record.folder) +
                                                               "/report.html\">" + name + "</a>");
    if (!place.place)
        return row + cell("", "0") + "<td class=\"words\" colspan=\"3\">" +
               escaped(record.was_run() ? Progress::result_words(record) : "not run") +
               "</td></tr>\n";
    const double behind = *record.score - range.best;
    const double share = behind > 0.0 ? behind / (range.worst - range.best) * 100.0 : 0.0;
    return row + cell("", std::to_string(place.points)) +
           cell("", escaped(number_text(*record.score, 3)) + arrival_text(record)) +
           cell("", behind > 0.0 ? "+" + escaped(number_text(behind, 3)) : "") +
           cell("meter", "<span style=\"width:" + coordinate_text(share) + "%\"></span>",
                record.message) +
           "</tr>\n";
}

std::string event_section(const ChampionshipResult& result, std::size_t event) {
    const Event& described = result.championship.events[event];
    const ScoreRange range = score_range(result.records[event]);
    std::string rows;
    std::string commands;
    for (const std::size_t index : result.event_order(event)) {
        rows += event_row(result, event, index, range);
        const std::string& command = result.records[event][index].command;
        if (!command.empty()) commands += "<code>" + escaped(command) + "</code>\n";
    }
    std::string facts =
        "Session " + described.session + ", " + std::string(event_kind_word(described.kind)) +
        ", seed " + std::to_string(described.seed) +
        ", starting order: " + std::string(starting_order_word(described.order)) + ".";
    return section(std::to_string(event + 1) + ". " + described.name,
                   html_paragraph(facts) +
                       table(head("", "place") + head("name", "participant") + head("", "points") +
                                 head("", "score") + head("", "behind") + head("", ""),
                             rows) +
                       (commands.empty() ? ""
                                         : "<details><summary>Repeat a run</summary>\n" + commands +
                                               "</details>\n"));
}

std::string rules(const ChampionshipResult& result) {
    std::string points;
    for (const std::int64_t number : result.championship.points)
        points += (points.empty() ? "" : ", ") + std::to_string(number);
    return html_paragraph(
               "In each event the smaller score is the better one. Equal scores share a "
               "place, and the next place is left out.") +
           html_paragraph("Points from the first place down: " + points + ".") +
           html_paragraph(
               "A run that did not finish, that the judge failed, or that has no score "
               "has no place and no points.") +
           html_paragraph("A practice is driven and listed, and counts for nothing.") +
           html_paragraph(
               "Most points win. Equal points: more first places, then more second "
               "places, and so on; who is equal in all shares the place.");
}

}  // namespace

std::string ranking_page(const ChampionshipResult& result) {
    std::string page =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
        escaped(result.championship.name) + "</title>\n<style>" + std::string(page_style) +
        std::string(ranking_style) + "</style></head>\n<body><main>\n";
    page += banner(result);
    page += section("Points", points_figure(result));
    const std::string places = places_figure(result);
    if (!places.empty()) page += section("The way there", places);
    page += section("Event by event", cross_table(result));
    for (std::size_t event = 0; event < result.championship.events.size(); ++event)
        page += event_section(result, event);
    page += section("How it is counted", rules(result));
    return page + "<footer>Written by ghostcar " + escaped(version) +
           ".</footer>\n</main></body></html>\n";
}

}  // namespace ghostcar::board
