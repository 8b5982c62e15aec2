// SPDX-License-Identifier: Apache-2.0
#include "model/vehicle/longitudinal.h"

#include <utility>

namespace ghostcar::model {
namespace {

// Below these a decaying quantity is 0: far under what any gauge shows, far above a subnormal.
constexpr double least_motion = 1e-9;  // m/s and rad/s
constexpr double least_force = 1e-9;   // N·m, N and m/s²

}  // namespace

/// What is decided once and holds during one step.
struct Longitudinal::Tick {
    Engine::Tick engine;
    Clutch::Tick clutch;
    RoadLoad::Tick road;
    const Gear* gear;
    const Masses* masses;
    double brake_n;
    double slip_direction = 0.0;      // of engine minus input shaft
    double rolling_direction = 0.0;   // 0 only while standing
    double standing_brake_n = 0.0;    // what the brake holds while standing …
    double standing_clutch_nm = 0.0;  // … and what goes through a locked clutch
    bool in_gear;
    bool locked;
    bool standing = false;
    bool engine_held = false;  // at rest, and its friction is enough to keep it there

    /// Eq. (5) over r, with the losses taken from whichever side drives.
    [[nodiscard]] double wheel_force_n(double torque_nm, double direction) const noexcept {
        const double force_n = torque_nm * gear->shaft_per_speed;
        return force_n * (force_n * direction > 0.0 ? gear->efficiency : gear->inverse_efficiency);
    }
};

/// The continuous state (distance follows from speed).
struct Longitudinal::Point {
    double speed_mps;
    double engine_radps;
    double charge_nm;
    double governor_nm;
};

struct Longitudinal::Rates {
    double speed;
    double engine_speed;
    double charge;
    double governor;
    double engine_torque_nm;
    double clutch_torque_nm;
};

Longitudinal::Longitudinal(LongitudinalParameters parameters, double step_s)
    : parameters_(std::move(parameters)),
      step_s_(step_s),
      engine_(parameters_.engine, step_s),
      clutch_(parameters_.clutch),
      gearbox_(parameters_.gearbox, parameters_.wheel_radius_m),
      brake_(parameters_.brake),
      road_load_(parameters_.road_load, parameters_.mass_kg),
      masses_{} {
    for (std::int64_t number = -1; number <= gearbox_.gears(); ++number) {
        const double ratio = gearbox_.gear(number).shaft_per_speed;
        const double ratio_squared = ratio * ratio;
        const double slipping_kg = parameters_.mass_kg + parameters_.wheel_side_mass_kg +
                                   parameters_.disc_inertia_kgm2 * ratio_squared;
        const double engine_kg = engine_.inertia_kgm2() * ratio_squared;
        masses_[static_cast<std::size_t>(number + 1)] = {1.0 / slipping_kg,
                                                         1.0 / (slipping_kg + engine_kg),
                                                         engine_kg / (slipping_kg + engine_kg)};
    }
}

double Longitudinal::sliding_torque_nm(const Tick& tick, double engine_radps,
                                       double engine_torque_nm) const noexcept {
    double torque_nm = tick.clutch.constant_nm;
    if (tick.clutch.engine_share > 0.0) {
        torque_nm += tick.clutch.engine_share *
                     engine_.torque_before_friction_nm(tick.engine, engine_radps, engine_torque_nm);
    }
    return tick.slip_direction * torque_nm;
}

Longitudinal::Rates Longitudinal::rates(const Tick& tick, const Point& point) const noexcept {
    const Engine::Rates engine = engine_.rates(tick.engine, point.engine_radps, point.speed_mps,
                                               point.charge_nm, point.governor_nm);
    const double through_nm = tick.locked
                                  ? engine.torque_nm
                                  : sliding_torque_nm(tick, point.engine_radps, engine.torque_nm);

    double acceleration_mps2 = 0.0;
    if (!tick.standing) {
        const double friction_n = road_load_.rolling_n(tick.road, point.speed_mps) + tick.brake_n;
        const double force_n = tick.wheel_force_n(through_nm, tick.rolling_direction) -
                               tick.rolling_direction * friction_n -
                               road_load_.pull_back_n(tick.road, point.speed_mps);
        acceleration_mps2 = force_n * (tick.locked ? tick.masses->inverse_locked_pkg
                                                   : tick.masses->inverse_slipping_pkg);
    }

    Rates result{acceleration_mps2, 0.0,       engine.charge_nmps, engine.governor_nmps,
                 engine.torque_nm,  through_nm};
    if (tick.locked) {
        result.engine_speed = acceleration_mps2 * tick.gear->shaft_per_speed;
        result.clutch_torque_nm = tick.standing
                                      ? tick.standing_clutch_nm
                                      : through_nm - engine_.inertia_kgm2() * result.engine_speed;
    } else if (!tick.engine_held) {
        result.engine_speed = (engine.torque_nm - through_nm) * engine_.inverse_inertia();
    }
    return result;
}

/// An engine without combustion has Coulomb friction: which way does it turn, or does it stay?
void Longitudinal::decide_engine_direction(Tick& tick, const Point& point) const noexcept {
    tick.engine_held = false;
    if (tick.engine.combusting) {
        return;
    }
    tick.engine.direction = sign(point.engine_radps);
    if (tick.locked || point.engine_radps != 0.0) {
        return;
    }
    const double applied_nm =
        engine_.starter_torque_nm(tick.engine, 0.0) - sliding_torque_nm(tick, 0.0, 0.0);
    if (magnitude(applied_nm) <= engine_.drag_at_rest_nm()) {
        tick.engine_held = true;
    } else {
        tick.engine.direction = sign(applied_nm);
    }
}

/// Which way does the car roll, or does it stand?
void Longitudinal::decide_rolling(Tick& tick, const Point& point) const noexcept {
    tick.standing = false;
    tick.rolling_direction = sign(point.speed_mps);
    if (tick.rolling_direction != 0.0) {
        return;
    }

    // Locked at v = 0 the engine is at rest too: its friction holds the car, as far as the clutch
    // can pass it on.
    double torque_nm = 0.0;
    double engine_holds_n = 0.0;
    if (tick.locked) {
        torque_nm = engine_.starter_torque_nm(tick.engine, 0.0);
        engine_holds_n = minimum(engine_.drag_at_rest_nm(), tick.clutch.static_nm) *
                         magnitude(tick.gear->shaft_per_speed) * tick.gear->inverse_efficiency;
    } else if (tick.in_gear) {
        const Engine::Rates engine =
            engine_.rates(tick.engine, point.engine_radps, 0.0, point.charge_nm, point.governor_nm);
        torque_nm = sliding_torque_nm(tick, point.engine_radps, engine.torque_nm);
    }

    const double push_n = -road_load_.pull_back_n(tick.road, 0.0);
    const double rolling_n = road_load_.rolling_n(tick.road, 0.0);
    const double holds_n = rolling_n + tick.brake_n + engine_holds_n;
    const double forward_n = push_n + tick.wheel_force_n(torque_nm, 1.0);
    const double backward_n = push_n + tick.wheel_force_n(torque_nm, -1.0);
    if (forward_n > holds_n) {
        tick.rolling_direction = 1.0;
    } else if (backward_n < -holds_n) {
        tick.rolling_direction = -1.0;
    } else {
        tick.standing = true;
        // Rolling resistance holds first, then the brake, then the engine.
        const double to_hold_n = maximum(forward_n, -backward_n) - rolling_n;
        tick.standing_brake_n = clamp(to_hold_n, 0.0, tick.brake_n);
        if (tick.locked) {
            const double rest_n = maximum(0.0, to_hold_n - tick.brake_n);
            tick.standing_clutch_nm =
                (forward_n > 0.0 ? -rest_n : rest_n) / tick.gear->shaft_per_speed;
        }
    }
    if (tick.locked && !tick.engine.combusting) {
        tick.engine.direction = tick.rolling_direction * sign(tick.gear->shaft_per_speed);
    }
}

/// A locked clutch lets go when it would have to carry more than it can hold.
Longitudinal::Rates Longitudinal::first_rates(Tick& tick, const Point& point) const noexcept {
    decide_engine_direction(tick, point);
    decide_rolling(tick, point);
    const Rates result = rates(tick, point);
    const double carried_nm = result.clutch_torque_nm;
    if (!tick.locked ||
        (tick.clutch.static_nm > 0.0 && magnitude(carried_nm) <= tick.clutch.static_nm)) {
        return result;
    }
    tick.locked = false;
    tick.slip_direction = sign(carried_nm);
    decide_engine_direction(tick, point);
    decide_rolling(tick, point);
    return rates(tick, point);
}

/// After a step in which the slip came to its end: can the clutch hold both sides together?
void Longitudinal::try_to_lock(Tick& tick, Point& point) const noexcept {
    const double ratio = tick.gear->shaft_per_speed;
    const double shaft_radps = point.speed_mps * ratio;
    const double slip_radps = point.engine_radps - shaft_radps;
    const bool ended = slip_radps == 0.0 || tick.slip_direction * slip_radps < 0.0;
    if (!tick.in_gear || !ended || !(tick.clutch.static_nm > 0.0)) {
        return;
    }
    Point together = point;
    together.speed_mps += tick.masses->engine_share * slip_radps / ratio;
    together.engine_radps = together.speed_mps * ratio;
    Tick locked = tick;
    locked.locked = true;
    decide_engine_direction(locked, together);
    decide_rolling(locked, together);
    const double carried_nm = rates(locked, together).clutch_torque_nm;
    if (magnitude(carried_nm) <= tick.clutch.static_nm) {
        tick.locked = true;
        point = together;
    }
}

void Longitudinal::step(LongitudinalState& state, const Controls& controls,
                        const Environment& environment) const noexcept {
    const double accelerator = clamp(controls.accelerator, 0.0, 1.0);
    const std::int64_t gear_before = state.gear;
    const Clutch::Tick clutch = clutch_.tick(clamp(controls.clutch, 0.0, 1.0));
    engine_.update_mode(state, controls.key, accelerator);
    gearbox_.update(state, controls.gear, clutch.static_nm);
    const bool in_gear = state.gear != 0;
    const Gear& gear = gearbox_.gear(state.gear);
    const double slip_radps = state.engine_speed_radps - state.speed_mps * gear.shaft_per_speed;
    Tick tick{
        .engine = engine_.tick(state, accelerator),
        .clutch = clutch,
        .road = road_load_.tick(environment),
        .gear = &gear,
        .masses = &masses_[static_cast<std::size_t>(state.gear + 1)],
        .brake_n = brake_.force_n(clamp(controls.brake, 0.0, 1.0)),
        .slip_direction = in_gear ? sign(slip_radps) : 0.0,
        .in_gear = in_gear,
        .locked = state.clutch_locked != 0 && in_gear && state.gear == gear_before,
    };

    const Point start{state.speed_mps, state.engine_speed_radps, state.charge_torque_nm,
                      state.governor_torque_nm};
    const auto after = [&start](const Rates& rate, double time_s) noexcept {
        return Point{
            start.speed_mps + rate.speed * time_s, start.engine_radps + rate.engine_speed * time_s,
            start.charge_nm + rate.charge * time_s, start.governor_nm + rate.governor * time_s};
    };

    // Fourth-order Runge–Kutta.
    const double half_s = 0.5 * step_s_;
    const double sixth_s = step_s_ / 6.0;
    const Rates k1 = first_rates(tick, start);
    const Point second = after(k1, half_s);
    const Rates k2 = rates(tick, second);
    const Point third = after(k2, half_s);
    const Rates k3 = rates(tick, third);
    const Point fourth = after(k3, step_s_);
    const Rates k4 = rates(tick, fourth);
    const auto sum = [](double a, double b, double c, double d) noexcept {
        return (a + d) + 2.0 * (b + c);
    };
    const double speed_sum = sum(k1.speed, k2.speed, k3.speed, k4.speed);
    Point end{
        start.speed_mps + sixth_s * speed_sum,
        start.engine_radps +
            sixth_s * sum(k1.engine_speed, k2.engine_speed, k3.engine_speed, k4.engine_speed),
        start.charge_nm + sixth_s * sum(k1.charge, k2.charge, k3.charge, k4.charge),
        start.governor_nm + sixth_s * sum(k1.governor, k2.governor, k3.governor, k4.governor)};

    // Friction stops what it acts on and never turns it round.
    if (tick.rolling_direction * end.speed_mps < 0.0) {
        end.speed_mps = 0.0;
    }
    if (!tick.engine.combusting && tick.engine.direction * end.engine_radps < 0.0) {
        end.engine_radps = 0.0;
    }
    end.speed_mps = snap_to_zero(end.speed_mps, least_motion);
    end.engine_radps = snap_to_zero(end.engine_radps, least_motion);
    if (tick.locked) {
        end.engine_radps = end.speed_mps * tick.gear->shaft_per_speed;
    } else {
        try_to_lock(tick, end);
    }

    state.distance_m +=
        sixth_s * sum(start.speed_mps, second.speed_mps, third.speed_mps, fourth.speed_mps);
    state.speed_mps = end.speed_mps;
    state.acceleration_mps2 = snap_to_zero(speed_sum * (1.0 / 6.0), least_force);
    state.engine_speed_radps = end.engine_radps;
    state.engine_torque_nm = snap_to_zero(k4.engine_torque_nm, least_force);
    state.charge_torque_nm = snap_to_zero(end.charge_nm, least_force);
    state.governor_torque_nm = engine_.limited_governor_nm(end.governor_nm);
    state.clutch_torque_nm = snap_to_zero(k4.clutch_torque_nm, least_force);
    state.brake_force_n =
        snap_to_zero(tick.standing ? tick.standing_brake_n : tick.brake_n, least_force);
    state.clutch_locked = tick.locked ? 1 : 0;
}

}  // namespace ghostcar::model
