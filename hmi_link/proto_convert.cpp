// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/proto_convert.h"

#include <cmath>
#include <cstdint>

#include "hmi_link/judge_convert.h"

namespace ghostcar::hmi_link {
namespace {

using model::Controls;
using model::Environment;
using model::LongitudinalState;

// The enumerations of the heart and of the wire have the same numbers; first and last suffice to
// notice when one of them grows alone.
static_assert(static_cast<int>(model::Key::start) == v1::Key_MAX);
static_assert(static_cast<int>(model::EngineMode::stalled) == v1::EngineMode_MAX);
static_assert(static_cast<int>(rt_core::CommandKind::clear_fault) == v1::CommandKind_MAX);
static_assert(static_cast<int>(rt_core::Parameter::headwind_mps) == v1::Parameter_MAX);
static_assert(static_cast<int>(rt_core::Phase::aborted) == v1::Phase_MAX);
static_assert(static_cast<int>(rt_core::Outcome::invalid) == v1::Outcome_MAX);
static_assert(static_cast<int>(model::CarOut::controller_value) == v1::CarOut_MAX);

// A member added to State has to be added to the messages, too.
static_assert(sizeof(rt_core::SessionState) == 6 * 8);
static_assert(sizeof(Environment) == 2 * 8 && sizeof(Controls) == 6 * 8);
static_assert(sizeof(LongitudinalState) == 17 * 8);
static_assert(sizeof(model::WorldState) == (2 + 6 + 17 + 1) * 8);
static_assert(sizeof(rt_core::Inputs) == (6 + 3 + 1 + 1 + 1) * 8);

template <typename Wire, typename Heart>
Wire wire_enum(Heart value) {
    return static_cast<Wire>(static_cast<int>(value));
}

void set_controls(const Controls& controls, v1::Controls& message) {
    message.set_accelerator(controls.accelerator);
    message.set_brake(controls.brake);
    message.set_clutch(controls.clutch);
    message.set_gear(controls.gear);
    message.set_key(wire_enum<v1::Key>(controls.key));
    message.set_steer(controls.steer);
}

bool get_controls(const v1::Controls& message, Controls& controls) {
    controls.accelerator = message.accelerator();
    controls.brake = message.brake();
    controls.clutch = message.clutch();
    controls.gear = message.gear();
    controls.key = static_cast<model::Key>(message.key());
    controls.steer = message.steer();
    return v1::Key_IsValid(message.key()) && std::isfinite(controls.accelerator) &&
           std::isfinite(controls.brake) && std::isfinite(controls.clutch) &&
           std::isfinite(controls.steer);
}

void set_session(const rt_core::SessionState& session, v1::Session& message) {
    message.set_phase(wire_enum<v1::Phase>(session.phase));
    message.set_phase_ticks(session.phase_ticks);
    message.set_running_ticks(session.running_ticks);
    message.set_outcome(wire_enum<v1::Outcome>(session.outcome));
    message.set_active_fault_bits(session.active_faults);
    message.set_latched_fault_bits(session.latched_faults);
}

bool get_session(const v1::Session& message, rt_core::SessionState& session) {
    session.phase = static_cast<rt_core::Phase>(message.phase());
    session.phase_ticks = message.phase_ticks();
    session.running_ticks = message.running_ticks();
    session.outcome = static_cast<rt_core::Outcome>(message.outcome());
    session.active_faults = message.active_fault_bits();
    session.latched_faults = message.latched_fault_bits();
    return v1::Phase_IsValid(message.phase()) && v1::Outcome_IsValid(message.outcome());
}

void set_car(const LongitudinalState& car, v1::Car& message) {
    message.set_distance_m(car.distance_m);
    message.set_speed_mps(car.speed_mps);
    message.set_acceleration_mps2(car.acceleration_mps2);
    message.set_engine_speed_radps(car.engine_speed_radps);
    message.set_engine_torque_nm(car.engine_torque_nm);
    message.set_charge_torque_nm(car.charge_torque_nm);
    message.set_governor_torque_nm(car.governor_torque_nm);
    message.set_clutch_torque_nm(car.clutch_torque_nm);
    message.set_brake_force_n(car.brake_force_n);
    message.set_engine_mode(wire_enum<v1::EngineMode>(car.engine));
    message.set_cranking_ticks(car.cranking_ticks);
    message.set_gear(car.gear);
    message.set_lever(car.lever);
    message.set_clutch_locked(car.clutch_locked != 0);
    message.set_fuel_cut(car.fuel_cut != 0);
    message.set_stalls(car.stalls);
    message.set_blocked_shifts(car.blocked_shifts);
}

bool get_car(const v1::Car& message, LongitudinalState& car) {
    car.distance_m = message.distance_m();
    car.speed_mps = message.speed_mps();
    car.acceleration_mps2 = message.acceleration_mps2();
    car.engine_speed_radps = message.engine_speed_radps();
    car.engine_torque_nm = message.engine_torque_nm();
    car.charge_torque_nm = message.charge_torque_nm();
    car.governor_torque_nm = message.governor_torque_nm();
    car.clutch_torque_nm = message.clutch_torque_nm();
    car.brake_force_n = message.brake_force_n();
    car.engine = static_cast<model::EngineMode>(message.engine_mode());
    car.cranking_ticks = message.cranking_ticks();
    car.gear = message.gear();
    car.lever = message.lever();
    car.clutch_locked = message.clutch_locked() ? 1 : 0;
    car.fuel_cut = message.fuel_cut() ? 1 : 0;
    car.stalls = message.stalls();
    car.blocked_shifts = message.blocked_shifts();
    return v1::EngineMode_IsValid(message.engine_mode()) && std::isfinite(car.distance_m) &&
           std::isfinite(car.speed_mps) && std::isfinite(car.acceleration_mps2) &&
           std::isfinite(car.engine_speed_radps) && std::isfinite(car.engine_torque_nm) &&
           std::isfinite(car.charge_torque_nm) && std::isfinite(car.governor_torque_nm) &&
           std::isfinite(car.clutch_torque_nm) && std::isfinite(car.brake_force_n);
}

}  // namespace

void to_proto(const rt_core::Inputs& inputs, v1::Inputs& message) {
    set_controls(inputs.controls, *message.mutable_controls());
    v1::Command& command = *message.mutable_command();
    command.set_kind(wire_enum<v1::CommandKind>(inputs.command.kind));
    command.set_parameter(wire_enum<v1::Parameter>(inputs.command.parameter));
    command.set_value(inputs.command.value);
    message.set_fault_bits(inputs.faults);
    message.set_finish(inputs.finish != 0);
    message.set_bus_status(inputs.bus_status);
}

void to_proto(const RecordedTick& tick, v1::TickRecord& message) {
    message.set_tick(tick.tick);
    to_proto(tick.inputs, *message.mutable_inputs());
    message.set_state_hash(tick.state_hash);
}

void to_proto(const rt_core::State& state, v1::State& message) {
    message.set_tick(state.tick);
    message.set_sim_time_s(static_cast<double>(state.tick) / 1000.0);
    set_session(state.session, *message.mutable_session());
    set_controls(state.world.controls, *message.mutable_controls());
    message.mutable_environment()->set_grade(state.world.environment.grade);
    message.mutable_environment()->set_headwind_mps(state.world.environment.headwind_mps);
    set_car(state.world.car, *message.mutable_car());
    message.set_finish(state.world.finish != 0);
    message.set_bus_status(state.bus_status);
    to_proto(state.judge, message);
}

void to_proto(const RecordedCar& recorded, v1::RoadCar& message) {
    const model::RoadCarState& state = recorded.state;
    const model::PlanarMotion& motion = state.car.motion;
    message.set_tick(recorded.tick);
    message.set_index(recorded.index);
    message.set_x_m(motion.x_m);
    message.set_y_m(motion.y_m);
    message.set_yaw_rad(motion.yaw_rad);
    message.set_forward_mps(motion.forward_mps);
    message.set_left_mps(motion.left_mps);
    message.set_yaw_rate_radps(motion.yaw_rate_radps);
    message.set_roll_rad(state.car.roll_rad);
    message.set_pitch_rad(state.car.pitch_rad);
    message.set_road_wheel_angle_rad(state.car.road_wheel_angle_rad);
    message.clear_wheel_speed_radps();
    message.clear_wheel_load_n();
    for (const model::WheelState& wheel : state.car.wheels) {
        message.add_wheel_speed_radps(wheel.spin_radps);
        message.add_wheel_load_n(wheel.load_n);
    }
    set_car(state.car.drive, *message.mutable_car());
    set_controls(state.controls, *message.mutable_controls());
    message.set_along_m(state.place.along_m);
    message.set_offset_m(state.place.offset_m);
    message.set_laps(state.laps);
    message.set_damage(state.damage);
    message.set_out(state.out != model::CarOut::no);
}

void to_proto(const RecordedCarInputs& recorded, v1::CarInputs& message) {
    message.set_tick(recorded.tick);
    message.set_index(recorded.index);
    set_controls(recorded.inputs.controls, *message.mutable_controls());
    message.set_failure(wire_enum<v1::CarOut>(recorded.inputs.failure));
}

bool from_proto(const v1::Command& message, rt_core::Command& command) {
    command.kind = static_cast<rt_core::CommandKind>(message.kind());
    command.parameter = static_cast<rt_core::Parameter>(message.parameter());
    command.value = message.value();
    return v1::CommandKind_IsValid(message.kind()) && v1::Parameter_IsValid(message.parameter()) &&
           std::isfinite(command.value);
}

bool from_proto(const v1::Inputs& message, rt_core::Inputs& inputs) {
    inputs.faults = message.fault_bits();
    inputs.finish = message.finish() ? 1 : 0;
    inputs.bus_status = message.bus_status();
    return get_controls(message.controls(), inputs.controls) &&
           from_proto(message.command(), inputs.command);
}

bool from_proto(const v1::TickRecord& message, RecordedTick& tick) {
    tick.tick = message.tick();
    tick.state_hash = message.state_hash();
    return from_proto(message.inputs(), tick.inputs);
}

bool from_proto(const v1::CarInputs& message, RecordedCarInputs& recorded) {
    recorded.tick = message.tick();
    recorded.index = message.index();
    recorded.inputs.failure = static_cast<model::CarOut>(message.failure());
    return v1::CarOut_IsValid(message.failure()) &&
           get_controls(message.controls(), recorded.inputs.controls);
}

bool from_proto(const v1::State& message, rt_core::State& state) {
    state.tick = message.tick();
    state.world.finish = message.finish() ? 1 : 0;
    state.bus_status = message.bus_status();
    state.world.environment.grade = message.environment().grade();
    state.world.environment.headwind_mps = message.environment().headwind_mps();
    return std::isfinite(state.world.environment.grade) &&
           std::isfinite(state.world.environment.headwind_mps) &&
           get_session(message.session(), state.session) &&
           get_controls(message.controls(), state.world.controls) &&
           get_car(message.car(), state.world.car) && from_proto(message, state.judge);
}

}  // namespace ghostcar::hmi_link
