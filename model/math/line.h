// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ghostcar::model {

/// The straight line that a piecewise linear table follows near `x`. A tick looks its tables up
/// once and moves along these lines: within a millisecond an engine's speed changes by about one
/// rad/s, and a kink inside a Runge–Kutta step would cost more accuracy than one at its end.
struct Line {
    double x;
    double y;
    double slope;

    [[nodiscard]] double at(double value) const noexcept { return y + slope * (value - x); }
};

}  // namespace ghostcar::model
