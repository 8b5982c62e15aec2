// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/plot_axis.h"

#include <algorithm>
#include <cmath>

#include "board/ghostcar/report/text.h"

namespace ghostcar::board {
namespace {

// A tick that rounding has put a hair outside the range is still inside.
constexpr double tolerance = 1e-9;
constexpr double largest_value = 1e12;
constexpr double farthest_position = 100.0;

struct Span {
    double low;
    double high;
};

/// Finite, in order, and wide enough that steps between its ends are distinct doubles.
Span usable(double low, double high) {
    if (!std::isfinite(low)) low = std::isfinite(high) ? high : 0.0;
    if (!std::isfinite(high)) high = low;
    low = std::clamp(low, -largest_value, largest_value);
    high = std::clamp(high, -largest_value, largest_value);
    if (low > high) std::swap(low, high);
    const double size = std::max(std::fabs(low), std::fabs(high));
    if (high - low > tolerance * size && high - low > 1e-12) return {low, high};
    const double room = size > 0.0 ? std::max(0.05 * size, 1e-9) : 0.5;
    return {low - room, high + room};
}

int decimals_of(double step) {
    int decimals = 0;
    while (decimals < 12 && step < 1.0 - tolerance) {
        step *= 10.0;
        ++decimals;
    }
    return decimals;
}

PlotAxis with_ticks(Span span, double step) {
    PlotAxis axis;
    axis.low = span.low;
    axis.high = span.high;
    axis.decimals = decimals_of(step);
    const auto first = static_cast<long long>(std::ceil(span.low / step - tolerance));
    const auto last = static_cast<long long>(std::floor(span.high / step + tolerance));
    // Whole multiples, not a running sum: 0.1 added ten times is not 1.
    for (long long count = first; count <= last; ++count) {
        axis.ticks.push_back(static_cast<double>(count) * step);
    }
    return axis;
}

}  // namespace

double PlotAxis::position(double value) const noexcept {
    double share = 0.0;
    if (logarithmic) {
        share = (std::log10(std::max(value, low)) - std::log10(low)) /
                (std::log10(high) - std::log10(low));
    } else {
        share = (value - low) / (high - low);
    }
    return std::clamp(share, -farthest_position, farthest_position);
}

std::string PlotAxis::tick_text(double tick) const {
    if (!logarithmic || tick < 1e3) return number_text(tick, decimals);
    return tick < 1e6 ? number_text(tick / 1e3, 0) + "k" : number_text(tick / 1e6, 0) + "M";
}

double nice_step(double span, int most_steps, double smallest_step) noexcept {
    if (!std::isfinite(span) || span <= 0.0) return std::max(1.0, smallest_step);
    const double least = std::max(span / std::max(most_steps, 1), smallest_step);
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (least <= factor * decade * (1.0 + tolerance)) return factor * decade;
    }
    return 10.0 * decade;
}

PlotAxis exact_axis(double low, double high, int most_steps) {
    const Span span = usable(low, high);
    return with_ticks(span, nice_step(span.high - span.low, most_steps));
}

PlotAxis round_axis(double low, double high, int most_steps, double smallest_step) {
    const Span span = usable(low, high);
    const double step = nice_step(span.high - span.low, most_steps, smallest_step);
    return with_ticks({step * std::floor(span.low / step + tolerance),
                       step * std::ceil(span.high / step - tolerance)},
                      step);
}

PlotAxis decade_axis(double high) {
    PlotAxis axis;
    axis.logarithmic = true;
    axis.low = 0.6;
    const double top = std::isfinite(high) ? std::clamp(high, 10.0, largest_value) : 10.0;
    axis.ticks.push_back(1.0);
    while (axis.ticks.back() < top * (1.0 - tolerance)) {
        axis.ticks.push_back(axis.ticks.back() * 10.0);
    }
    axis.high = axis.ticks.back();
    return axis;
}

}  // namespace ghostcar::board
