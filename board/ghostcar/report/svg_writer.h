// SPDX-License-Identifier: Apache-2.0
// The few SVG elements a plot is made of.
#pragma once

#include <string>
#include <string_view>

namespace ghostcar::board {

/// name="value" with a leading space; the value is escaped.
[[nodiscard]] std::string attribute(std::string_view name, std::string_view value);
/// name="12.5" with a leading space.
[[nodiscard]] std::string attribute(std::string_view name, double value);

struct SvgPosition {
    double x = 0.0;
    double y = 0.0;
};

enum class TextAnchor { start, middle, end };

[[nodiscard]] std::string svg_line(std::string_view css_class, SvgPosition from, SvgPosition to);
[[nodiscard]] std::string svg_rectangle(std::string_view css_class, SvgPosition corner,
                                        double width, double height, std::string_view tooltip = {});
[[nodiscard]] std::string svg_text(std::string_view css_class, SvgPosition at, TextAnchor anchor,
                                   std::string_view text);
[[nodiscard]] std::string svg_circle(std::string_view css_class, SvgPosition centre, double radius);

/// How wide a label is drawn, about: the page's font is the reader's choice.
[[nodiscard]] double estimated_width_px(std::string_view text) noexcept;

}  // namespace ghostcar::board
