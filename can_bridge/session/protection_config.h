// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "can_bridge/dbc/database.h"
#include "can_bridge/e2e/protection.h"
#include "model/config/table_reader.h"

namespace ghostcar::can_bridge {

/// The protection of a message: of the table `protection` in `message_table` if there is one
/// (profile "none" takes it away), otherwise of the attributes E2EProfile and E2EDataId of the DBC
/// file. Throws ConfigError, also when it does not fit into the message.
[[nodiscard]] std::optional<e2e::Protection> protection_from(model::TableReader& message_table,
                                                             const dbc::Database& database,
                                                             const dbc::Message& message);

}  // namespace ghostcar::can_bridge
