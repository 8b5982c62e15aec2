// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "model/vehicle/automatic.h"
#include "model/vehicle/clutch.h"
#include "model/vehicle/controls.h"
#include "model/vehicle/driveline.h"
#include "model/vehicle/engine.h"
#include "model/vehicle/gearbox.h"

namespace ghostcar::model {

/// Engine, clutch, gearbox and half shafts of the full car. Three bodies turn: the engine, the
/// gearbox with the clutch disc (at wheel speed), and the wheels, which are the car's.
///
///   Je·dωe/dt = Te − Tc     Jg·dωg/dt = η·i·Tc + Ts − T     T: see Driveline, Ts: synchroniser
///
/// The clutch needs no events: Tc is the torque with which engine and disc end the step at the
/// same speed, cut to what the clutch can carry (a time-stepping scheme after Moreau). So it slips
/// while it must, locks by itself, never chatters and never adds energy.
class Powertrain {
public:
    struct Parameters {
        EngineParameters engine;
        ClutchParameters clutch;
        GearboxParameters gearbox;
        DrivelineParameters driveline;
        AutomaticParameters automatic;
        double disc_inertia_kgm2;
        double wheel_radius_m;
    };

    Powertrain(const Parameters& parameters, double step_s);

    /// One step; gives the torque of each wheel. `automatic`: the car works clutch and gears.
    void step(CarState& car, const Controls& controls, bool automatic,
              PerWheel<double>& drive_nm) const noexcept;

    /// Engine running at idle, gearbox turning with the wheels.
    void set_running(CarState& car) const noexcept;

    [[nodiscard]] std::int64_t gears() const noexcept { return gears_.gears; }

private:
    struct Ratio {
        double input_per_wheel = 0.0;  // ig·i0; < 0 in reverse
        double efficiency = 1.0;
        double inverse_efficiency = 1.0;
        double inertia_kgm2 = 0.0;  // disc and shafts, at the wheels
    };

    [[nodiscard]] double shift(CarState& car, std::int64_t lever,
                               double clutch_holds_nm) const noexcept;
    [[nodiscard]] double synchronise(CarState& car, std::int64_t lever,
                                     double clutch_holds_nm) const noexcept;
    [[nodiscard]] const Ratio& ratio(std::int64_t gear) const noexcept {
        return ratios_[static_cast<std::size_t>(gear + 1)];
    }

    double step_s_;
    Engine engine_;
    Clutch clutch_;
    Driveline driveline_;
    Automatic automatic_;
    GearboxParameters gears_;
    double idle_radps_;
    double disc_inertia_kgm2_;
    double inverse_wheel_radius_;
    double synchroniser_per_step_radps_;
    std::array<Ratio, highest_gear + 2> ratios_;
};

}  // namespace ghostcar::model
