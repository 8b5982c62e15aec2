// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "model/math/trigonometry.h"

namespace ghostcar::model {

class Track;

/// The road's centre line as points, so that 200 of them in a car's frame cost little more than
/// their rotation, four at a time.
///
/// A preview starts anywhere but asks for points exactly a metre apart: the line is kept four
/// times, each time in steps of a metre and a quarter of a metre later than before. Between two
/// quarters it is taken as straight, which in a bend of 10 m radius leaves 0.25²/(8·10) < 0.8 mm.
/// Coordinates are floats from the beginning of a block that is long enough for a preview: within
/// 500 m they are good to 0.03 mm, however far away the world's origin is.
class PreviewLine {
public:
    static constexpr std::size_t points = 200;
    using Preview = float[points][2];  // as the C header has it

    explicit PreviewLine(const Track& track);

    /// preview[k]: the point k metres after station `along_m` (in [0, length]), seen from
    /// (x_m, y_m) by one who looks along `heading`.
    void look(double along_m, double x_m, double y_m, const SineCosine& heading,
              Preview& preview) const noexcept;

private:
    static constexpr std::size_t quarters = 4;
    static constexpr std::size_t starts = 256;  // a block's previews, a metre apart

    /// [quarter][n]: the point n + quarter/4 metres after the block's beginning, from there.
    using Coordinates = std::array<std::array<float, starts + points>, quarters>;
    struct Block {
        double x_m;
        double y_m;
        Coordinates x;
        Coordinates y;
    };

    std::vector<Block> blocks_;
    double last_start_ = 0.0;  // the last quarter a preview may start from
};

}  // namespace ghostcar::model
