// SPDX-License-Identifier: Apache-2.0
#include "rt_core/pace.h"

#include <charconv>
#include <sstream>

namespace ghostcar::rt_core {
namespace {

std::optional<double> number(std::string_view text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

std::string Pace::text() const {
    if (fast) return "fast";
    if (is_realtime()) return "realtime";
    std::ostringstream out;
    out << factor;
    return out.str();
}

std::optional<Pace> Pace::parse(std::string_view text) {
    if (text == "realtime") return Pace{false, 1.0};
    if (text == "fast") return Pace{true, 1.0};
    const std::size_t slash = text.find('/');
    const std::optional<double> above = number(text.substr(0, slash));
    const std::optional<double> below =
        slash == std::string_view::npos ? 1.0 : number(text.substr(slash + 1));
    if (!above || !below) return std::nullopt;
    const double factor = *above / *below;
    if (!(factor >= slowest && factor <= fastest)) return std::nullopt;  // NaN fails too
    return Pace{false, factor};
}

}  // namespace ghostcar::rt_core
