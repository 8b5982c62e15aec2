// SPDX-License-Identifier: Apache-2.0
#include "model/driver/cycle_driver/cycle_driver.h"

#include "model/math/numeric.h"
#include "model/tick.h"

namespace ghostcar::model {
namespace {

constexpr std::int64_t decision_ticks = 4;  // 250 Hz: far faster than legs and engine follow
constexpr double decision_s = tick_s * static_cast<double>(decision_ticks);
constexpr std::int64_t lead_ticks = 120;   // legs and manifold need this long
constexpr std::int64_t slope_ticks = 150;  // half the stretch a slope of the trace is read from
constexpr double speed_gain_per_s = 1.5;
constexpr double integral_gain_per_s2 = 0.4;
constexpr double largest_integral_mps2 = 0.6;
constexpr double running_rpm = 400.0;
constexpr double accelerator_per_krpm = 0.25;
constexpr std::int64_t lever_settles_ticks = 30;  // its switches bounce
constexpr double locked_slip_rpm = 50.0;
constexpr double closing_slip_rpm = 250.0;
constexpr double closing_per_tick = 2.0 * tick_s;
constexpr double lifted_accelerator = 0.3;
constexpr double braking_mps2 = -0.3;   // below it the brake is at work, and the accelerator rests
constexpr double upshift_share = 0.95;  // of the highest engine speed
constexpr std::int64_t launch_preview_ticks = 1'500;
constexpr double clutch_learning = 0.02 * decision_s;  // pedal per m/s of speed error
constexpr double largest_clutch_offset = 0.06;

}  // namespace

/// One tick's reading and targets.
struct CycleDriver::Tick {
    CycleDriverState& state;
    const GaugeReading& gauge;
    const PlanEntry& want;
    double reference_kph = 0.0;
    double wanted_mps2 = 0.0;
    double coast_mps2 = 0.0;
    bool goes = false;      // the trace moves, or is about to
    std::int64_t gear = 1;  // the plan's, or a lower one that is still held
    LimbTargets targets;

    void enter(DriverMode mode) const noexcept {
        if (state.mode == mode) return;
        state.mode = mode;
        state.mode_ticks = 0;
    }
    [[nodiscard]] bool standing() const noexcept { return gauge.speed_kph <= 0.0; }
};

CycleDriver::CycleDriver(const DriveCycle& cycle, const LearnedCar& car, const RobotSetup& setup)
    : cycle_(&cycle),
      car_(car),
      setup_(setup),
      maps_(car),
      plan_(plan_gears(cycle, car, setup)),
      clear_pedal_(minimum(1.0, car.touch_pedal + 0.15)) {}

void CycleDriver::advance_plan(CycleDriverState& state) const noexcept {
    if (plan_[state.entry + 1].from_tick <= state.tick) ++state.entry;
}

double CycleDriver::wanted_acceleration(CycleDriverState& state, double speed_kph,
                                        double reference_kph) const noexcept {
    const std::int64_t ahead = state.tick + lead_ticks;
    const double slope_mps2 =
        (cycle_->speed_kph(ahead + slope_ticks) - cycle_->speed_kph(ahead - slope_ticks)) *
        (mps_per_kph / (2.0 * tick_s * static_cast<double>(slope_ticks)));
    const double error_mps = (reference_kph - speed_kph) * mps_per_kph;
    const bool follows = state.mode == DriverMode::locked || state.mode == DriverMode::rolling;
    const bool flat_out = state.limbs.at.accelerator >= 1.0 && error_mps > 0.0;
    if (follows && !flat_out) {
        state.integral_mps2 =
            clamp(state.integral_mps2 + integral_gain_per_s2 * decision_s * error_mps,
                  -largest_integral_mps2, largest_integral_mps2);
    } else if (state.mode == DriverMode::standing) {
        state.integral_mps2 = 0.0;
    }
    return slope_mps2 + gravity_mps2 * cycle_->grade(state.tick) + speed_gain_per_s * error_mps +
           state.integral_mps2;
}

void CycleDriver::step(CycleDriverState& state, const GaugeReading& gauge) const noexcept {
    if (state.tick % decision_ticks == 0) decide(state, gauge);
    setup_.limbs.move(state.limbs, state.targets);
    ++state.tick;
}

void CycleDriver::decide(CycleDriverState& state, const GaugeReading& gauge) const noexcept {
    advance_plan(state);
    const double reference_kph = cycle_->speed_kph(state.tick);
    const double wanted_mps2 = wanted_acceleration(state, gauge.speed_kph, reference_kph);
    const RobotOutput& at = state.limbs.at;
    Tick tick{state,
              gauge,
              plan_[state.entry],
              reference_kph,
              wanted_mps2,
              car_.coast(gauge.speed_kph * mps_per_kph),
              reference_kph > 0.0 || cycle_->speed_kph(state.tick + lead_ticks + slope_ticks) > 0.0,
              plan_[state.entry].gear,
              {0.0, at.brake, at.clutch, 1.0, state.targets.lever}};
    state.wanted_mps2 = wanted_mps2;
    state.mode_ticks += decision_ticks;
    if (!tick.want.engine_on || gauge.engine_rpm < running_rpm ||
        state.mode == DriverMode::starting) {
        run_engine(tick);
    } else if (tick.want.coupling == Coupling::drive) {
        couple(tick);
    } else {
        stand(tick);
    }
    state.targets = tick.targets;
}

/// Off, or from off to idling: clutch down and neutral first, so that the car does not jump.
void CycleDriver::run_engine(Tick& tick) const noexcept {
    LimbState& limbs = tick.state.limbs;
    tick.targets = {0.0, setup_.rest_brake, 1.0, 1.0, 0};
    if (!tick.standing()) brake_for(tick, -tick.coast_mps2);
    if (!tick.want.engine_on) {
        tick.enter(DriverMode::engine_off);
        limbs.at.key = Key::off;
        return;
    }
    tick.enter(DriverMode::starting);
    const bool prepared = limbs.at.clutch >= 1.0 && limbs.at.lever == 0 && limbs.hand_ticks == 0;
    if (tick.gauge.engine_rpm > 0.8 * car_.idle_rpm) {
        limbs.at.key = Key::on;
        tick.enter(DriverMode::standing);
    } else {
        limbs.at.key = prepared ? Key::start : Key::on;
    }
}

/// The brake adds what the car does not do by itself.
void CycleDriver::brake_for(Tick& tick, double own_mps2) const noexcept {
    const bool stops = cycle_->speed_kph(tick.state.tick + 2 * lead_ticks) <= 0.0;
    if (stops && tick.standing()) {
        tick.targets.brake = setup_.rest_brake;
        return;
    }
    // The last metre: the trace ends at standstill, its slope does not get there by itself.
    const double wanted = stops ? minimum(tick.wanted_mps2, -0.5) : tick.wanted_mps2;
    tick.targets.brake = maps_.brake(own_mps2 - wanted);
}

/// Gear out, or gear in with the clutch pressed; the car stands or rolls to a stop.
void CycleDriver::stand(Tick& tick) const noexcept {
    LimbState& limbs = tick.state.limbs;
    tick.enter(tick.standing() ? DriverMode::standing : DriverMode::rolling);
    const std::int64_t gear = tick.want.coupling == Coupling::neutral ? 0 : tick.gear;
    const bool lever_there = limbs.at.lever == gear && limbs.hand_ticks == 0;
    tick.targets.clutch = gear == 0 && lever_there ? 0.0 : 1.0;
    if (is_clear(limbs)) tick.targets.lever = gear;
    if (limbs.at.lever == 0 && gear == 0) tick.targets.lever = 0;
    brake_for(tick, -tick.coast_mps2);
}

/// Flat out and behind the trace, the plan's moment for an upshift comes too early: the engine
/// goes up to its limit first.
bool CycleDriver::holds_gear(const Tick& tick) const noexcept {
    const CycleDriverState& state = tick.state;
    return state.mode == DriverMode::locked && state.limbs.at.lever < tick.want.gear &&
           state.limbs.at.lever > 0 && state.limbs.at.accelerator >= 1.0 &&
           tick.reference_kph - tick.gauge.speed_kph > 2.0 &&
           tick.gauge.engine_rpm < upshift_share * setup_.highest_rpm;
}

void CycleDriver::couple(Tick& tick) const noexcept {
    LimbState& limbs = tick.state.limbs;
    if (holds_gear(tick)) tick.gear = limbs.at.lever;
    const bool in_gear = limbs.at.lever == tick.gear && limbs.hand_ticks == 0;
    if (!in_gear) {
        tick.enter(DriverMode::shifting);
        shift(tick);
        return;
    }
    switch (tick.state.mode) {
        case DriverMode::locked:
            drive(tick);
            return;
        case DriverMode::shifting:
            if (tick.state.mode_ticks < lever_settles_ticks) {
                shift(tick);
                return;
            }
            tick.enter(DriverMode::slipping);
            break;
        case DriverMode::slipping:
            break;
        default:
            tick.enter(DriverMode::slipping);
            break;
    }
    slip(tick);
}

/// Accelerator off, clutch down, lever over; meanwhile the engine goes to its new speed.
void CycleDriver::shift(Tick& tick) const noexcept {
    LimbState& limbs = tick.state.limbs;
    // The accelerator's leg is the slower one: with the clutch open the engine would race away.
    const bool waits = limbs.at.lever != 0 && limbs.at.clutch < car_.touch_pedal &&
                       limbs.at.accelerator > lifted_accelerator;
    tick.targets.clutch = waits ? limbs.at.clutch : clear_pedal_;
    if (is_clear(limbs)) tick.targets.lever = tick.gear;
    const bool arrived = limbs.at.lever == tick.gear && limbs.hand_ticks == 0;
    if (!arrived) tick.state.mode_ticks = 0;
    const double aim_rpm = car_.rpm(tick.gear, tick.gauge.speed_kph);
    if (limbs.at.clutch > car_.touch_pedal && tick.wanted_mps2 > braking_mps2) {
        const double missing_krpm = (aim_rpm - tick.gauge.engine_rpm) * 0.001;
        tick.targets.accelerator = clamp(0.05 + accelerator_per_krpm * missing_krpm, 0.0, 0.6);
        if (missing_krpm < 0.0) tick.targets.accelerator = 0.0;
    }
    brake_for(tick, -tick.coast_mps2);
}

void CycleDriver::slip(Tick& tick) const noexcept {
    CycleDriverState& state = tick.state;
    const auto index = static_cast<std::size_t>(tick.gear - 1);
    const double rpm = tick.gauge.engine_rpm;
    const double shaft_rpm = car_.rpm(tick.gear, tick.gauge.speed_kph);
    const double slip_rpm = rpm - shaft_rpm;
    const bool can_lock = shaft_rpm > 1.15 * car_.idle_rpm;
    if (can_lock && magnitude(slip_rpm) < locked_slip_rpm) {
        tick.enter(DriverMode::locked);
        drive(tick);
        return;
    }
    // How briskly it is going to start decides the engine speed it starts with.
    const double soon_mps2 =
        (cycle_->speed_kph(state.tick + launch_preview_ticks) - tick.reference_kph) *
        (mps_per_kph / (tick_s * static_cast<double>(launch_preview_ticks)));
    const double aim_rpm =
        maximum(1.5 * car_.idle_rpm + 350.0 * clamp(soon_mps2, 0.0, 4.0), shaft_rpm);

    // A gear's torque reaches the road by its ratio; the clutch was learned in first.
    const double pull_mps2 = tick.wanted_mps2 + tick.coast_mps2;
    const double to_first = car_.rpm_per_kph[0] / car_.rpm_per_kph[index];
    const bool brakes = tick.wanted_mps2 < braking_mps2;
    double carried = pull_mps2 * to_first;
    // Near the end the clutch carries more than the engine gives: both sides come together.
    if (can_lock && slip_rpm < closing_slip_rpm) carried *= 1.25;
    if (can_lock) carried = maximum(carried, 0.5);
    const bool behind = slip_rpm < -locked_slip_rpm;  // the car would have to pull the engine
    if ((behind && !brakes) || !tick.goes) carried = 0.0;
    // An engine that falls behind its aim is given less to carry, down to nothing above a stall.
    const double low_rpm = 0.95 * car_.idle_rpm;
    if (!behind) carried *= clamp((rpm - low_rpm) / (0.6 * (aim_rpm - low_rpm)), 0.0, 1.0);

    if (carried > 0.0) {
        const double error_mps = (tick.reference_kph - tick.gauge.speed_kph) * mps_per_kph;
        if (!can_lock) {
            state.clutch_offset = clamp(state.clutch_offset - clutch_learning * error_mps,
                                        -largest_clutch_offset, largest_clutch_offset);
        }
        tick.targets.clutch = maximum(0.0, maps_.clutch(carried) + state.clutch_offset);
    } else {
        tick.targets.clutch = car_.touch_pedal + state.clutch_offset + 0.02;
    }
    const double needed = 0.85 * maximum(0.0, pull_mps2) / car_.gain[index];
    tick.targets.accelerator = clamp(
        maps_.accelerator(rpm, needed) + accelerator_per_krpm * 0.001 * (aim_rpm - rpm), 0.0, 1.0);
    brake_for(tick, carried > 0.0 ? tick.wanted_mps2 : -tick.coast_mps2);
    if (tick.goes && tick.reference_kph < 1.0) tick.targets.brake = 0.0;
}

void CycleDriver::drive(Tick& tick) const noexcept {
    const auto index = static_cast<std::size_t>(tick.gear - 1);
    const double rpm = tick.gauge.engine_rpm;
    if (rpm < 0.95 * car_.idle_rpm) {
        tick.enter(DriverMode::slipping);
        slip(tick);
        return;
    }
    tick.targets.clutch = 0.0;
    tick.targets.clutch_up_per_tick = closing_per_tick;
    const double drag = car_.drag_share[index] * tick.coast_mps2;
    const double pull = (tick.wanted_mps2 + drag) / car_.gain[index];
    const double overrun = maps_.overrun(rpm);
    // A band between accelerator and brake, so that neither leg flutters.
    constexpr double band = 0.05;
    if (pull > overrun + band) tick.state.off_throttle = 0;
    if (pull < overrun) tick.state.off_throttle = 1;
    if (tick.state.off_throttle == 0) {
        tick.targets.accelerator = maps_.accelerator(rpm, pull);
        tick.targets.brake = 0.0;
    } else {
        brake_for(tick, car_.gain[index] * overrun - drag);
    }
}

}  // namespace ghostcar::model
