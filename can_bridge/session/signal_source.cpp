// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/signal_source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "can_bridge/state_value_table.h"
#include "model/math/numeric.h"
#include "model/world/road_car_state.h"
#include "rt_core/fault_table.h"
#include "rt_core/session_machine.h"

namespace ghostcar::can_bridge {
namespace {

using View = SourceView;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double wheel_pulses_per_turn = 48.0;

double number(std::uint64_t value) noexcept {
    return static_cast<double>(value);
}
double number(std::int64_t value) noexcept {
    return static_cast<double>(value);
}
double flag(bool value) noexcept {
    return value ? 1.0 : 0.0;
}

/// Whole multiples taken off: 0 … below `modulus`.
double remainder_of(double value, double modulus) noexcept {
    return value - std::floor(value / modulus) * modulus;
}

const model::LongitudinalState& drive(const View& view) noexcept {
    return view.state.world.car;
}

double wheel_speed(const View& view, model::Wheel wheel) noexcept {
    return view.car != nullptr ? view.car->car.wheels[wheel].spin_radps * view.wheel_radius_m
                               : drive(view).speed_mps;
}

double wheel_pulses(const View& view) noexcept {
    const double turns = drive(view).distance_m / (2.0 * model::pi * view.wheel_radius_m);
    return remainder_of(std::floor(turns * wheel_pulses_per_turn), 256.0);
}

const model::CycleJudgeState* cycle(const View& view) noexcept {
    const model::JudgeState& judge = view.state.judge;
    return judge.kind == model::JudgeKind::cycle ? &judge.cycle : nullptr;
}

double cycle_speed(const View& view, double model::CycleJudgeState::*member) noexcept {
    const model::CycleJudgeState* judge = cycle(view);
    return judge != nullptr ? judge->*member : unknown;
}

bool has_fault(const View& view, rt_core::FaultBits bit) noexcept {
    const rt_core::SessionState& session = view.state.session;
    return ((session.active_faults | session.latched_faults) & bit) != 0;
}

/// Of a session on a track; NaN on the bench.
template <typename Function>
double on_track(const View& view, Function value) noexcept {
    return view.car != nullptr ? value(view.car->car) : unknown;
}

constexpr bool of_the_car = true;
constexpr bool of_the_session = false;

// clang-format off
constexpr std::array sources{
    SignalSource{"speed_magnitude_mps", "m/s", of_the_car, [](const View& view) noexcept { return model::magnitude(drive(view).speed_mps); }},
    SignalSource{"gear_shown", "", of_the_car, [](const View& view) noexcept { return drive(view).gear < 0 ? 14.0 : number(drive(view).gear); }},
    SignalSource{"engine_lamp", "", of_the_session, [](const View& view) noexcept { return flag(drive(view).engine == model::EngineMode::stalled || view.state.session.active_faults != 0); }},
    SignalSource{"oil_pressure_lamp", "", of_the_car, [](const View& view) noexcept { return flag(drive(view).engine != model::EngineMode::running); }},
    SignalSource{"wheel_speed_front_left_mps", "m/s", of_the_car, [](const View& view) noexcept { return wheel_speed(view, model::front_left); }},
    SignalSource{"wheel_speed_front_right_mps", "m/s", of_the_car, [](const View& view) noexcept { return wheel_speed(view, model::front_right); }},
    SignalSource{"wheel_speed_rear_left_mps", "m/s", of_the_car, [](const View& view) noexcept { return wheel_speed(view, model::rear_left); }},
    SignalSource{"wheel_speed_rear_right_mps", "m/s", of_the_car, [](const View& view) noexcept { return wheel_speed(view, model::rear_right); }},
    SignalSource{"wheel_pulses", "", of_the_car, wheel_pulses},
    SignalSource{"input_shaft_speed_radps", "rad/s", of_the_car, [](const View& view) noexcept { return on_track(view, [](const model::CarState& car) { return car.driveline.disc_radps; }); }},
    SignalSource{"lateral_acceleration_mps2", "m/s2", of_the_car, [](const View& view) noexcept { return on_track(view, [](const model::CarState& car) { return car.proper_left_mps2; }); }},
    SignalSource{"yaw_rate_radps", "rad/s", of_the_car, [](const View& view) noexcept { return on_track(view, [](const model::CarState& car) { return car.motion.yaw_rate_radps; }); }},
    SignalSource{"x_m", "m", of_the_car, [](const View& view) noexcept { return on_track(view, [](const model::CarState& car) { return car.motion.x_m; }); }},
    SignalSource{"y_m", "m", of_the_car, [](const View& view) noexcept { return on_track(view, [](const model::CarState& car) { return car.motion.y_m; }); }},
    SignalSource{"heading_rad", "rad", of_the_car, [](const View& view) noexcept { return on_track(view, [](const model::CarState& car) { return remainder_of(car.motion.yaw_rad, 2.0 * model::pi); }); }},
    SignalSource{"safe_state", "", of_the_session, [](const View& view) noexcept { return flag(rt_core::in_safe_state(view.state.session.phase)); }},
    SignalSource{"pedal_fault", "", of_the_session, [](const View& view) noexcept { return flag(has_fault(view, rt_core::fault_pedal_signal)); }},
    SignalSource{"lever_fault", "", of_the_session, [](const View& view) noexcept { return flag(has_fault(view, rt_core::fault_lever_signal)); }},
    SignalSource{"overrun_fault", "", of_the_session, [](const View& view) noexcept { return flag(has_fault(view, rt_core::fault_overrun)); }},
    SignalSource{"numeric_fault", "", of_the_session, [](const View& view) noexcept { return flag(has_fault(view, rt_core::fault_not_finite)); }},
    SignalSource{"bus_timeout_fault", "", of_the_session, [](const View& view) noexcept { return flag(has_fault(view, rt_core::fault_bus_timeout)); }},
    SignalSource{"bus_off_fault", "", of_the_session, [](const View& view) noexcept { return flag(has_fault(view, rt_core::fault_bus_off)); }},
    SignalSource{"target_speed_kph", "km/h", of_the_session, [](const View& view) noexcept { return cycle_speed(view, &model::CycleJudgeState::target_kph); }},
    SignalSource{"target_speed_low_kph", "km/h", of_the_session, [](const View& view) noexcept { return cycle_speed(view, &model::CycleJudgeState::low_kph); }},
    SignalSource{"target_speed_high_kph", "km/h", of_the_session, [](const View& view) noexcept { return cycle_speed(view, &model::CycleJudgeState::high_kph); }},
    SignalSource{"is_in_tolerance", "", of_the_session, [](const View& view) noexcept { return cycle(view) != nullptr ? flag(cycle(view)->outside == 0) : 0.0; }},
    SignalSource{"bus_load", "", of_the_session, [](const View& view) noexcept { return view.figures.load; }},
    SignalSource{"bus_received", "", of_the_session, [](const View& view) noexcept { return number(view.figures.received); }},
    SignalSource{"bus_dropped", "", of_the_session, [](const View& view) noexcept { return number(view.figures.dropped & 0xFFFFU); }},
    SignalSource{"bus_invalid", "", of_the_session, [](const View& view) noexcept { return number(view.figures.invalid & 0xFFFFU); }},
};
// clang-format on

/// Every row of the table of State's values as a function of the view: the row's own function is
/// known when this is compiled, and becomes part of it.
template <std::size_t... rows>
constexpr std::array<double (*)(const View&) noexcept, sizeof...(rows)> readers_of(
    std::index_sequence<rows...> /*all*/) {
    return {[](const View& view) noexcept {
        return detail::state_value_table[rows].read(view.state);
    }...};
}
constexpr auto state_readers =
    readers_of(std::make_index_sequence<detail::state_value_table.size()>());

/// Values of State that go on in the safe state.
constexpr std::array<std::string_view, 6> session_values{
    "time_s", "running_s", "phase", "outcome", "active_faults", "latched_faults"};

}  // namespace

std::optional<SignalSource> find_signal_source(std::string_view name) {
    for (const SignalSource& source : sources)
        if (source.name == name) return source;
    const StateValue* value = find_state_value(name);
    if (value == nullptr) return std::nullopt;
    const bool is_of_the_session =
        std::find(session_values.begin(), session_values.end(), name) != session_values.end();
    const auto row = static_cast<std::size_t>(value - state_values().data());
    return SignalSource{value->name, value->unit, !is_of_the_session, state_readers[row]};
}

std::vector<std::string> signal_source_names() {
    std::vector<std::string> names;
    for (const StateValue& value : state_values()) names.emplace_back(value.name);
    for (const SignalSource& source : sources) names.emplace_back(source.name);
    return names;
}

}  // namespace ghostcar::can_bridge
