// SPDX-License-Identifier: Apache-2.0
#include "rt_core/histogram.h"

namespace ghostcar::rt_core {

double Histogram::percentile_us(double share) const noexcept {
    const std::uint64_t total = count();
    if (total == 0) return 0.0;
    // The rank of the value asked for: the smallest number of values that is at least `share` of
    // all (nearest-rank percentile).
    const double exact = share * static_cast<double>(total);
    auto rank = static_cast<std::uint64_t>(exact);
    if (static_cast<double>(rank) < exact) ++rank;
    if (rank == 0) rank = 1;
    std::uint64_t seen = 0;
    for (std::size_t index = 0; index + 1 < bin_count; ++index) {
        seen += bin(index);
        if (seen >= rank) return static_cast<double>(index);
    }
    return max_us();
}

}  // namespace ghostcar::rt_core
