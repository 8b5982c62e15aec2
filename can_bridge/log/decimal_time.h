// SPDX-License-Identifier: Apache-2.0
// Times as logs write them: seconds with a decimal fraction. Kept as whole nanoseconds, so that a
// log read and written again is the same log.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ghostcar::can_bridge {

/// "12.000345" → 12000345000; digits beyond nanoseconds are cut off. Nothing for signs,
/// exponents and what does not fit into 63 bits.
[[nodiscard]] std::optional<std::int64_t> parse_decimal_time(std::string_view text);

/// With so many digits behind the point (1 to 9), rounded down; a negative time is written
/// as 0.
void append_decimal_time(std::string& text, std::int64_t time_ns, std::size_t digits);

}  // namespace ghostcar::can_bridge
