// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/phase_plan.h"

#include <algorithm>
#include <numeric>

namespace ghostcar::can_bridge {
namespace {

// Long enough for the usual cycles (10 ms to 1 s) to repeat; others are spread about as well.
constexpr std::int64_t horizon_ticks = 2000;

double fullest(const std::vector<double>& ticks, std::int64_t phase, std::int64_t cycle) {
    double most = 0.0;
    for (std::int64_t tick = phase; tick < horizon_ticks; tick += cycle)
        most = std::max(most, ticks[static_cast<std::size_t>(tick)]);
    return most;
}

}  // namespace

std::vector<std::int64_t> spread_phases(const std::vector<PlannedCycle>& cycles) {
    std::vector<double> ticks(horizon_ticks, 0.0);
    std::vector<std::int64_t> phases(cycles.size(), 0);
    std::vector<std::size_t> order(cycles.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // What the session gives stands, and the others find their places around it.
    std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
        if (cycles[one].phase_ticks.has_value() != cycles[other].phase_ticks.has_value())
            return cycles[one].phase_ticks.has_value();
        return cycles[one].cycle_ticks < cycles[other].cycle_ticks;
    });
    for (const std::size_t index : order) {
        const PlannedCycle& planned = cycles[index];
        if (planned.cycle_ticks <= 0) continue;
        std::int64_t best = planned.phase_ticks.value_or(0);
        if (!planned.phase_ticks) {
            double least = fullest(ticks, 0, planned.cycle_ticks);
            const std::int64_t last = std::min(planned.cycle_ticks, horizon_ticks);
            for (std::int64_t phase = 1; phase < last && least > 0.0; ++phase) {
                const double here = fullest(ticks, phase, planned.cycle_ticks);
                if (here < least) {
                    least = here;
                    best = phase;
                }
            }
        }
        phases[index] = best;
        for (std::int64_t tick = best; tick < horizon_ticks; tick += planned.cycle_ticks)
            ticks[static_cast<std::size_t>(tick)] += planned.frame_time_s;
    }
    return phases;
}

}  // namespace ghostcar::can_bridge
