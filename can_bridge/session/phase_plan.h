// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace ghostcar::can_bridge {

struct PlannedCycle {
    std::int64_t cycle_ticks = 0;             // 0: not cyclic, phase 0
    double frame_time_s = 0.0;                // on the wire
    std::optional<std::int64_t> phase_ticks;  // given by the session
};

/// A phase for each message, so that the frames of one bus spread over the ticks: the shortest
/// cycles first, each to the phase whose fullest tick is the emptiest.
[[nodiscard]] std::vector<std::int64_t> spread_phases(const std::vector<PlannedCycle>& cycles);

}  // namespace ghostcar::can_bridge
