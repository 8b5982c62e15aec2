// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "model/config/table_reader.h"

namespace ghostcar::rt_core {

/// The `[session]` table of a session file, as far as the heart needs it.
struct SessionConfig {
    std::int64_t duration_ticks = 0;   // of running
    std::int64_t countdown_ticks = 0;  // between ready and running
    bool autostart = true;             // false: waits in ready for a start command, attended

    static SessionConfig from_toml(model::TableReader& session);
};

}  // namespace ghostcar::rt_core
