// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/html.h"

#include "board/ghostcar/report/text.h"

namespace ghostcar::board {

std::string html_table(std::string_view heading, const std::vector<Row>& rows) {
    if (rows.empty()) return {};
    std::string text = "<table><caption>" + escaped(heading) + "</caption><tbody>\n";
    for (const auto& [name, value] : rows) {
        text += "<tr><th scope=\"row\">" + escaped(name) + "</th><td>" + escaped(value) +
                "</td></tr>\n";
    }
    return text + "</tbody></table>\n";
}

std::string html_head(const std::vector<std::string>& names) {
    std::string text = "<thead><tr>";
    for (const std::string& name : names) text += "<th scope=\"col\">" + escaped(name) + "</th>";
    return text + "</tr></thead>";
}

std::string html_cell(std::string_view text, std::string_view css_class) {
    return "<td" + (css_class.empty() ? "" : " class=\"" + std::string(css_class) + "\"") + ">" +
           escaped(text) + "</td>";
}

std::string html_figure(std::string_view drawing, std::string_view caption) {
    return "<figure>" + std::string(drawing) + "<figcaption>" + escaped(caption) +
           "</figcaption></figure>\n";
}

std::string html_picture(std::string_view svg, std::string_view description) {
    // A data URL (RFC 2397): what HTML or URLs would take for their own is written as %XX.
    constexpr std::string_view special = "%#\"<>&'\n";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string address = "data:image/svg+xml,";
    for (const char letter : svg) {
        if (special.find(letter) == std::string_view::npos) {
            address += letter;
            continue;
        }
        const auto code = static_cast<unsigned char>(letter);
        address += '%';
        address += digits[code >> 4U];
        address += digits[code & 15U];
    }
    return "<img class=\"picture\" alt=\"" + escaped(description) + "\" src=\"" + address + "\">";
}

std::string html_paragraph(std::string_view text) {
    return "<p>" + escaped(text) + "</p>\n";
}

const nlohmann::json& member(const nlohmann::json& object, std::string_view key) {
    static const nlohmann::json missing;
    if (!object.is_object()) return missing;
    const auto found = object.find(std::string(key));
    return found == object.end() ? missing : *found;
}

std::string value_text(const nlohmann::json& value) {
    if (value.is_null()) return {};
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    // Counts and seeds are exact to the last digit.
    if (value.is_number_integer()) return value.dump();
    if (value.is_number()) return short_number_text(value.get<double>());
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string member_text(const nlohmann::json& object, std::string_view key) {
    return value_text(member(object, key));
}

std::optional<double> member_number(const nlohmann::json& object, std::string_view key) {
    const nlohmann::json& value = member(object, key);
    if (!value.is_number()) return std::nullopt;
    return value.get<double>();
}

}  // namespace ghostcar::board
