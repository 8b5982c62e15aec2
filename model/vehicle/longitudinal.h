// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "model/vehicle/controls.h"
#include "model/vehicle/longitudinal_parameters.h"
#include "model/vehicle/longitudinal_state.h"

namespace ghostcar::model {

/// The car of the paper, eq. (1)–(12), along the road: rigid driveline, no tyre slip.
///
///   clutch slipping   Je·dωe/dt = Te − Tc
///                     Ms·dv/dt  = Tc·ig·i0·η/r − F,   Ms = m + ΣIw/r² + Id·(ig·i0/r)²
///   clutch locked     Ml·dv/dt  = Te·ig·i0·η/r − F,   Ml = Ms + Je·(ig·i0/r)²,  ωe = v·ig·i0/r
///   F = brake + rolling resistance + air + grade
/// The engine's inertia is counted once: as a body of its own while slipping, in Ml while locked.
/// η multiplies torque that drives the car and divides torque that the car has to drive, so the
/// gears always take energy.
///
/// One step is fourth-order Runge–Kutta over speed, distance, engine speed, charge torque and the
/// governor's integral. What is not smooth (clutch slipping or locked, direction of slip and of
/// rolling, standing, engine mode, gear) is decided between steps and fixed within one:
///   - the car stands at exactly v = 0 while |push| ≤ rolling resistance + brake; a step in which
///     v would change sign ends at exactly 0;
///   - the clutch locks after a step in which the slip changed sign, if it can hold the torque
///     that then goes through it; both sides continue at the speed that keeps their common
///     momentum, which never adds energy; it lets go when that torque exceeds the static limit.
class Longitudinal {
public:
    static constexpr double default_step_s = 0.001;

    explicit Longitudinal(LongitudinalParameters parameters, double step_s = default_step_s);

    /// Standing in neutral, engine off.
    [[nodiscard]] LongitudinalState initial() const noexcept { return {}; }

    void step(LongitudinalState& state, const Controls& controls,
              const Environment& environment) const noexcept;

    [[nodiscard]] const LongitudinalParameters& parameters() const noexcept { return parameters_; }

private:
    struct Tick;
    struct Point;
    struct Rates;

    struct Masses {
        double inverse_slipping_pkg;
        double inverse_locked_pkg;
        double engine_share;  // of the momentum of both sides, when they lock
    };

    [[nodiscard, gnu::always_inline]] inline Rates rates(const Tick& tick,
                                                         const Point& point) const noexcept;
    [[nodiscard]] double sliding_torque_nm(const Tick& tick, double engine_radps,
                                           double engine_torque_nm) const noexcept;
    [[nodiscard]] Rates first_rates(Tick& tick, const Point& point) const noexcept;
    void decide_engine_direction(Tick& tick, const Point& point) const noexcept;
    void decide_rolling(Tick& tick, const Point& point) const noexcept;
    void try_to_lock(Tick& tick, Point& point) const noexcept;

    LongitudinalParameters parameters_;
    double step_s_;
    Engine engine_;
    Clutch clutch_;
    Gearbox gearbox_;
    Brake brake_;
    RoadLoad road_load_;
    std::array<Masses, highest_gear + 2> masses_;
};

}  // namespace ghostcar::model
