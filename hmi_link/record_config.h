// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/config/table_reader.h"

namespace ghostcar::hmi_link {

/// The `[record]` table of a session file. Inputs and hash are recorded every tick, always.
struct RecordConfig {
    bool enabled = true;
    std::int64_t state_period_ticks = 10;  // `state_rate_hz`, default 100
    bool sync_to_disk = true;              // a power cut, too, loses at most the last second

    // Not in the file. Between two looks of the thread: in real time few wake-ups disturb the loop
    // least. Faster runs fill the rings sooner, and wait while they are full.
    static constexpr std::int64_t hurried_pause_ms = 1;
    std::int64_t pause_ms = 20;

    // Not in the file. What the rings hold while the disk stalls: 8 s of real time.
    std::size_t tick_ring_capacity = 8192;
    std::size_t state_ring_capacity = 1024;

    static RecordConfig from_toml(model::TableReader& record);
};

}  // namespace ghostcar::hmi_link
