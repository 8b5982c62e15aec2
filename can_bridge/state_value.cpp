// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/state_value.h"

#include "can_bridge/state_value_table.h"
#include "model/config/nearest.h"

namespace ghostcar::can_bridge {
using detail::state_value_table;

std::span<const StateValue> state_values() noexcept {
    return state_value_table;
}

const StateValue* find_state_value(std::string_view name) noexcept {
    for (const StateValue& value : state_value_table)
        if (value.name == name) return &value;
    return nullptr;
}

std::string_view nearest_state_value(std::string_view name) {
    const StateValue* best = state_value_table.data();
    for (const StateValue& value : state_value_table)
        if (model::edit_distance(name, value.name) < model::edit_distance(name, best->name))
            best = &value;
    return best->name;
}

}  // namespace ghostcar::can_bridge
