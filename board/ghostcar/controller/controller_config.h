// SPDX-License-Identifier: Apache-2.0
// The `[controller]` table of a session on a track: who drives the first car, and how often.
#pragma once

#include <cstdint>
#include <string>

#include "hmi_link/socket_address.h"
#include "model/config/table_reader.h"
#include "model/driver/controller/builtin.h"
#include "rt_core/controller/controller_timing.h"

namespace ghostcar::board {

enum class ControllerKind : std::int64_t { builtin, keyboard, library, udp };

/// As a session file writes it.
[[nodiscard]] std::string controller_word(ControllerKind kind);

struct ControllerConfig {
    ControllerKind kind = ControllerKind::builtin;
    rt_core::ControllerTiming timing;
    const model::BuiltinEntry* builtin = nullptr;
    std::string library;             // a path
    std::int64_t memory_mb = 1024;   // what the library's process may use
    hmi_link::SocketAddress listen;  // where a controller over UDP says that it is there
    double wait_s = 60.0;            // so long the run waits for it

    static ControllerConfig from_toml(model::TableReader& reader);
};

}  // namespace ghostcar::board
