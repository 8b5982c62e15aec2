// SPDX-License-Identifier: Apache-2.0
#include "drivers/virtual/virtual_bench.h"

#include <string_view>
#include <utility>

#include "model/math/noise.h"
#include "model/math/numeric.h"
#include "rt_core/fault_table.h"
#include "rt_core/session_machine.h"

namespace ghostcar::drivers {
namespace {

/// This class is the virtual twin of every wire; other kinds have other classes.
void require_virtual(model::TableReader& wire) {
    constexpr std::array<std::pair<std::string_view, int>, 1> kinds{{{"virtual", 0}}};
    wire.choice("kind", kinds);
}

Gauge read_gauge(model::TableReader wire, std::string_view full_scale_key) {
    require_virtual(wire);
    const Gauge gauge = Gauge::from_toml(wire, full_scale_key);
    wire.finish();
    return gauge;
}

/// One draw of 64 bits serves all three pedals: 21 bits each, evenly distributed in -1 … 1.
double pedal_noise(std::uint64_t bits, unsigned pedal) noexcept {
    const std::uint64_t part = (bits >> (21U * pedal)) & 0x1FFFFFU;
    return static_cast<double>(static_cast<std::int64_t>(part)) * 0x1p-20 - 1.0;
}

// Channels of the noise: one for the pedals, one for the lever's contacts.
constexpr std::uint64_t pedal_channel = 0;
constexpr std::uint64_t lever_channel = 1;

}  // namespace

VirtualBench::PedalWire VirtualBench::PedalWire::from_toml(model::TableReader reader) {
    require_virtual(reader);
    const PedalCalibration calibration = PedalCalibration::from_toml(reader);
    const VirtualPedal sensor = VirtualPedal::from_toml(reader);
    reader.finish();
    return {calibration, sensor, {}, sensor.rest_v()};
}

VirtualBench::VirtualBench(const model::PedalRobot& robot, const std::array<PedalWire, 3>& pedals,
                           const GearLever& lever, const VirtualLever& switches,
                           const Gauge& engine_speed, const Gauge& vehicle_speed,
                           const WireFaultList& faults, std::uint64_t seed) noexcept
    : robot_(robot),
      pedals_(pedals),
      lever_(lever),
      switches_(switches),
      engine_speed_(engine_speed),
      vehicle_speed_(vehicle_speed),
      faults_(faults),
      seed_(seed) {}

VirtualBench VirtualBench::from_toml(model::TableReader& board_wires, model::TableReader& driver,
                                     const WireFaultList& faults, std::uint64_t seed) {
    constexpr std::array<std::pair<std::string_view, int>, 1> drivers{{{"pedal-robot", 0}}};
    driver.choice("kind", drivers);
    const model::PedalRobot robot = model::PedalRobot::from_toml(driver);
    driver.finish();

    const std::array<PedalWire, 3> pedals{PedalWire::from_toml(board_wires.table("accelerator")),
                                          PedalWire::from_toml(board_wires.table("brake")),
                                          PedalWire::from_toml(board_wires.table("clutch"))};
    model::TableReader lever_table = board_wires.table("lever");
    require_virtual(lever_table);
    const GearLever lever = GearLever::from_toml(lever_table);
    const VirtualLever switches = VirtualLever::from_toml(lever_table, lever);
    lever_table.finish();
    const Gauge engine_speed = read_gauge(board_wires.table("engine_speed"), "full_scale_rpm");
    const Gauge vehicle_speed = read_gauge(board_wires.table("vehicle_speed"), "full_scale_kph");
    board_wires.finish();
    return {robot, pedals, lever, switches, engine_speed, vehicle_speed, faults, seed};
}

void VirtualBench::move_robot() noexcept {
    if (phase_ == rt_core::Phase::running) {
        robot_.step(robot_state_, {engine_speed_.read(), vehicle_speed_.read()});
    } else if (phase_ == rt_core::Phase::ready || phase_ == rt_core::Phase::countdown) {
        robot_state_ = {};  // a reset begins the drive again
        driving_tick_ = -1;
    }
    if (driving_tick_ >= 0 || phase_ == rt_core::Phase::running) ++driving_tick_;
}

void VirtualBench::latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept {
    move_robot();
    if (!faults_.empty()) conditions_ = faults_.at(driving_tick_);
    const model::RobotOutput& robot = robot_state_.limbs.at;
    const std::array<double, 3> legs{robot.accelerator, robot.brake, robot.clutch};
    const auto now = static_cast<std::uint64_t>(tick);
    const std::uint64_t noise = model::noise_bits(seed_, pedal_channel, now);
    for (unsigned index = 0; index < pedals_.size(); ++index) {
        pedals_[index].step(legs[index], pedal_noise(noise, index), conditions_[index]);
    }
    const WireCondition lever = conditions_[static_cast<std::size_t>(WireSignal::lever)];
    SwitchBits switches = switches_state_.last;
    if (!switches_.is_quiet(switches_state_, robot.lever, lever)) {
        const std::uint64_t bounce = model::noise_bits(seed_, lever_channel, now);
        switches = switches_.step(switches_state_, robot.lever, bounce, lever);
    }
    lever_.step(lever_signal_, switches);

    inputs.controls.accelerator = pedals_[0].signal.position;
    inputs.controls.brake = pedals_[1].signal.position;
    inputs.controls.clutch = pedals_[2].signal.position;
    inputs.controls.gear = lever_signal_.gear;
    inputs.controls.key = robot.key;
    if (pedals_[0].signal.faulty || pedals_[1].signal.faulty || pedals_[2].signal.faulty) {
        inputs.faults |= rt_core::fault_pedal_signal;
    }
    if (lever_signal_.faulty) inputs.faults |= rt_core::fault_lever_signal;
}

void VirtualBench::publish(const rt_core::Inputs& /*inputs*/, const rt_core::State& state,
                           std::uint64_t /*state_hash*/) noexcept {
    phase_ = state.session.phase;
    if (rt_core::in_safe_state(phase_)) {
        engine_speed_.show_fault();
        vehicle_speed_.show_fault();
        return;
    }
    const model::LongitudinalState& car = state.world.car;
    engine_speed_.show(car.engine_speed_radps * (1.0 / model::radps_per_rpm));
    vehicle_speed_.show(model::magnitude(car.speed_mps) * 3.6);
}

}  // namespace ghostcar::drivers
