// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/race_table.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "board/ghostcar/report/html.h"
#include "board/ghostcar/report/page.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

using nlohmann::json;

std::string with_unit(const std::string& value, const char* unit) {
    return value.empty() ? "\u2013" : value + unit;
}

std::string row(const json& car, std::size_t number) {
    const json& judge = member(car, "judge");
    return "<tr><th scope=\"row\">" + escaped(with_unit(member_text(car, "place"), "")) + "</th>" +
           html_cell("car " + std::to_string(number) + ", " + member_text(car, "vehicle")) +
           html_cell(with_unit(member_text(car, "score"), "")) +
           html_cell(with_unit(member_text(car, "arrival"), "")) +
           html_cell(member(car, "score").is_null()
                         ? "\u2013"
                         : with_unit(member_text(judge, "finish_time_s"), "\u00a0s")) +
           html_cell(with_unit(member_text(judge, "damage"), "")) +
           html_cell(member_text(car, "message")) + "</tr>\n";
}

}  // namespace

std::string race_section(const json& result) {
    const json& cars = member(result, "cars");
    if (member_text(result, "kind") != "race" || !cars.is_array()) return "";
    constexpr double last = std::numeric_limits<double>::max();
    std::vector<std::pair<double, std::string>> rows;
    for (std::size_t index = 0; index < cars.size(); ++index)
        rows.emplace_back(member_number(cars[index], "place").value_or(last),
                          row(cars[index], index + 1));
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string text =
        "<table class=\"wide\"><caption>Score = finishing time + damage / 10, less is "
        "better</caption>" +
        html_head({"place", "car", "score", "arrival", "time", "damage", "words"}) + "<tbody>";
    for (const auto& [place, markup] : rows) text += markup;
    return html_section("The race", text + "</tbody></table>\n");
}

}  // namespace ghostcar::board
