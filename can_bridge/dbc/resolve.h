// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "can_bridge/dbc/database.h"
#include "can_bridge/dbc/statements.h"

namespace ghostcar::can_bridge::dbc {

/// Brings the statements of a file together: each comment, attribute, type and value table to its
/// object. What refers to nothing becomes a warning.
[[nodiscard]] Database resolve(Statements statements);

/// Finds for each multiplexed signal its multiplexor, from the marks in the SG_ statements and
/// from SG_MUL_VAL_. Returns what is odd, without its place.
void resolve_multiplexing(Message& message, const MessageStatement& statement,
                          const std::vector<const MultiplexingStatement*>& extended,
                          std::vector<std::string>& warnings, const std::string& file);

}  // namespace ghostcar::can_bridge::dbc
