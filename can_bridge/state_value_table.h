// SPDX-License-Identifier: Apache-2.0
// The table behind state_value.h, for those who want the functions themselves and not pointers to
// them.
#pragma once

#include <array>

#include "can_bridge/state_value.h"
#include "model/math/numeric.h"

namespace ghostcar::can_bridge::detail {

using rt_core::State;

template <typename Integer>
[[nodiscard]] constexpr double number(Integer value) noexcept {
    return static_cast<double>(value);
}

[[nodiscard]] inline double speed_kph(const State& state) noexcept {
    return state.world.car.speed_mps / model::mps_per_kph;
}

inline constexpr std::array<StateValue, 29> state_value_table = {{
    {"time_s", "s", [](const State& s) noexcept { return number(s.tick) * rt_core::tick_s; }},
    {"running_s", "s",
     [](const State& s) noexcept { return number(s.session.running_ticks) * rt_core::tick_s; }},
    {"phase", "", [](const State& s) noexcept { return number(s.session.phase); }},
    {"outcome", "", [](const State& s) noexcept { return number(s.session.outcome); }},
    {"active_faults", "", [](const State& s) noexcept { return number(s.session.active_faults); }},
    {"latched_faults", "",
     [](const State& s) noexcept { return number(s.session.latched_faults); }},
    {"speed", "km/h", speed_kph},
    {"speed_kph", "km/h", speed_kph},
    {"speed_mps", "m/s", [](const State& s) noexcept { return s.world.car.speed_mps; }},
    {"acceleration_mps2", "m/s2",
     [](const State& s) noexcept { return s.world.car.acceleration_mps2; }},
    {"distance_m", "m", [](const State& s) noexcept { return s.world.car.distance_m; }},
    {"engine_speed_rpm", "rpm",
     [](const State& s) noexcept { return s.world.car.engine_speed_radps / model::radps_per_rpm; }},
    {"engine_torque_nm", "Nm",
     [](const State& s) noexcept { return s.world.car.engine_torque_nm; }},
    {"engine", "", [](const State& s) noexcept { return number(s.world.car.engine); }},
    {"clutch_torque_nm", "Nm",
     [](const State& s) noexcept { return s.world.car.clutch_torque_nm; }},
    {"clutch_locked", "",
     [](const State& s) noexcept { return number(s.world.car.clutch_locked); }},
    {"fuel_cut", "", [](const State& s) noexcept { return number(s.world.car.fuel_cut); }},
    {"brake_force_n", "N", [](const State& s) noexcept { return s.world.car.brake_force_n; }},
    {"gear", "", [](const State& s) noexcept { return number(s.world.car.gear); }},
    {"lever", "", [](const State& s) noexcept { return number(s.world.car.lever); }},
    {"stalls", "", [](const State& s) noexcept { return number(s.world.car.stalls); }},
    {"blocked_shifts", "",
     [](const State& s) noexcept { return number(s.world.car.blocked_shifts); }},
    {"accelerator", "", [](const State& s) noexcept { return s.world.controls.accelerator; }},
    {"brake", "", [](const State& s) noexcept { return s.world.controls.brake; }},
    {"clutch", "", [](const State& s) noexcept { return s.world.controls.clutch; }},
    {"steer", "", [](const State& s) noexcept { return s.world.controls.steer; }},
    {"key", "", [](const State& s) noexcept { return number(s.world.controls.key); }},
    {"grade_pct", "%", [](const State& s) noexcept { return s.world.environment.grade * 100.0; }},
    {"headwind_mps", "m/s",
     [](const State& s) noexcept { return s.world.environment.headwind_mps; }},
}};

}  // namespace ghostcar::can_bridge::detail
