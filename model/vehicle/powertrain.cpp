// SPDX-License-Identifier: Apache-2.0
#include "model/vehicle/powertrain.h"

namespace ghostcar::model {
namespace {

constexpr double least_speed_radps = 1e-9;
constexpr double least_torque_nm = 1e-9;

}  // namespace

Powertrain::Powertrain(const Parameters& parameters, double step_s)
    : step_s_(step_s),
      engine_(parameters.engine, step_s),
      clutch_(parameters.clutch),
      driveline_(parameters.driveline, step_s),
      automatic_(parameters.automatic, parameters.gearbox.gears, step_s),
      gears_(parameters.gearbox),
      idle_radps_(parameters.engine.governor.target_radps),
      disc_inertia_kgm2_(parameters.disc_inertia_kgm2),
      inverse_wheel_radius_(1.0 / parameters.wheel_radius_m),
      synchroniser_per_step_radps_(parameters.driveline.synchroniser_radps2 * step_s),
      ratios_{} {
    const Gearbox gearbox(parameters.gearbox, parameters.wheel_radius_m);
    for (std::int64_t number = -1; number <= gears_.gears; ++number) {
        const Gear& gear = gearbox.gear(number);
        const double input_per_wheel = gear.shaft_per_speed * parameters.wheel_radius_m;
        ratios_[static_cast<std::size_t>(number + 1)] = {
            input_per_wheel, gear.efficiency, gear.inverse_efficiency,
            driveline_.parameters().shaft_inertia_kgm2 +
                disc_inertia_kgm2_ * input_per_wheel * input_per_wheel};
    }
}

void Powertrain::set_running(CarState& car) const noexcept {
    const double wheels_radps = driveline_.wheels_radps(car.wheels);
    car.driveline.shaft_radps = wheels_radps;
    car.drive.engine = EngineMode::running;
    car.drive.engine_speed_radps =
        maximum(idle_radps_, wheels_radps * ratio(car.drive.gear).input_per_wheel);
    car.driveline.disc_radps = car.drive.engine_speed_radps;
    car.automatic.gear = car.drive.gear;
}

/// A lever against a closed clutch grinds: it counts once and stays out, and so does a clutch that
/// is closed before the synchroniser is done. With an open clutch the
/// synchroniser brings the disc to the new gear's speed, which takes its time, and then goes in.
/// Gives the synchroniser's torque on the shaft: what the disc gains the shaft loses, so that
/// friction between the two creates no energy.
double Powertrain::synchronise(CarState& car, std::int64_t lever,
                               double clutch_holds_nm) const noexcept {
    if (lever < -1 || lever > gears_.gears) return 0.0;
    if (lever == -1 && !(magnitude(car.drive.speed_mps) < gears_.reverse_below_mps)) return 0.0;
    DrivelineState& driveline = car.driveline;
    const Ratio& gear = ratio(lever);
    const double momentum = disc_inertia_kgm2_ * gear.input_per_wheel;
    const double mismatch_radps =
        driveline.disc_radps - driveline.shaft_radps * gear.input_per_wheel;
    if (magnitude(mismatch_radps) < gears_.engages_within_radps) {
        driveline.shaft_radps =
            (ratio(0).inertia_kgm2 * driveline.shaft_radps + momentum * driveline.disc_radps) /
            gear.inertia_kgm2;
        car.drive.gear = lever;
        return 0.0;
    }
    if (!(clutch_holds_nm < gears_.engages_below_nm)) return 0.0;
    const double change_radps =
        clamp(mismatch_radps, -synchroniser_per_step_radps_, synchroniser_per_step_radps_);
    driveline.disc_radps -= change_radps;
    return momentum * change_radps / step_s_;
}

double Powertrain::shift(CarState& car, std::int64_t lever, double clutch_holds_nm) const noexcept {
    LongitudinalState& drive = car.drive;
    const bool moved = lever != drive.lever;
    drive.lever = lever;
    if (lever == drive.gear) return 0.0;
    drive.gear = 0;
    if (lever == 0) return 0.0;
    const double synchroniser_nm = synchronise(car, lever, clutch_holds_nm);
    // In neutral a closed clutch turns the disc with the engine: if it does not yet, the clutch has
    // been open until now.
    const bool was_open = car.driveline.disc_radps != drive.engine_speed_radps;
    if ((moved || was_open) && drive.gear == 0 && !(clutch_holds_nm < gears_.engages_below_nm))
        ++drive.blocked_shifts;
    return synchroniser_nm;
}

void Powertrain::step(CarState& car, const Controls& controls, bool automatic,
                      PerWheel<double>& drive_nm) const noexcept {
    LongitudinalState& drive = car.drive;
    const double wheels_radps = driveline_.wheels_radps(car.wheels);
    double accelerator = clamp(controls.accelerator, 0.0, 1.0);
    std::int64_t lever = controls.gear;
    Clutch::Tick clutch{};
    if (automatic) {
        const double rolling_radps = drive.speed_mps * inverse_wheel_radius_;
        const auto engine_radps_in = [this, rolling_radps](std::int64_t number) noexcept {
            return rolling_radps * ratio(number).input_per_wheel;
        };
        lever = automatic_.lever(car.automatic, lever, drive.gear, engine_radps_in, accelerator);
        accelerator = automatic_.accelerator(car.automatic, accelerator);
        clutch = automatic_.clutch(car.automatic, clutch_, drive.engine_speed_radps);
    } else {
        clutch = clutch_.tick(clamp(controls.clutch, 0.0, 1.0));
    }
    engine_.update_mode(drive, controls.key, accelerator);
    const double synchroniser_nm = shift(car, lever, clutch.static_nm);
    const Ratio& gear = ratio(drive.gear);

    Engine::Tick engine = engine_.tick(drive, accelerator);
    if (!engine.combusting) engine.direction = sign(drive.engine_speed_radps);
    const Engine::Rates rates = engine_.rates(engine, drive.engine_speed_radps, drive.speed_mps,
                                              drive.charge_torque_nm, drive.governor_torque_nm);

    const Driveline::Twist twist = driveline_.twist(car.driveline, wheels_radps);
    // Jg·(ωg' − ωg)/dt = η·i·Tc + Ts − spring − c·(ωg' − ωw), solved for ωg' = still + per_nm·Tc.
    const double inverse = 1.0 / (gear.inertia_kgm2 + step_s_ * twist.damping);
    const double still_radps =
        (gear.inertia_kgm2 * car.driveline.shaft_radps +
         step_s_ * (synchroniser_nm + twist.damping * wheels_radps - twist.spring_nm)) *
        inverse;
    double engine_per_nm = step_s_ * engine_.inverse_inertia();
    double engine_radps = drive.engine_speed_radps + engine_per_nm * rates.torque_nm;
    // An engine that does not burn has friction at rest, which holds it like a wall.
    double most_nm =
        drive.clutch_locked != 0
            ? clutch.static_nm
            : clutch.constant_nm +
                  clutch.engine_share * engine_.torque_before_friction_nm(
                                            engine, drive.engine_speed_radps, rates.torque_nm);
    const bool held = !engine.combusting && !engine.starter && drive.engine_speed_radps == 0.0;
    if (held) {
        engine_per_nm = 0.0;
        engine_radps = 0.0;
    }
    // The gearbox takes its share from whoever drives: the engine's torque or the wheels'.
    const double apart_radps = engine_radps - gear.input_per_wheel * still_radps;
    const double driven_radps = gear.input_per_wheel * car.driveline.shaft_radps;
    const double efficiency =
        apart_radps * driven_radps < 0.0 ? gear.inverse_efficiency : gear.efficiency;
    const double per_nm = step_s_ * gear.input_per_wheel * efficiency * inverse;
    double clutch_nm = 0.0;
    double needed_nm = 0.0;
    if (drive.gear != 0) {
        needed_nm = apart_radps / (engine_per_nm + gear.input_per_wheel * per_nm);
        clutch_nm = clamp(needed_nm, -most_nm, most_nm);
        if (held && magnitude(clutch_nm) > engine_.drag_at_rest_nm()) {
            engine_per_nm = step_s_ * engine_.inverse_inertia();
            engine_radps = sign(clutch_nm) * engine_.drag_at_rest_nm() * engine_per_nm;
        }
    }
    engine_radps -= engine_per_nm * clutch_nm;
    // Friction stops an engine and never turns it round.
    if (!engine.combusting && engine_radps * engine.direction < 0.0) engine_radps = 0.0;
    const double shaft_radps = still_radps + per_nm * clutch_nm;

    drive.clutch_locked =
        drive.gear != 0 && most_nm > 0.0 && magnitude(needed_nm) <= most_nm ? 1 : 0;
    drive.clutch_torque_nm = snap_to_zero(clutch_nm, least_torque_nm);
    drive.engine_torque_nm = snap_to_zero(rates.torque_nm, least_torque_nm);
    drive.engine_speed_radps = snap_to_zero(engine_radps, least_speed_radps);
    drive.charge_torque_nm =
        snap_to_zero(drive.charge_torque_nm + step_s_ * rates.charge_nmps, least_torque_nm);
    drive.governor_torque_nm =
        engine_.limited_governor_nm(drive.governor_torque_nm + step_s_ * rates.governor_nmps);
    car.driveline.shaft_radps = snap_to_zero(shaft_radps, least_speed_radps);
    if (drive.gear != 0) {
        car.driveline.disc_radps = car.driveline.shaft_radps * gear.input_per_wheel;
    } else if (!(clutch.static_nm < gears_.engages_below_nm)) {
        car.driveline.disc_radps = drive.engine_speed_radps;  // turns with the engine
    }
    driveline_.share(Driveline::torque_nm(twist, shaft_radps, wheels_radps), car.wheels, drive_nm);
}

}  // namespace ghostcar::model
