// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace ghostcar::model {

/// What the weather leaves of a surface's friction. Typical values of road tyres on asphalt: wet
/// 0.7, packed snow 0.3, ice 0.12 (H. B. Pacejka, Tyre and Vehicle Dynamics, and road-safety
/// handbooks agree on the order; a tyre's own curve decides the rest).
constexpr std::array<std::pair<std::string_view, double>, 4> weather_grip{
    {{"dry", 1.0}, {"rain", 0.7}, {"snow", 0.3}, {"ice", 0.12}}};

}  // namespace ghostcar::model
