// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/control_target.h"

#include <array>

#include "can_bridge/rounding.h"

namespace ghostcar::can_bridge {
namespace {

using model::Controls;

std::int64_t whole(double value) noexcept {
    return static_cast<std::int64_t>(round_half_even(value));  // within its range: checked before
}

// Silence means that nobody presses anything. Lever, key and wheel stay where they were.
constexpr std::array<ControlTarget, 6> targets{{
    {"accelerator", "", 0.0, 1.0, 0.0,
     [](Controls& controls, double value) noexcept { controls.accelerator = value; }},
    {"brake", "", 0.0, 1.0, 0.0,
     [](Controls& controls, double value) noexcept { controls.brake = value; }},
    {"clutch", "", 0.0, 1.0, 0.0,
     [](Controls& controls, double value) noexcept { controls.clutch = value; }},
    {"gear", "", -1.0, 12.0, std::nullopt,
     [](Controls& controls, double value) noexcept { controls.gear = whole(value); }},
    {"key", "", 0.0, 2.0, std::nullopt,
     [](Controls& controls, double value) noexcept {
         controls.key = static_cast<model::Key>(whole(value));
     }},
    {"steer", "", -1.0, 1.0, std::nullopt,
     [](Controls& controls, double value) noexcept { controls.steer = value; }},
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
