// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/result_card.h"

#include <array>
#include <string_view>
#include <vector>

#include "board/ghostcar/report/figure_label.h"
#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

using nlohmann::json;

/// Word, colour and shape say the same, so that it also reads without colour.
struct Badge {
    std::string_view colour;  // a class of the style sheet
    std::string_view shape;   // inside a 48 × 48 drawing
};

constexpr Badge passed_badge{
    "passed", "<circle cx=\"24\" cy=\"24\" r=\"22\"/><path d=\"M14 25l7 7 13-15\"/>"};
constexpr Badge failed_badge{"failed",
                             "<path class=\"solid\" d=\"M15 2h18l13 13v18L33 46H15L2 "
                             "33V15z\"/><path d=\"M16 16l16 16M32 16L16 32\"/>"};
constexpr Badge broken_badge{
    "broken", "<path class=\"solid\" d=\"M24 3l22 41H2z\"/><path d=\"M24 18v12M24 36v1\"/>"};
constexpr Badge none_badge{
    "none", "<rect x=\"3\" y=\"3\" width=\"42\" height=\"42\" rx=\"8\"/><path d=\"M14 24h20\"/>"};

/// A run that broke off is neither passed nor failed, whatever the judge had seen by then.
Badge badge_of(const std::string& verdict, const std::string& outcome) {
    if (verdict == "failed" || outcome == "violation") return failed_badge;
    if (outcome == "aborted" || outcome == "invalid") return broken_badge;
    return verdict == "passed" ? passed_badge : none_badge;
}

std::string headline(const std::string& verdict, const std::string& outcome,
                     const std::string& score) {
    std::string words = verdict.empty() || verdict == "none" ? "no verdict" : verdict;
    const bool ordinary = outcome.empty() || outcome == "finished";
    if (!ordinary) words += " \u2013 " + outcome;
    if (!score.empty()) words += ", score " + score;
    return words;
}

void add_row(std::vector<Row>& rows, std::string name, std::string value,
             std::string_view unit = {}) {
    if (value.empty()) return;
    if (!unit.empty()) value += "\u00a0" + std::string(unit);
    rows.emplace_back(std::move(name), std::move(value));
}

/// The judge's object may hold lists and objects (one entry per shift): each number gets a row.
void add_figures(std::vector<Row>& rows, const std::string& prefix, const json& value) {
    if (value.is_object()) {
        for (const auto& item : value.items()) {
            add_figures(rows, prefix.empty() ? item.key() : prefix + " " + item.key(),
                        item.value());
        }
    } else if (value.is_array()) {
        int number = 1;
        for (const json& item : value)
            add_figures(rows, prefix + " " + std::to_string(number++), item);
    } else {
        const FigureLabel label = figure_label(prefix);
        add_row(rows, label.words, value_text(value), label.unit);
    }
}

std::vector<Row> run_rows(const json& result) {
    std::vector<Row> rows;
    for (const std::string_view key : {"session", "kind", "vehicle", "board", "pace"}) {
        add_row(rows, std::string(key), member_text(result, key));
    }
    if (const json& park = member(result, "park"); park.is_object())
        add_row(rows, "lot",
                member_text(park, "lot") + ", " + member_text(park, "direction") + " first");
    add_row(rows, "started", member_text(result, "started_at"));
    add_row(rows, "simulated time", member_text(result, "sim_time_s"), "s");
    add_row(rows, "ticks", member_text(result, "ticks"));
    add_row(rows, "outcome", member_text(result, "outcome"));
    add_row(rows, "verdict", member_text(result, "verdict"));
    const std::string score = member_text(result, "score");
    add_row(rows, "score", score.empty() ? "none" : score + " (less is better)");
    return rows;
}

std::vector<Row> proof_rows(const json& result) {
    std::vector<Row> rows;
    add_row(rows, "state hash", member_text(result, "state_hash"));
    add_row(rows, "inputs hash", member_text(result, "inputs_hash"));
    add_row(rows, "seed", member_text(result, "seed"));
    add_row(rows, "replayable", member_text(result, "replayable"));
    add_row(rows, "real time granted", member_text(result, "realtime"));
    add_row(rows, "ghostcar", member_text(result, "ghostcar_version"));
    return rows;
}

std::vector<Row> controller_rows(const json& result) {
    const json& controller = member(result, "controller");
    std::vector<Row> rows;
    if (!controller.contains("kind")) return rows;  // who decides inside the tick misses nothing
    add_row(rows, "periods", member_text(controller, "periods"));
    add_row(rows, "missed", member_text(controller, "missed"));
    add_row(rows, "values out of range", member_text(controller, "clamped"));
    const json& spend = member(controller, "spend_us");
    for (const std::string_view key : {"p50", "p99", "max"}) {
        add_row(rows, "time spent, " + std::string(key), member_text(spend, key), "\u00b5s");
    }
    return rows;
}

}  // namespace

std::string verdict_banner(const json& result) {
    const std::string verdict = member_text(result, "verdict");
    const std::string outcome = member_text(result, "outcome");
    const Badge badge = badge_of(verdict, outcome);
    std::string facts;
    for (const std::string_view key : {"vehicle", "board", "pace", "started_at"}) {
        const std::string text = member_text(result, key);
        if (text.empty()) continue;
        const std::string_view before = key == "pace" ? "pace " : key == "board" ? "board " : "";
        facts += (facts.empty() ? "" : " \u00b7 ") + std::string(before) + text;
    }
    const std::string title = member_text(result, "title");
    std::string text =
        "<header class=\"banner " + std::string(badge.colour) +
        "\"><svg class=\"badge\" viewBox=\"0 0 48 48\" aria-hidden=\"true\">" +
        std::string(badge.shape) + "</svg><div><p class=\"session\">" +
        escaped(member_text(result, "session") + (title.empty() ? "" : ": " + title)) + "</p><h1>" +
        escaped(headline(verdict, outcome, member_text(result, "score"))) + "</h1>";
    const std::string message = member_text(result, "message");
    if (!message.empty()) text += "<p class=\"message\">" + escaped(message) + "</p>";
    text += "<p class=\"facts\">" + escaped(facts) + "</p>";
    const std::string hash = member_text(result, "state_hash");
    if (!hash.empty())
        text += "<p class=\"facts\">state hash <code>" + escaped(hash) + "</code></p>";
    return text + "</div></header>\n";
}

std::string result_tables(const json& result) {
    std::vector<Row> figures;
    add_figures(figures, "", member(result, "judge"));
    return "<div class=\"tables\">" + html_table("The run", run_rows(result)) +
           html_table("The judge\u2019s figures", figures) + "<div>" +
           html_table("The proof", proof_rows(result)) +
           html_table("The controller", controller_rows(result)) + "</div></div>\n";
}

}  // namespace ghostcar::board
