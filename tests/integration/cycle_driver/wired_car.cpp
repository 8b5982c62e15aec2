// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/cycle_driver/wired_car.h"

#include <array>

#include "drivers/gear_lever.h"
#include "drivers/pedal_calibration.h"
#include "drivers/virtual/virtual_gauge.h"
#include "drivers/virtual/virtual_lever.h"
#include "drivers/virtual/virtual_pedal.h"
#include "model/math/noise.h"

namespace ghostcar::tests {
namespace {

constexpr std::size_t longest_delay = 16;

struct PedalWire {
    drivers::PedalCalibration calibration;
    drivers::VirtualPedal sensor;
    drivers::PedalSignal signal{};
    std::array<double, longest_delay> past{};

    explicit PedalWire(model::TableReader reader)
        : calibration(drivers::PedalCalibration::from_toml(reader)),
          sensor(drivers::VirtualPedal::from_toml(reader)) {}
};

}  // namespace

struct WiredCar::Wires {
    explicit Wires(model::TableReader wires)
        : pedals{PedalWire(wires.table("accelerator")), PedalWire(wires.table("brake")),
                 PedalWire(wires.table("clutch"))},
          lever(lever_of(wires)),
          switches(switches_of(wires, lever)),
          engine_speed(gauge_of(wires, "engine_speed", "full_scale_rpm")),
          vehicle_speed(gauge_of(wires, "vehicle_speed", "full_scale_kph")) {}

    static drivers::GearLever lever_of(model::TableReader& wires) {
        model::TableReader table = wires.table("lever");
        return drivers::GearLever::from_toml(table);
    }
    static drivers::VirtualLever switches_of(model::TableReader& wires,
                                             const drivers::GearLever& lever) {
        model::TableReader table = wires.table("lever");
        return drivers::VirtualLever::from_toml(table, lever);
    }
    static drivers::Gauge gauge_of(model::TableReader& wires, const char* name, const char* key) {
        model::TableReader table = wires.table(name);
        return drivers::Gauge::from_toml(table, key);
    }

    std::array<PedalWire, 3> pedals;
    drivers::GearLever lever;
    drivers::LeverSignal lever_signal{};
    drivers::VirtualLever switches;
    drivers::VirtualLeverState switches_state{};
    drivers::VirtualGauge engine_speed;
    drivers::VirtualGauge vehicle_speed;
};

WiredCar::WiredCar(const std::string& top, const std::string& vehicle, const WireTroubles& troubles,
                   const std::function<void(toml::table&)>& edit)
    : troubles_(troubles) {
    toml::table car_file = toml::parse_file(top + "/model/data/vehicles/" + vehicle + ".toml");
    edit(car_file);
    model::TableReader car_table(car_file);
    car_ =
        std::make_unique<model::Longitudinal>(model::LongitudinalParameters::from_toml(car_table));
    state_ = car_->initial();
    if (troubles.direct) return;
    toml::table board_file = toml::parse_file(top + "/board/desk/board.toml");
    // A gate more than the desk has: cars with six gears are driven too.
    board_file["wires"]["lever"].as_table()->insert_or_assign("gears",
                                                              toml::array{1, 2, 3, 4, 5, 6, -1});
    model::TableReader board(board_file);
    wires_ = std::make_unique<Wires>(board.table("wires"));
}

WiredCar::~WiredCar() = default;

const model::LongitudinalParameters& WiredCar::parameters() const {
    return car_->parameters();
}

void WiredCar::tick(const model::RobotOutput& robot, double grade) {
    ++tick_;
    if (!wires_) {
        controls_ = {robot.accelerator, robot.brake, robot.clutch, robot.lever, robot.key};
    } else {
        const std::array<double, 3> legs{robot.accelerator, robot.brake, robot.clutch};
        const std::array<double, 3> drifts{troubles_.accelerator_drift, troubles_.brake_drift,
                                           troubles_.clutch_drift};
        std::array<double, 3> positions{};
        const double drifted = model::clamp(
            static_cast<double>(tick_) / static_cast<double>(troubles_.drift_ticks), 0.0, 1.0);
        for (std::size_t i = 0; i < 3; ++i) {
            PedalWire& pedal = wires_->pedals[i];
            const double noise =
                troubles_.noise_factor *
                (2.0 * model::uniform_noise(troubles_.seed, i, static_cast<std::uint64_t>(tick_)) -
                 1.0);
            const double volts = pedal.sensor.read_v(legs[i] + drifts[i] * drifted, noise,
                                                     drivers::WireCondition::healthy, 0.0);
            const auto now = static_cast<std::size_t>(tick_) % longest_delay;
            pedal.past[now] = volts;
            const auto then =
                static_cast<std::size_t>(tick_ + 16 - troubles_.delay_ticks) % longest_delay;
            pedal.calibration.step(pedal.signal, tick_ > troubles_.delay_ticks
                                                     ? pedal.past[then]
                                                     : pedal.sensor.rest_v());
            positions[i] = pedal.signal.position;
        }
        const drivers::SwitchBits bits = wires_->switches.step(
            wires_->switches_state, robot.lever,
            model::noise_bits(troubles_.seed, 9, static_cast<std::uint64_t>(tick_)),
            drivers::WireCondition::healthy);
        wires_->lever.step(wires_->lever_signal, bits);
        controls_ = {positions[0], positions[1], positions[2], wires_->lever_signal.gear,
                     robot.key};
    }
    model::Environment environment;
    environment.grade = grade;
    car_->step(state_, controls_, environment);
    if (wires_) {
        wires_->engine_speed.show(state_.engine_speed_radps / model::radps_per_rpm);
        wires_->vehicle_speed.show(model::magnitude(state_.speed_mps) * 3.6);
    }
}

model::GaugeReading WiredCar::gauge() const {
    if (!wires_) return {state_.engine_speed_radps / model::radps_per_rpm, state_.speed_mps * 3.6};
    return {wires_->engine_speed.read(), wires_->vehicle_speed.read()};
}

}  // namespace ghostcar::tests
