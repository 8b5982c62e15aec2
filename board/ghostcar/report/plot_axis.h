// SPDX-License-Identifier: Apache-2.0
// An axis: which values it spans, where its ticks are, and where a value lies on it.
#pragma once

#include <string>
#include <vector>

namespace ghostcar::board {

struct PlotAxis {
    double low = 0.0;
    double high = 1.0;
    bool logarithmic = false;
    int decimals = 0;
    std::vector<double> ticks;

    /// 0 at `low`, 1 at `high`; outside values lie outside, but never so far that a renderer's
    /// single-precision coordinates break.
    [[nodiscard]] double position(double value) const noexcept;
    [[nodiscard]] std::string tick_text(double tick) const;
};

/// The smallest of 1, 2, 5 × 10ⁿ that divides `span` into at most `most_steps` steps, and not
/// smaller than `smallest_step`.
[[nodiscard]] double nice_step(double span, int most_steps, double smallest_step = 0.0) noexcept;

/// Spans exactly low…high, with ticks at round values inside. For time.
[[nodiscard]] PlotAxis exact_axis(double low, double high, int most_steps);

/// Spans low…high widened to round values at both ends. For measured values. A single value (a
/// constant series) gets room around it.
[[nodiscard]] PlotAxis round_axis(double low, double high, int most_steps,
                                  double smallest_step = 0.0);

/// Decades from 1 to at least `high`, with room below so that a count of 1 is visible.
[[nodiscard]] PlotAxis decade_axis(double high);

}  // namespace ghostcar::board
