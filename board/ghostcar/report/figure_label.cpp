// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/figure_label.h"

#include <algorithm>
#include <array>

namespace ghostcar::board {
namespace {

struct UnitSuffix {
    std::string_view suffix;
    std::string_view unit;
};

// The first that fits counts, so longer ones stand before those they end with.
constexpr std::array<UnitSuffix, 24> unit_suffixes{{
    {"_n_per_mps2", "N/(m/s)²"},
    {"_n_per_mps", "N/(m/s)"},
    {"_mps3", "m/s³"},
    {"_mps2", "m/s²"},
    {"_radps", "rad/s"},
    {"_percent", "%"},
    {"_turns", "turns"},
    {"_pct", "%"},
    {"_kph", "km/h"},
    {"_mps", "m/s"},
    {"_rpm", "1/min"},
    {"_rad", "rad"},
    {"_deg", "°"},
    {"_nm", "N·m"},
    {"_kj", "kJ"},
    {"_s2", "s²"},
    {"_us", "µs"},
    {"_ms", "ms"},
    {"_kg", "kg"},
    {"_km", "km"},
    {"_s", "s"},
    {"_m", "m"},
    {"_n", "N"},
    {"_j", "J"},
}};

/// "shift 1 from 2 to 3 time" becomes "shift 1 (2→3) time".
void shorten_shift(std::string& words) {
    constexpr std::string_view from = " from ";
    constexpr std::string_view to = " to ";
    const std::size_t from_at = words.find(from);
    const std::size_t to_at = words.find(to, std::min(from_at, words.size()));
    if (words.rfind("shift ", 0) != 0 || to_at == std::string::npos) return;
    const std::size_t end = std::min(words.find(' ', to_at + to.size()), words.size());
    words.insert(end, ")");
    words.replace(to_at, to.size(), "→");
    words.replace(from_at, from.size(), " (");
}

}  // namespace

FigureLabel figure_label(std::string_view key) {
    FigureLabel label;
    for (const UnitSuffix& entry : unit_suffixes) {
        if (key.size() > entry.suffix.size() &&
            key.substr(key.size() - entry.suffix.size()) == entry.suffix) {
            key.remove_suffix(entry.suffix.size());
            label.unit = entry.unit;
            break;
        }
    }
    label.words = key;
    std::replace(label.words.begin(), label.words.end(), '_', ' ');
    shorten_shift(label.words);
    return label;
}

}  // namespace ghostcar::board
