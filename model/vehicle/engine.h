// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/math/line.h"
#include "model/math/numeric.h"
#include "model/math/uniform_curve.h"
#include "model/math/uniform_map.h"
#include "model/vehicle/controls.h"
#include "model/vehicle/longitudinal_state.h"

namespace ghostcar::model {

/// Holds the idle speed while the accelerator is released.
struct GovernorParameters {
    double target_radps;
    double proportional_nms;  // N·m per rad/s
    double integral_nm;       // N·m per rad/s and second
    double lowest_nm;         // of the whole correction
    double highest_nm;
    double acts_below_accelerator;  // fully active up to here; also "closed throttle"
    double ends_at_accelerator;     // fades out linearly up to here
};

struct EngineParameters {
    UniformMap torque_nm;  // NET torque Te − Tef over rad/s and accelerator, eq. (2)
    UniformCurve drag_nm;  // closed throttle without fuel, positive, over rad/s
    double inertia_kgm2;   // with flywheel and clutch cover
    double manifold_lag_s;
    double stall_speed_radps;
    GovernorParameters governor;
    double starter_torque_nm;     // at standstill
    double starter_free_radps;    // where the starter's torque has fallen to 0
    double firing_speed_radps;    // it fires after turning faster than this …
    double firing_delay_s;        // … for so long
    double fuel_cut_above_radps;  // closed throttle
    double fuel_back_below_radps;
    double limiter_soft_radps;
    double limiter_hard_radps;
    bool speed_limit_enabled;
    double speed_limit_mps;
};

/// The engine, eq. (1) and (2): Je·dωe/dt = Te(ωe, α) − Tc with Te the NET torque of the map, so
/// that friction (Tef) is counted once. Around the map:
///   manifold      dTcharge/dt = (map + governor − Tcharge) / lag
///   governor      clamp(kp·(ω0 − ω) + I), dI/dt = ki·(ω0 − ω), faded out over the accelerator;
///                 map + governor never goes below −drag: no throttle takes more than that
///   limiters      Te = −drag + share·(Tcharge + drag), share falling linearly from 1 at the soft
///                 to 0 at the hard limit; they cut fuel and so do not wait for the manifold
///   fuel cut      Te = −drag
///   no combustion Te = starter − drag·sign(ω), the drag being Coulomb friction at ω = 0
///   starter       linear from its torque at rest to 0 at its free speed, one-way clutch
class Engine {
public:
    Engine(EngineParameters parameters, double step_s);

    /// What stays the same during one tick.
    struct Tick {
        Line map_nm;   // over engine speed, at this accelerator position
        Line drag_nm;  // over engine speed
        double governor_share;
        double governor_integral_nm;  // 0 while the integral part rests
        double direction;             // sense of rotation for Coulomb friction
        bool combusting;
        bool fuel_cut;
        bool starter;
        bool limited;
    };

    struct Rates {
        double torque_nm;  // net, at the flywheel
        double charge_nmps;
        double governor_nmps;
    };

    /// Key, starting, stalling and fuel cut, once per tick.
    void update_mode(LongitudinalState& state, Key key, double accelerator) const noexcept;

    /// Once a tick; inlined by order, as what it finds is used at once.
    [[nodiscard, gnu::always_inline]] Tick tick(const LongitudinalState& state,
                                                double accelerator) const noexcept {
        Tick result{};
        result.starter = state.engine == EngineMode::cranking;
        result.combusting = combusting(state);
        result.fuel_cut = state.fuel_cut != 0;
        result.map_nm = parameters_.torque_nm.line(state.engine_speed_radps, accelerator);
        result.drag_nm = parameters_.drag_nm.line(magnitude(state.engine_speed_radps));
        result.limited = limiter_share(state.engine_speed_radps, state.speed_mps) < 1.0;
        result.governor_share =
            clamp((parameters_.governor.ends_at_accelerator - accelerator) * inverse_governor_fade_,
                  0.0, 1.0);
        // Far above idle the error says nothing about the idle torque: the integral part rests.
        const bool integrates = result.combusting && !result.fuel_cut &&
                                state.engine_speed_radps < parameters_.fuel_back_below_radps;
        result.governor_integral_nm =
            integrates ? parameters_.governor.integral_nm * result.governor_share : 0.0;
        return result;
    }

    /// Called four times a tick, hence inlined by order.
    [[nodiscard, gnu::always_inline]] Rates rates(const Tick& tick, double engine_radps,
                                                  double speed_mps, double charge_nm,
                                                  double governor_nm) const noexcept {
        if (!tick.combusting) {
            const double drag_nm = tick.direction * tick.drag_nm.at(magnitude(engine_radps));
            return {starter_torque_nm(tick, engine_radps) - drag_nm, 0.0, 0.0};
        }
        double target_nm = tick.map_nm.at(engine_radps);
        double governor_nmps = 0.0;
        if (tick.governor_share > 0.0) {
            const double error_radps = parameters_.governor.target_radps - engine_radps;
            const double correction_nm =
                tick.governor_share *
                clamp(parameters_.governor.proportional_nms * error_radps + governor_nm,
                      parameters_.governor.lowest_nm, parameters_.governor.highest_nm);
            target_nm = maximum(target_nm + correction_nm, -tick.drag_nm.at(engine_radps));
            governor_nmps = tick.governor_integral_nm * error_radps;
        }
        double torque_nm = charge_nm;
        if (tick.limited || tick.fuel_cut) {
            const double drag_nm = tick.drag_nm.at(engine_radps);
            const double share = tick.fuel_cut ? 0.0 : limiter_share(engine_radps, speed_mps);
            torque_nm = share * (charge_nm + drag_nm) - drag_nm;
        }
        if (tick.starter) {
            torque_nm += starter_torque_nm(tick, engine_radps);
        }
        return {torque_nm, (target_nm - charge_nm) * inverse_lag_per_s_, governor_nmps};
    }

    /// Torque that turns an engine without combustion, friction left out.
    [[nodiscard]] double starter_torque_nm(const Tick& tick, double engine_radps) const noexcept {
        if (!tick.starter) {
            return 0.0;
        }
        return parameters_.starter_torque_nm *
               clamp(1.0 - engine_radps * inverse_starter_free_, 0.0, 1.0);
    }

    /// Te of eq. (1) and (3), before friction: what combustion gives. Never negative.
    [[nodiscard]] double torque_before_friction_nm(const Tick& tick, double engine_radps,
                                                   double net_torque_nm) const noexcept {
        return tick.combusting ? maximum(0.0, net_torque_nm + tick.drag_nm.at(engine_radps)) : 0.0;
    }

    [[nodiscard]] double drag_at_rest_nm() const noexcept { return drag_at_rest_nm_; }
    [[nodiscard]] double limited_governor_nm(double governor_nm) const noexcept {
        return snap_to_zero(
            clamp(governor_nm, parameters_.governor.lowest_nm, parameters_.governor.highest_nm),
            1e-12);
    }
    [[nodiscard]] double inverse_inertia() const noexcept { return inverse_inertia_; }
    [[nodiscard]] double inertia_kgm2() const noexcept { return parameters_.inertia_kgm2; }

private:
    [[nodiscard]] bool has_fired(const LongitudinalState& state) const noexcept {
        return state.cranking_ticks >= firing_ticks_;
    }
    [[nodiscard]] bool combusting(const LongitudinalState& state) const noexcept {
        return state.engine == EngineMode::running ||
               (state.engine == EngineMode::cranking && has_fired(state));
    }
    [[nodiscard]] double limiter_share(double engine_radps, double speed_mps) const noexcept {
        const double engine_share =
            (parameters_.limiter_hard_radps - engine_radps) * inverse_limiter_band_;
        const double vehicle_share = (speed_limit_mps_ - speed_mps) * (1.0 / speed_limit_band_mps);
        return clamp(minimum(engine_share, vehicle_share), 0.0, 1.0);
    }

    // The vehicle's speed limiter takes the torque away over this much speed below the limit.
    static constexpr double speed_limit_band_mps = 2.0 * mps_per_kph;

    EngineParameters parameters_;
    std::int64_t firing_ticks_;
    double inverse_inertia_;
    double inverse_lag_per_s_;
    double inverse_starter_free_;
    double inverse_limiter_band_;
    double inverse_governor_fade_;
    double governor_at_start_nm_;  // what holds an engine without load at its idle speed
    double drag_at_rest_nm_;
    double speed_limit_mps_;  // out of reach when switched off
};

}  // namespace ghostcar::model
