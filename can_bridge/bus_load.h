// SPDX-License-Identifier: Apache-2.0
// How much of the bus a set of cyclic messages takes, before any of them is sent.
#pragma once

#include <cstddef>
#include <vector>

#include "can_bridge/dbc/database.h"

namespace ghostcar::can_bridge {

struct BitRates {
    double nominal_bps = 500'000.0;
    double data_bps = 2'000'000.0;  // of FD frames that switch the rate
};

/// What decides how long a frame is on the wire.
struct FrameShape {
    std::size_t length = 8;  // bytes of data; FD frames are as long as their length code says
    bool is_extended = false;
    bool is_fd = false;
    bool bitrate_switch = false;
};

/// Longest time on the wire, with as many stuff bits as the content can cause and the pause between
/// frames. Classic frames after Davis, Burns, Bril, Lukkien, "Controller Area Network (CAN)
/// schedulability analysis" (2007), eq. (1): g + 8n + 13 + ⌊(g + 8n − 1)/4⌋ bits with g = 34 for
/// standard and 54 for extended ids; FD frames from the fields of ISO 11898-1:2015.
[[nodiscard]] double longest_frame_time_s(const FrameShape& shape, const BitRates& rates);

struct CyclicFrame {
    FrameShape shape;
    double cycle_time_ms = 0.0;  // 0 or less: not cyclic, and not counted
};

/// Share of the bus, 1.0 when there is no pause left.
[[nodiscard]] double bus_load(const std::vector<CyclicFrame>& frames, const BitRates& rates);

/// Of all messages of a file, with the cycle times it states.
[[nodiscard]] double bus_load(const dbc::Database& database, const BitRates& rates);

}  // namespace ghostcar::can_bridge
