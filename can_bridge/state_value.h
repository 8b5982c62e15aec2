// SPDX-License-Identifier: Apache-2.0
// What of State has a name: for conditions of faults, expectations of stimulus files, and signals
// that leave over the bus. Names are looked up before the run; in the tick only the function is
// called.
#pragma once

#include <span>
#include <string_view>

#include "rt_core/state.h"

namespace ghostcar::can_bridge {

struct StateValue {
    std::string_view name;  // with its unit, except for words that need none
    std::string_view unit;
    double (*read)(const rt_core::State& state) noexcept;
};

/// All of them, in the order of the documentation.
[[nodiscard]] std::span<const StateValue> state_values() noexcept;

/// nullptr for a name that does not exist.
[[nodiscard]] const StateValue* find_state_value(std::string_view name) noexcept;

/// The name most like a wrong one, for the remedy in an error.
[[nodiscard]] std::string_view nearest_state_value(std::string_view name);

}  // namespace ghostcar::can_bridge
