// SPDX-License-Identifier: Apache-2.0
// What a received signal can be: one of the driver's controls, by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/vehicle/controls.h"

namespace ghostcar::can_bridge {

struct ControlTarget {
    std::string_view name;
    std::string_view unit;
    double low;  // what the control can be
    double high;
    std::optional<double> substitute;  // after a time-out, unless the session says otherwise; none:
                                       // as it was
    void (*set)(model::Controls& controls, double value) noexcept;
};

/// nullptr when there is none of that name.
[[nodiscard]] const ControlTarget* find_control_target(std::string_view name);
[[nodiscard]] std::vector<std::string> control_target_names();

}  // namespace ghostcar::can_bridge
