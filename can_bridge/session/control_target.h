// SPDX-License-Identifier: Apache-2.0
// What a received signal can be: one of the driver's controls, by name.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "can_bridge/session/word_field.h"

namespace ghostcar::can_bridge {

struct ControlTarget {
    std::string_view name;
    std::string_view unit;
    double low;  // what the control can be
    double high;
    std::optional<double> substitute;  // after a time-out, unless the session says otherwise; none:
                                       // as it was
    std::uint8_t offset;               // of its eight bytes in Controls
    bool is_whole;                     // an integer; the others are doubles

    /// The eight bytes that stand for a value within the range.
    [[nodiscard]] std::uint64_t bits_of(double value) const noexcept {
        return is_whole ? static_cast<std::uint64_t>(nearest_integer(value))
                        : std::bit_cast<std::uint64_t>(value);
    }
};

/// nullptr when there is none of that name.
[[nodiscard]] const ControlTarget* find_control_target(std::string_view name);
[[nodiscard]] std::vector<std::string> control_target_names();

}  // namespace ghostcar::can_bridge
