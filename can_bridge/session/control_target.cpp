// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/control_target.h"

#include <array>
#include <cstddef>

#include "model/vehicle/controls.h"

namespace ghostcar::can_bridge {
namespace {

using model::Controls;

static_assert(sizeof(Controls) == 6 * sizeof(std::uint64_t), "eight bytes each");

// Silence means that nobody presses anything. Lever, key and wheel stay where they were.
constexpr std::array<ControlTarget, 6> targets{{
    {"accelerator", "", 0.0, 1.0, 0.0, offsetof(Controls, accelerator), false},
    {"brake", "", 0.0, 1.0, 0.0, offsetof(Controls, brake), false},
    {"clutch", "", 0.0, 1.0, 0.0, offsetof(Controls, clutch), false},
    {"gear", "", -1.0, 12.0, std::nullopt, offsetof(Controls, gear), true},
    {"key", "", 0.0, 2.0, std::nullopt, offsetof(Controls, key), true},
    {"steer", "", -1.0, 1.0, std::nullopt, offsetof(Controls, steer), false},
}};

}  // namespace

const ControlTarget* find_control_target(std::string_view name) {
    for (const ControlTarget& target : targets)
        if (target.name == name) return &target;
    return nullptr;
}

std::vector<std::string> control_target_names() {
    std::vector<std::string> names;
    names.reserve(targets.size());
    for (const ControlTarget& target : targets) names.emplace_back(target.name);
    return names;
}

}  // namespace ghostcar::can_bridge
