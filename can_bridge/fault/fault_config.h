// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "can_bridge/fault/fault.h"
#include "can_bridge/session_names.h"
#include "model/config/table_reader.h"

namespace ghostcar::can_bridge::fault {

/// Reads the session's [[can.fault]] tables to their ends:
///
///     [[can.fault]]
///     name = "pedals-lost"
///     kind = "drop"
///     message = "Pedals"
///     when = "speed > 50"
///
/// Throws model::ConfigError.
[[nodiscard]] std::vector<Fault> faults_from_toml(model::TableReader& can,
                                                  const SessionNames& names);

}  // namespace ghostcar::can_bridge::fault
