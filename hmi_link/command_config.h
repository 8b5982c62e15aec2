// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hmi_link/socket_address.h"
#include "model/config/table_reader.h"

namespace ghostcar::hmi_link {

/// The `[commands]` table of a session file. Without it nobody listens.
///
///     [commands]
///     listen = "127.0.0.1:5501"
///     key_file = "commands.key"     # 32 random bytes; without it only this machine may command
struct CommandConfig {
    std::optional<SocketAddress> listen;  // none: off
    std::string key_file;                 // "": no key
    std::vector<std::string> faults;      // names that may be commanded; not from the table

    static CommandConfig from_toml(model::TableReader& commands);
};

}  // namespace ghostcar::hmi_link
