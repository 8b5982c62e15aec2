// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "model/math/trigonometry.h"

namespace ghostcar::model {

class Track;

/// The road's centre line as points, so that 200 of them in a car's frame cost little more than
/// their rotation. A preview starts anywhere but asks for points exactly a metre apart: the line
/// is kept four times, each time in steps of a metre and a quarter of a metre later than before.
/// Between two quarters it is taken as straight, which in a bend of 10 m radius leaves
/// 0.25²/(8·10) < 0.8 mm.
class PreviewLine {
public:
    static constexpr std::size_t points = 200;
    using Preview = float[points][2];  // NOLINT(modernize-avoid-c-arrays): as the C header has it

    explicit PreviewLine(const Track& track);

    /// preview[k]: the point k metres after station `along_m` (in [0, length]), seen from
    /// (x_m, y_m) by one who looks along `heading`.
    void look(double along_m, double x_m, double y_m, const SineCosine& heading,
              Preview& preview) const noexcept;

private:
    static constexpr std::size_t quarters = 4;

    struct Points {
        std::vector<double> x_m;
        std::vector<double> y_m;
    };
    std::array<Points, quarters> lines_;  // lines_[q], point n: station n + q/4
    double last_start_ = 0.0;             // the last quarter a preview may start from
};

}  // namespace ghostcar::model
