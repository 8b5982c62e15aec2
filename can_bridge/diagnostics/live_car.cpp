// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/diagnostics/live_car.h"

#include <utility>

#include "can_bridge/fault/engine.h"
#include "can_bridge/obd/parameter.h"
#include "can_bridge/rounding.h"
#include "can_bridge/state_value.h"
#include "model/math/numeric.h"
#include "rt_core/arbitrate.h"

namespace ghostcar::can_bridge {
namespace {

using rt_core::CommandKind;

/// The nearest whole number of steps that fits into so many bytes, two's complement if negative.
std::uint64_t steps(double value, double step, std::int64_t low, std::int64_t high) {
    return static_cast<std::uint64_t>(model::to_integer(round_half_even(value / step), low, high));
}

void put(ByteWriter& answer, std::uint64_t value, unsigned bytes) {
    for (unsigned byte = bytes; byte-- > 0;)
        answer.put(static_cast<std::uint8_t>(value >> (8U * byte)));
}

void put_text(ByteWriter& answer, std::string_view text) {
    for (const char character : text) answer.put(static_cast<std::uint8_t>(character));
}

double signed_hundredths(std::span<const std::uint8_t> data) {
    return static_cast<std::int16_t>(word_at(data, 0)) / 100.0;
}

uds::DataIdentifier writable(std::size_t length) {
    uds::DataIdentifier data;
    data.is_writable = true;
    data.writing = {true, LiveCar::security_level};
    data.write_length = length;
    return data;
}

}  // namespace

LiveCar::LiveCar(const LiveCarConfig& config, LiveCarActions actions)
    : config_(config), actions_(std::move(actions)), troubles_(config.sources) {
    parameters_ = {0x01,
                   obd::engine_speed_rpm,
                   obd::vehicle_speed_kph,
                   obd::throttle_position_pct,
                   obd::run_time_s,
                   obd::distance_with_lamp_km,
                   obd::distance_since_clear_km,
                   obd::accelerator_position_pct};
    if (config.largest_torque_nm > 0.0) parameters_.push_back(obd::engine_load_pct);
    if (config.coolant_temperature_degc) parameters_.push_back(obd::coolant_temperature_degc);
    if (config.fuel_level_pct) parameters_.push_back(obd::fuel_level_pct);
}

void LiveCar::update(const rt_core::State& state) {
    state_ = state;
    const bool had_lamp = lamp();
    troubles_.update(state);
    if (lamp() && !had_lamp) distance_at_lamp_m_ = state.world.car.distance_m;
}

/// A car in the safe state, or between drives, is not driven.
bool LiveCar::is_driving() const noexcept {
    return state_.world.car.speed_mps != 0.0;
}

// ---- 22, 2E ----

std::optional<uds::DataIdentifier> LiveCar::find_data(std::uint16_t id) const {
    switch (id) {
        case session_id:
        case vehicle_id:
        case software_id:
        case engine_speed_id:
        case vehicle_speed_id:
        case gear_id:
        case pedals_id:
        case distance_id:
        case bus_status_id:
            return uds::DataIdentifier{};
        case grade_id:
        case headwind_id:
            return writable(2);
        default:
            return std::nullopt;
    }
}

LiveCar::Code LiveCar::read_data(std::uint16_t id, ByteWriter& answer) {
    const model::LongitudinalState& car = state_.world.car;
    const model::Controls& controls = state_.world.controls;
    const model::Environment& environment = state_.world.environment;
    switch (id) {
        case session_id:
            answer.put(static_cast<std::uint8_t>(is_extended_ ? uds::Session::extended
                                                              : uds::Session::standard));
            break;
        case vehicle_id:
            put_text(answer, config_.vehicle_identification);
            break;
        case software_id:
            put_text(answer, config_.software_version);
            break;
        case engine_speed_id:
            put(answer, steps(value(obd::engine_speed_rpm), 0.25, 0, 0xFFFF), 2);
            break;
        case vehicle_speed_id:
            put(answer, steps(value(obd::vehicle_speed_kph), 0.01, 0, 0xFFFF), 2);
            break;
        case gear_id:
            put(answer, static_cast<std::uint64_t>(car.gear), 1);
            break;
        case pedals_id:
            for (const double pedal : {controls.accelerator, controls.brake, controls.clutch})
                put(answer, steps(pedal, 1.0 / 255.0, 0, 0xFF), 1);
            break;
        case distance_id:
            put(answer, steps(car.distance_m, 1.0, 0, 0xFFFF'FFFF), 4);
            break;
        case bus_status_id:
            put(answer, state_.bus_status, 8);
            break;
        case grade_id:
            put(answer, steps(environment.grade * 100.0, 0.01, -0x8000, 0x7FFF), 2);
            break;
        default:  // headwind_id: the server asks only for what find_data knows
            put(answer, steps(environment.headwind_mps, 0.01, -0x8000, 0x7FFF), 2);
    }
    return Code::positive;
}

LiveCar::Code LiveCar::write_data(std::uint16_t id, std::span<const std::uint8_t> data) {
    if (!may_interfere()) return Code::conditions_not_correct;
    rt_core::Command command;
    command.kind = CommandKind::set_parameter;
    const bool is_grade = id == grade_id;
    command.parameter = is_grade ? rt_core::Parameter::grade : rt_core::Parameter::headwind_mps;
    command.value = signed_hundredths(data) / (is_grade ? 100.0 : 1.0);
    const double largest = is_grade ? rt_core::largest_grade : rt_core::largest_headwind_mps;
    if (model::magnitude(command.value) > largest) return Code::out_of_range;
    return actions_.command(command) ? Code::positive : Code::pending;
}

// ---- 31 ----

std::optional<uds::Access> LiveCar::find_routine(std::uint16_t id) const {
    if (id < first_fault_routine || id >= first_fault_routine + config_.sources.faults)
        return std::nullopt;
    return uds::Access{true, 0};
}

LiveCar::Code LiveCar::control_routine(uds::RoutineAction action, std::uint16_t id,
                                       std::span<const std::uint8_t> option, ByteWriter& answer) {
    if (!option.empty()) return Code::incorrect_length;
    const unsigned index = static_cast<unsigned>(id - first_fault_routine);
    if (action == uds::RoutineAction::result) {
        const bool is_there =
            (state_.session.active_faults >> (fault::Engine::first_bit + index) & 1U) != 0;
        answer.put(is_there ? 1 : 0);
        return Code::positive;
    }
    const bool starts = action == uds::RoutineAction::start;
    rt_core::Command command;
    command.kind = starts ? CommandKind::set_fault : CommandKind::clear_fault;
    command.value = index;
    if (!actions_.command(command)) return Code::pending;
    if (starts)
        started_faults_ |= 1U << index;
    else
        started_faults_ &= ~(1U << index);
    return Code::positive;
}

/// Nobody is left who could stop them.
void LiveCar::stop_faults_of_the_session() {
    for (unsigned index = 0; index < fault::Engine::most_faults; ++index) {
        if ((started_faults_ >> index & 1U) == 0) continue;
        rt_core::Command command;
        command.kind = CommandKind::clear_fault;
        command.value = index;
        if (actions_.command(command)) started_faults_ &= ~(1U << index);
    }
}

// ---- 14, 19 ----

std::span<const uds::TroubleCode> LiveCar::trouble_codes() const {
    return troubles_.codes();
}

std::uint8_t LiveCar::status_availability() const {
    return TroubleMemory::available;
}

LiveCar::Code LiveCar::clear_trouble_codes(std::uint32_t group) {
    if (!troubles_.clear(group)) return Code::out_of_range;
    distance_at_clear_m_ = state_.world.car.distance_m;
    return Code::positive;
}

// ---- 27 ----

std::size_t LiveCar::seed_length(std::uint8_t level) const {
    return level == security_level ? 4 : 0;
}

void LiveCar::make_seed(std::uint8_t /*level*/, std::span<std::uint8_t> seed) {
    // All zeros means "unlocked already".
    std::uint32_t bits = actions_.random() | 1U;
    for (std::uint8_t& byte : seed) {
        byte = static_cast<std::uint8_t>(bits);
        bits >>= 8U;
    }
}

bool LiveCar::is_key(std::uint8_t /*level*/, std::span<const std::uint8_t> seed,
                     std::span<const std::uint8_t> key) const {
    if (key.size() != seed.size()) return false;
    bool is_right = true;
    for (std::size_t place = 0; place < seed.size(); ++place) {
        const auto secret =
            static_cast<std::uint8_t>(config_.security_secret >> (8U * (3U - place % 4U)));
        is_right = is_right && key[place] == (seed[place] ^ secret);
    }
    return is_right;
}

// ---- 10, 11, 28, 85 ----

LiveCar::Code LiveCar::reset(uds::ResetKind /*kind*/) {
    return may_interfere() ? Code::positive : Code::conditions_not_correct;
}

LiveCar::Code LiveCar::control_communication(bool receives, bool transmits,
                                             std::uint8_t message_kinds) {
    constexpr std::uint8_t normal_messages = 0x01;
    if ((message_kinds & normal_messages) == 0) return Code::positive;  // there are no others
    if ((!receives || !transmits) && !may_interfere()) return Code::conditions_not_correct;
    actions_.set_communication(receives, transmits);
    return Code::positive;
}

LiveCar::Code LiveCar::control_trouble_codes(bool is_on) {
    troubles_.set_enabled(is_on);
    return Code::positive;
}

LiveCar::Code LiveCar::enter_session(uds::Session session) {
    is_extended_ = session == uds::Session::extended;
    if (!is_extended_) stop_faults_of_the_session();
    return Code::positive;
}

// ---- OBD-II ----

std::span<const std::uint8_t> LiveCar::parameters() const {
    return parameters_;
}

double LiveCar::value(std::uint8_t parameter) const {
    const model::LongitudinalState& car = state_.world.car;
    switch (parameter) {
        case obd::engine_speed_rpm:
            return car.engine_speed_radps / model::radps_per_rpm;
        case obd::vehicle_speed_kph:
            return model::magnitude(car.speed_mps) / model::mps_per_kph;
        case obd::run_time_s:
            return static_cast<double>(state_.session.running_ticks) * rt_core::tick_s;
        case obd::distance_with_lamp_km:
            return lamp() ? (car.distance_m - distance_at_lamp_m_) / 1000.0 : 0.0;
        case obd::distance_since_clear_km:
            return (car.distance_m - distance_at_clear_m_) / 1000.0;
        case obd::engine_load_pct:
            return 100.0 * car.engine_torque_nm / config_.largest_torque_nm;
        case obd::coolant_temperature_degc:
            return *config_.coolant_temperature_degc;
        case obd::fuel_level_pct:
            return *config_.fuel_level_pct;
        default:  // throttle and accelerator: one pedal, no second one in between
            return 100.0 * state_.world.controls.accelerator;
    }
}

std::span<const std::uint16_t> LiveCar::emission_codes() const {
    return troubles_.confirmed_codes();
}

bool LiveCar::lamp() const {
    return !troubles_.confirmed_codes().empty();
}

bool LiveCar::clear() {
    if (state_.world.car.engine_speed_radps != 0.0 && !config_.is_bench_unlocked) return false;
    return clear_trouble_codes(0xFF'FFFF) == Code::positive;
}

std::string_view LiveCar::vehicle_identification() const {
    return config_.vehicle_identification;
}

std::string_view LiveCar::calibration_identification() const {
    return config_.calibration_identification;
}

}  // namespace ghostcar::can_bridge
