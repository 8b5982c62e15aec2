// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::model {

/// Lanes of equal width, side by side, their middle on the centre line.
struct Lanes {
    std::int64_t count = 1;
    double width_m = 3.0;

    /// Of a lane's middle from the centre line, positive to the left; lane 0 is the rightmost.
    [[nodiscard]] double centre_offset_m(std::int64_t lane) const noexcept {
        return (static_cast<double>(lane) - 0.5 * static_cast<double>(count - 1)) * width_m;
    }
};

}  // namespace ghostcar::model
