// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace ghostcar::board {

/// A figure's key, for people: "largest_speed_kph" is "largest speed" in "km/h".
struct FigureLabel {
    std::string words;
    std::string unit;  // empty: a plain number
};

[[nodiscard]] FigureLabel figure_label(std::string_view key);

}  // namespace ghostcar::board
