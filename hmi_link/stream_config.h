// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hmi_link/socket_address.h"
#include "model/config/table_reader.h"

namespace ghostcar::hmi_link {

/// The `[stream]` table of a session file: who gets the State over UDP, and how often.
///
///     [stream]
///     rate_hz = 100
///     [[stream.peer]]
///     address = "192.168.1.20:5500"
struct StreamConfig {
    std::int64_t period_ticks = 10;  // `rate_hz`, default 100
    std::vector<SocketAddress> peers;

    std::size_t ring_capacity = 256;  // not in the file

    static StreamConfig from_toml(model::TableReader& stream);
};

}  // namespace ghostcar::hmi_link
