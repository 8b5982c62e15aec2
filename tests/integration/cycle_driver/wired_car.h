// SPDX-License-Identifier: Apache-2.0
// A car behind the desk's virtual wires, or touched directly: what a robot's legs do to it, and
// what its two gauges show.
#pragma once

#include <toml++/toml.h>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "model/driver/pedal_robot.h"
#include "model/vehicle/longitudinal.h"

namespace ghostcar::tests {

/// How the sensors are: the desk's, or worse.
struct WireTroubles {
    bool direct = false;           // no wires at all
    double noise_factor = 1.0;     // of the desk's noise
    int delay_ticks = 0;           // of the pedal sensors
    double accelerator_drift = 0;  // share of the travel, reached evenly over drift_ticks
    double brake_drift = 0;
    double clutch_drift = 0;
    std::int64_t drift_ticks = 600'000;
    std::uint64_t seed = 1;
};

class WiredCar {
public:
    /// `edit` may change the parsed vehicle before it is used.
    WiredCar(
        const std::string& top, const std::string& vehicle, const WireTroubles& troubles = {},
        const std::function<void(toml::table&)>& edit = [](toml::table&) {});
    ~WiredCar();
    WiredCar(const WiredCar&) = delete;
    WiredCar& operator=(const WiredCar&) = delete;

    void tick(const model::RobotOutput& robot, double grade = 0.0);

    [[nodiscard]] model::GaugeReading gauge() const;
    [[nodiscard]] const model::LongitudinalState& state() const { return state_; }
    [[nodiscard]] const model::LongitudinalParameters& parameters() const;
    [[nodiscard]] const model::Controls& controls() const { return controls_; }
    [[nodiscard]] double speed_kph() const { return state_.speed_mps * 3.6; }

private:
    struct Wires;

    std::unique_ptr<model::Longitudinal> car_;
    std::unique_ptr<Wires> wires_;
    WireTroubles troubles_;
    std::int64_t tick_ = 0;
    model::LongitudinalState state_;
    model::Controls controls_;
};

}  // namespace ghostcar::tests
