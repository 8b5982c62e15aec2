// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <memory>

#include "can_bridge/log/log_file.h"

namespace ghostcar::can_bridge {

/// A reader for whatever log this is, by its first bytes: BLF begins with "LOGG", a candump line
/// with '(' or has a '#', everything else is ASC. Throws LogError. `input` must outlive the reader.
[[nodiscard]] std::unique_ptr<LogReader> open_log(std::istream& input);

}  // namespace ghostcar::can_bridge
