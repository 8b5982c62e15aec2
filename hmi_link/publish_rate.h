// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "model/config/table_reader.h"

namespace ghostcar::hmi_link {

/// Reads a rate in Hz that fits the 1 kHz tick (a divisor of 1000) as a number of ticks.
std::int64_t period_from_rate(model::TableReader& table, std::string_view key,
                              std::int64_t default_rate_hz);

}  // namespace ghostcar::hmi_link
