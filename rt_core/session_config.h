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

    /// `whole_ticks`: the duration of a session that does not have to say it; 0: it has to.
    static SessionConfig from_toml(model::TableReader& session, std::int64_t whole_ticks = 0);
};

}  // namespace ghostcar::rt_core
