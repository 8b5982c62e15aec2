// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <string_view>

#include "board/ghostcar/report/cycle_figures.h"
#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/text.h"
#include "model/judge/drive_trace.h"

namespace ghostcar::board {
namespace {

using nlohmann::json;

struct IndexWords {
    const char* key;
    const char* name;
    const char* meaning;
    const char* unit;
};

constexpr std::array<IndexWords, 6> index_words{{
    {"iwr_pct", "IWR", "inertial work rating", "%"},
    {"rmsse_kph", "RMSSE", "root mean square speed error", "km/h"},
    {"er_pct", "ER", "energy rating", "%"},
    {"dr_pct", "DR", "distance rating", "%"},
    {"eer_pct", "EER", "energy economy rating", "%"},
    {"ascr_pct", "ASCR", "absolute speed change rating", "%"},
}};

std::string index_text(const json& indices, const IndexWords& words) {
    const auto value = member_number(indices, words.key);
    return value ? number_text(*value, 3) + "\u00a0" + words.unit : "not defined";
}

/// "" without a bound, else whether it was held.
std::string judged(const json& indices, const IndexWords& words) {
    const auto value = member_number(indices, words.key);
    if (!value) return {};
    const std::string_view key = words.key;
    if (key == "iwr_pct")
        return *value > model::lowest_iwr_pct && *value < model::highest_iwr_pct ? "good" : "bad";
    if (key == "rmsse_kph") return *value < model::highest_rmsse_kph ? "good" : "bad";
    return {};
}

std::string bound_text(const IndexWords& words) {
    const std::string_view key = words.key;
    if (key == "iwr_pct")
        return "above " + number_text(model::lowest_iwr_pct, 1) + ", below " +
               number_text(model::highest_iwr_pct, 1) + "\u00a0%";
    if (key == "rmsse_kph")
        return "below " + number_text(model::highest_rmsse_kph, 1) + "\u00a0km/h";
    return "reported only";
}

std::string index_table(const json& judge) {
    const json& raw = member(judge, "as_driven");
    const bool replaced = member_number(judge, "full_accelerator_s").value_or(0.0) > 0.0;
    std::vector<std::string> names{"index", "together", "bound (WLTP)", "held"};
    if (replaced) names.emplace_back("nothing replaced");
    std::string text = "<table class=\"wide\"><caption>Drive-quality indices</caption>" +
                       html_head(names) + "<tbody>";
    for (const IndexWords& words : index_words) {
        const std::string held = judged(judge, words);
        text += "<tr><th scope=\"row\">" + std::string(words.name) + ", " + words.meaning +
                "</th>" + html_cell(index_text(judge, words)) + html_cell(bound_text(words)) +
                html_cell(held.empty()     ? ""
                          : held == "good" ? "held"
                                           : "missed",
                          held);
        if (replaced) text += html_cell(index_text(raw, words));
        text += "</tr>\n";
    }
    return text + "</tbody></table>\n";
}

std::string phase_table(const json& judge) {
    const json& phases = member(judge, "phases");
    if (!phases.is_array() || phases.size() < 2) return {};
    std::vector<std::string> names{"phase", "from"};
    for (const IndexWords& words : index_words) names.emplace_back(words.name);
    names.emplace_back("excursions");
    std::string text =
        "<table class=\"wide\"><caption>Phase by phase</caption>" + html_head(names) + "<tbody>";
    for (const json& phase : phases) {
        text += "<tr><th scope=\"row\">" + escaped(member_text(phase, "name")) + "</th>" +
                html_cell(number_text(member_number(phase, "from_s").value_or(0.0), 0) + "\u00a0s");
        for (const IndexWords& words : index_words)
            text += html_cell(index_text(phase, words), judged(phase, words));
        text += html_cell(member_text(phase, "excursions")) + "</tr>\n";
    }
    return text + "</tbody></table>\n";
}

std::string method_text(const json& judge) {
    const auto number = [&judge](const char* key) { return member_text(judge, key); };
    return "Method: " + number("method") + ". Tolerance \u00b1" + number("tolerance_kph") +
           "\u00a0km/h within \u00b1" + number("tolerance_s") + "\u00a0s. Road load " +
           number("f0_n") + " + " + number("f1_n_per_mps") + "\u00a0v + " +
           number("f2_n_per_mps2") + "\u00a0v\u00b2 N (v in m/s), test mass " + number("mass_kg") +
           "\u00a0kg. While the accelerator is fully pressed (" + number("full_accelerator_s") +
           "\u00a0s) the target replaces the driven speed.";
}

}  // namespace

std::string quality_tables(const json& result) {
    const json& judge = member(result, "judge");
    if (!member(judge, "method").is_string())
        return html_paragraph("The drive ended before the cycle began: nothing was judged.");
    return index_table(judge) + phase_table(judge) + html_paragraph(method_text(judge));
}

std::string excursion_table(const json& result) {
    const json& judge = member(result, "judge");
    const json& list = member(judge, "excursion_list");
    if (!list.is_array() || list.empty())
        return html_paragraph("The speed never left the tolerance.");
    std::string text = "<table class=\"wide\"><caption>" +
                       escaped(member_text(judge, "excursions")) + " counted, longest " +
                       escaped(member_text(judge, "longest_excursion_s")) + "\u00a0s, together " +
                       escaped(member_text(judge, "total_excursion_s")) + "\u00a0s</caption>" +
                       html_head({"cause", "at", "for", "farthest from the band", "counts"}) +
                       "<tbody>";
    for (const json& item : list) {
        const double worst_kph = member_number(item, "worst_kph").value_or(0.0);
        text +=
            "<tr><th scope=\"row\">" + escaped(member_text(item, "cause")) + "</th>" +
            html_cell(number_text(member_number(item, "from_s").value_or(0.0), 1) + "\u00a0s") +
            html_cell(number_text(member_number(item, "duration_s").value_or(0.0), 1) + "\u00a0s") +
            html_cell(number_text(std::fabs(worst_kph), 2) + "\u00a0km/h " +
                      (worst_kph > 0.0 ? "above" : "below")) +
            html_cell(member(item, "counts") == true ? "yes" : "no: full accelerator") + "</tr>\n";
    }
    return text + "</tbody></table>\n";
}

std::string wire_tables(const json& result) {
    const json& wires = member(result, "wires");
    const json& staged = member(wires, "staged");
    const json& reports = member(wires, "reports");
    std::string text;
    if (staged.is_array() && !staged.empty()) {
        text += "<table class=\"wide\"><caption>Staged by the session</caption>" +
                html_head({"signal", "trouble", "how much", "at", "for"}) + "<tbody>";
        for (const json& fault : staged)
            text += "<tr><th scope=\"row\">" + escaped(member_text(fault, "signal")) + "</th>" +
                    html_cell(member_text(fault, "kind")) +
                    html_cell(member_text(fault, "amount")) +
                    html_cell(member_text(fault, "at_s") + "\u00a0s") +
                    html_cell(member_text(fault, "for_s") + "\u00a0s") + "</tr>\n";
        text += "</tbody></table>\n";
    }
    if (reports.is_array() && !reports.empty()) {
        text += "<table class=\"wide\"><caption>Reported by the wires</caption>" +
                html_head({"signal", "what", "at", "volts"}) + "<tbody>";
        for (const json& report : reports)
            text += "<tr><th scope=\"row\">" + escaped(member_text(report, "signal")) + "</th>" +
                    html_cell(member_text(report, "trouble")) +
                    html_cell(member_text(report, "at_s") + "\u00a0s") +
                    html_cell(member_text(report, "volts")) + "</tr>\n";
        text += "</tbody></table>\n";
    }
    if (text.empty()) return text;
    const auto excursions = member_number(member(result, "judge"), "excursions");
    const bool finished = member_text(result, "outcome") == "finished";
    if (excursions && finished)
        text += html_paragraph(*excursions == 0.0
                                   ? "With these troubles the speed never left the tolerance."
                                   : "With these troubles the speed left the tolerance; see the "
                                     "excursions.");
    return text;
}

std::string work_tables(const json& result) {
    const json& judge = member(result, "judge");
    std::string text = "<div class=\"tables\"><table class=\"wide\"><caption>Legs</caption>" +
                       html_head({"", "accelerator", "brake", "clutch"}) + "<tbody>";
    const std::array<std::pair<const char*, const char*>, 5> rows{
        {{"presses", "presses"},
         {"reversals", "changes of direction"},
         {"travel_strokes", "travel, full strokes"},
         {"largest_speed_per_s", "largest speed, strokes/s"},
         {"rms_acceleration_per_s2", "smoothness: rms acceleration, strokes/s²"}}};
    for (const auto& [key, name] : rows) {
        text += "<tr><th scope=\"row\">" + std::string(name) + "</th>";
        for (const char* leg : {"accelerator", "brake", "clutch"})
            text += html_cell(member_text(member(judge, leg), key));
        text += "</tr>\n";
    }
    text += "</tbody></table>\n";
    std::vector<Row> others;
    const auto add = [&](const char* name, const char* key, const char* unit) {
        const std::string value = member_text(judge, key);
        if (!value.empty())
            others.emplace_back(name, value + (*unit == '\0' ? "" : "\u00a0") + unit);
    };
    add("accelerator and brake together", "pedal_overlap_s", "s");
    add("clutch slipping", "clutch_slip_s", "s");
    add("work in the slipping clutch", "clutch_slip_energy_j", "J");
    add("shifts", "shifts", "");
    add("out of gear in a shift, mean", "mean_shift_s", "s");
    add("out of gear in a shift, longest", "longest_shift_s", "s");
    add("missed or ground shifts", "blocked_shifts", "");
    add("stalls", "stalls", "");
    add("accelerator fully pressed", "full_accelerator_s", "s");
    return text + html_table("Hand, clutch and engine", others) + "</div>\n";
}

}  // namespace ghostcar::board
