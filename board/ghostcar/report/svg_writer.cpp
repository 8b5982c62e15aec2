// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/svg_writer.h"

#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

// Of sans-serif text at 12 px, on the wide side.
constexpr double character_width_px = 6.6;

std::string_view anchor_text(TextAnchor anchor) {
    switch (anchor) {
        case TextAnchor::middle:
            return "middle";
        case TextAnchor::end:
            return "end";
        case TextAnchor::start:
            break;
    }
    return "start";
}

}  // namespace

std::string attribute(std::string_view name, std::string_view value) {
    return " " + std::string(name) + "=\"" + escaped(value) + "\"";
}

std::string attribute(std::string_view name, double value) {
    return " " + std::string(name) + "=\"" + coordinate_text(value) + "\"";
}

std::string svg_line(std::string_view css_class, SvgPosition from, SvgPosition to) {
    return "<line" + attribute("class", css_class) + attribute("x1", from.x) +
           attribute("y1", from.y) + attribute("x2", to.x) + attribute("y2", to.y) + "/>";
}

std::string svg_rectangle(std::string_view css_class, SvgPosition corner, double width,
                          double height, std::string_view tooltip) {
    const std::string head = "<rect" + attribute("class", css_class) + attribute("x", corner.x) +
                             attribute("y", corner.y) + attribute("width", width) +
                             attribute("height", height);
    if (tooltip.empty()) return head + "/>";
    return head + "><title>" + escaped(tooltip) + "</title></rect>";
}

std::string svg_text(std::string_view css_class, SvgPosition at, TextAnchor anchor,
                     std::string_view text) {
    return "<text" + attribute("class", css_class) + attribute("x", at.x) + attribute("y", at.y) +
           attribute("text-anchor", anchor_text(anchor)) + ">" + escaped(text) + "</text>";
}

std::string svg_circle(std::string_view css_class, SvgPosition centre, double radius) {
    return "<circle" + attribute("class", css_class) + attribute("cx", centre.x) +
           attribute("cy", centre.y) + attribute("r", radius) + "/>";
}

double estimated_width_px(std::string_view text) noexcept {
    return character_width_px * static_cast<double>(visible_length(text));
}

}  // namespace ghostcar::board
