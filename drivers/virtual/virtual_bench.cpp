// SPDX-License-Identifier: Apache-2.0
#include "drivers/virtual/virtual_bench.h"

#include <limits>
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
    // 0: nobody looks.
    std::int64_t stuck_after_ticks = reader.integer_or("stuck_after_ms", 0, 0, 3'600'000);
    if (stuck_after_ticks == 0) stuck_after_ticks = std::numeric_limits<std::int64_t>::max();
    std::optional<TrackWire> second;
    if (std::optional<model::TableReader> table = reader.table_if("second_track")) {
        const SecondTrack comparison = SecondTrack::from_toml(*table);
        const VirtualPedal own = VirtualPedal::from_toml(*table);
        table->finish();
        second = TrackWire{comparison, own, {}, own.rest_v()};
    }
    reader.finish();
    return {calibration, sensor, {}, sensor.rest_v(), 0.0, 0, stuck_after_ticks, second};
}

VirtualBench::VirtualBench(model::BenchRobot robot, const std::array<PedalWire, 3>& pedals,
                           const GearLever& lever, const VirtualLever& switches,
                           const Gauge& engine_speed, const Gauge& vehicle_speed,
                           const WireFaultList& faults, std::uint64_t seed) noexcept
    : robot_(std::move(robot)),
      pedals_(pedals),
      lever_(lever),
      switches_(switches),
      engine_speed_(engine_speed),
      vehicle_speed_(vehicle_speed),
      faults_(faults),
      two_tracks_(pedals[0].second || pedals[1].second || pedals[2].second),
      pedal_noise_(model::noise_stream(seed, pedal_channel)),
      lever_noise_(model::noise_stream(seed, lever_channel)) {}

VirtualBench VirtualBench::from_toml(model::TableReader& board_wires, model::TableReader& driver,
                                     const WireFaultList& faults, std::uint64_t seed) {
    constexpr std::array<std::pair<std::string_view, int>, 1> drivers{{{"pedal-robot", 0}}};
    driver.choice("kind", drivers);
    model::BenchRobot robot(model::PedalRobot::from_toml(driver));
    driver.finish();
    return with_robot(board_wires, std::move(robot), faults, seed);
}

VirtualBench VirtualBench::with_robot(model::TableReader& board_wires, model::BenchRobot robot,
                                      const WireFaultList& faults, std::uint64_t seed) {
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
    return {std::move(robot), pedals, lever, switches, engine_speed, vehicle_speed, faults, seed};
}

void VirtualBench::move_robot() noexcept {
    if (phase_ == rt_core::Phase::running) {
        robot_.step({engine_speed_.read(), vehicle_speed_.read()});
    } else if (phase_ == rt_core::Phase::ready || phase_ == rt_core::Phase::countdown) {
        robot_.reset();  // a reset begins the drive again
        driving_tick_ = -1;
    }
    // Staged troubles come at a time of driving, which stands still in a pause.
    const bool begun = driving_tick_ >= 0 && phase_ != rt_core::Phase::paused;
    if (begun || phase_ == rt_core::Phase::running) ++driving_tick_;
}

void VirtualBench::read_troubled(unsigned index, double leg, double noise) noexcept {
    PedalWire& pedal = pedals_[index];
    const auto signal = static_cast<WireSignal>(index);
    const SensorTrouble trouble = faults_.trouble_of(signal, driving_tick_);
    Delayed& under_way = delayed_[index];
    const auto now = static_cast<std::size_t>(driving_tick_ < 0 ? 0 : driving_tick_);
    const double newest_v =
        pedal.sensor.read_troubled_v(leg, noise, trouble, conditions_[index], pedal.last_v);
    under_way[now % under_way.size()] = newest_v;
    const auto delay = static_cast<std::size_t>(trouble.delay_ticks);
    pedal.take(now < delay ? pedal.sensor.rest_v() : under_way[(now - delay) % under_way.size()]);
}

/// Its noise is its own: the first track's, turned round, saves another draw.
void VirtualBench::read_second_track(unsigned index, double leg, double noise) noexcept {
    PedalWire& pedal = pedals_[index];
    if (!pedal.second) return;
    TrackWire& second = *pedal.second;
    second.last_v = second.sensor.read_v(leg, -noise, second_conditions_[index], second.last_v);
    second.comparison.step(second.signal, pedal.signal.position, second.last_v);
}

void VirtualBench::look_if_stuck() noexcept {
    for (std::size_t index = 0; index < pedals_.size(); ++index) {
        PedalWire& pedal = pedals_[index];
        pedal.look_if_stuck();
        if (pedal.same_ticks >= pedal.stuck_after_ticks)
            reports_.add(
                {static_cast<WireSignal>(index), WireTrouble::stuck, driving_tick_, pedal.last_v});
    }
}

void VirtualBench::look_closer(rt_core::Inputs& inputs) noexcept {
    for (std::size_t index = 0; index < pedals_.size(); ++index) {
        const PedalWire& pedal = pedals_[index];
        const auto signal = static_cast<WireSignal>(index);
        if (pedal.is_faulty()) inputs.faults |= rt_core::fault_pedal_signal;
        if (pedal.signal.faulty)
            reports_.add({signal, WireTrouble::out_of_range, driving_tick_, pedal.last_v});
        if (pedal.second && pedal.second->signal.faulty)
            reports_.add({signal, WireTrouble::tracks_disagree, driving_tick_, pedal.last_v});
    }
    if (lever_signal_.faulty) {
        inputs.faults |= rt_core::fault_lever_signal;
        reports_.add({WireSignal::lever, WireTrouble::contradiction, driving_tick_, 0.0});
    }
}

void VirtualBench::latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept {
    move_robot();
    if (!faults_.empty()) {
        conditions_ = faults_.at(driving_tick_);
        second_conditions_ = faults_.at(driving_tick_, 2);
    }
    const model::RobotOutput& robot = robot_.at();
    const std::array<double, 3> legs{robot.accelerator, robot.brake, robot.clutch};
    const auto now = static_cast<std::uint64_t>(tick);
    const std::uint64_t noise = model::stream_bits(pedal_noise_, now);
    if (faults_.empty()) {
#pragma GCC unroll 3
        for (unsigned index = 0; index < 3; ++index)
            pedals_[index].step(legs[index], pedal_noise(noise, index), WireCondition::healthy);
    } else {
        for (unsigned index = 0; index < 3; ++index)
            read_troubled(index, legs[index], pedal_noise(noise, index));
    }
    if (two_tracks_)
        for (unsigned index = 0; index < 3; ++index)
            read_second_track(index, legs[index], pedal_noise(noise, index));
    if (tick % ticks_between_looks == 0) look_if_stuck();
    const WireCondition lever = conditions_[static_cast<std::size_t>(WireSignal::lever)];
    SwitchBits switches = switches_state_.last;
    if (!switches_.is_quiet(switches_state_, robot.lever, lever)) {
        const std::uint64_t bounce = model::stream_bits(lever_noise_, now);
        switches = switches_.step(switches_state_, robot.lever, bounce, lever);
    }
    lever_.step(lever_signal_, switches);

    inputs.controls.accelerator = pedals_[0].signal.position;
    inputs.controls.brake = pedals_[1].signal.position;
    inputs.controls.clutch = pedals_[2].signal.position;
    inputs.controls.gear = lever_signal_.gear;
    inputs.controls.key = robot.key;
    if (pedals_[0].signal.faulty || pedals_[1].signal.faulty || pedals_[2].signal.faulty ||
        lever_signal_.faulty || two_tracks_)
        look_closer(inputs);
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
