// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/config/table_reader.h"

namespace ghostcar::model {

/// What the keys of our files mean. It grows when an old file would be read differently; a key that
/// is only added needs no new number.
constexpr std::int64_t file_format = 1;

/// Reads the optional key `format` of a file; without it the file is of format 1. To be called
/// before any other key is read: a newer file is refused for what it is, and not for the first key
/// that is unknown here. Throws ConfigError.
void require_known_format(TableReader& reader);

}  // namespace ghostcar::model
