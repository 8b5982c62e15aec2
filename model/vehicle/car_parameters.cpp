// SPDX-License-Identifier: Apache-2.0
#include "model/vehicle/car_parameters.h"

#include <array>
#include <string_view>
#include <utility>

#include "model/config/csv_reader.h"
#include "model/config/file_format.h"
#include "model/config/table_reader.h"
#include "model/vehicle/car.h"
#include "model/vehicle/longitudinal_parameters.h"
#include "model/vehicle/physical_ranges.h"

namespace ghostcar::model {
namespace {

/// A spring and a damper that move a mass farther in one tick than it has to go would make it fly
/// apart: k·dt² + 2·c·dt must stay below it (half of what the step can follow).
void require_calm(const TableReader& reader, std::string_view key, double inertia, double stiffness,
                  double damping) {
    constexpr double step_s = Car::default_step_s;
    const double least = step_s * (step_s * stiffness + 2.0 * damping);
    if (!(inertia > least))
        reader.fail(
            key, "so light it would swing faster than a tick of 1 ms",
            "make it greater than " + short_text(least) + ", or springs and dampers weaker");
}

SteeringParameters read_steering(TableReader reader) {
    SteeringParameters result{};
    result.ratio = reader.number("ratio", Range::between(1.0, 100.0));
    result.largest_angle_rad = reader.number("largest_angle_rad", Range::between(0.05, 1.2));
    result.fastest_radps = reader.number("fastest_radps", Range::between(0.01, 100.0));
    result.ackermann_share = reader.number("ackermann_share", Range::between(0.0, 1.0));
    reader.finish();
    return result;
}

SuspensionAxleParameters read_axle(TableReader reader) {
    SuspensionAxleParameters result{};
    result.track_m = reader.number("track_m", Range::between(0.5, 5.0));
    result.roll_stiffness_nmprad = reader.number("roll_stiffness_nmprad", physical::leaning_nmprad);
    result.roll_damping_nmsprad = reader.number("roll_damping_nmsprad", physical::leaning_nmsprad);
    result.roll_axis_height_m = reader.number("roll_axis_height_m", Range::between(-0.5, 2.0));
    result.roll_steer = reader.number("roll_steer", Range::between(-0.5, 0.5));
    result.unsprung_mass_kg = reader.number("unsprung_mass_kg", physical::unsprung_kg);
    reader.finish();
    return result;
}

SuspensionParameters read_suspension(TableReader reader) {
    SuspensionParameters result{};
    result.sprung_height_m = reader.number("sprung_height_m", Range::between(0.05, 5.0));
    result.roll_inertia_kgm2 = reader.number("roll_inertia_kgm2", physical::leaning_kgm2);
    result.pitch_inertia_kgm2 = reader.number("pitch_inertia_kgm2", physical::leaning_kgm2);
    result.pitch_stiffness_nmprad =
        reader.number("pitch_stiffness_nmprad", physical::leaning_nmprad);
    result.pitch_damping_nmsprad =
        reader.number("pitch_damping_nmsprad", physical::leaning_nmsprad);
    result.front = read_axle(reader.table("front"));
    result.rear = read_axle(reader.table("rear"));
    require_calm(reader, "roll_inertia_kgm2", result.roll_inertia_kgm2,
                 result.front.roll_stiffness_nmprad + result.rear.roll_stiffness_nmprad,
                 result.front.roll_damping_nmsprad + result.rear.roll_damping_nmsprad);
    require_calm(reader, "pitch_inertia_kgm2", result.pitch_inertia_kgm2,
                 result.pitch_stiffness_nmprad, result.pitch_damping_nmsprad);
    reader.finish();
    return result;
}

AerodynamicsParameters read_aerodynamics(TableReader reader) {
    AerodynamicsParameters result{};
    result.air_density_kgpm3 = reader.number("air_density_kgpm3", Range::between(0.0, 5.0));
    result.drag_area_m2 = reader.number("drag_area_m2", Range::between(0.0, 50.0));
    result.side_area_m2 = reader.number("side_area_m2", Range::between(0.0, 100.0));
    result.front_lift_area_m2 = reader.number("front_lift_area_m2", Range::between(-20.0, 20.0));
    result.rear_lift_area_m2 = reader.number("rear_lift_area_m2", Range::between(-20.0, 20.0));
    reader.finish();
    return result;
}

DrivelineParameters read_driveline(TableReader reader, double shaft_inertia_kgm2) {
    DrivelineParameters result{};
    result.stiffness_nmprad = reader.number("stiffness_nmprad", Range::between(100.0, 1e6));
    result.damping_nmsprad = reader.number("damping_nmsprad", Range::between(0.0, 1e5));
    result.lash_rad = reader.number("lash_rad", Range::between(0.0, 1.0));
    result.shaft_inertia_kgm2 = shaft_inertia_kgm2;
    result.front_share = reader.number("front_share", Range::between(0.0, 1.0));
    result.lock_preload_nm = reader.number("lock_preload_nm", physical::lock_nm);
    result.lock_share = reader.number("lock_share", Range::between(0.0, 1.0));
    const double per_1000rpm_s =
        reader.number("synchroniser_s_per_1000rpm", Range::between(0.001, 10.0));
    result.synchroniser_radps2 = 1000.0 * radps_per_rpm / per_1000rpm_s;
    reader.finish();
    return result;
}

/// Shifting up must not end where it shifts down again; on a hill the car slows while it shifts.
void require_no_hunting(const TableReader& reader, const GearboxParameters& gearbox,
                        std::string_view down_key, double down_radps, double up_radps) {
    constexpr double margin = 1.1;
    for (std::int64_t i = 1; i < gearbox.gears; ++i) {
        const auto gear = static_cast<std::size_t>(i);
        const double after_radps = up_radps * gearbox.ratios[gear] / gearbox.ratios[gear - 1];
        if (after_radps > margin * down_radps) continue;
        const auto rpm = [](double radps) {
            return std::to_string(to_integer(radps / radps_per_rpm, 0, 1'000'000));
        };
        reader.fail(down_key,
                    "shifting up from gear " + std::to_string(i) + " ends at " + rpm(after_radps) +
                        " 1/min, where it shifts down again",
                    "make it less than " + rpm(after_radps / margin));
    }
}

/// The engine must get to where the box shifts up, and must not have died where the clutch bites.
void require_within_reach(const TableReader& reader, const AutomaticParameters& automatic,
                          const EngineParameters& engine) {
    const std::array<std::pair<std::string_view, double>, 3> speeds{
        {{"up_released_rpm", automatic.up_released_radps},
         {"up_pressed_rpm", automatic.up_pressed_radps},
         {"clutch_closed_rpm", automatic.clutch_closed_radps}}};
    for (const auto& [key, radps] : speeds)
        if (radps > engine.limiter_soft_radps)
            reader.fail(key, "above the limiter: the engine does not turn that fast",
                        "make it at most the limiter's soft_speed_rpm");
    if (automatic.clutch_open_radps < engine.stall_speed_radps)
        reader.fail("clutch_open_rpm", "below the speed at which the engine stalls",
                    "make it at least stall_speed_rpm");
}

AutomaticParameters read_automatic(TableReader reader, const GearboxParameters& gearbox,
                                   const EngineParameters& engine) {
    const auto rpm = [&reader](std::string_view key) {
        return reader.number(key, physical::speed_rpm) * radps_per_rpm;
    };
    AutomaticParameters result{};
    result.up_released_radps = rpm("up_released_rpm");
    result.up_pressed_radps = rpm("up_pressed_rpm");
    result.down_released_radps = rpm("down_released_rpm");
    result.down_pressed_radps = rpm("down_pressed_rpm");
    result.clutch_open_radps = rpm("clutch_open_rpm");
    result.clutch_closed_radps = rpm("clutch_closed_rpm");
    result.shift_s = reader.number("shift_s", Range::between(0.01, 10.0));
    reader.require_less("down_released_rpm", result.down_released_radps, "up_released_rpm",
                        result.up_released_radps);
    reader.require_less("down_pressed_rpm", result.down_pressed_radps, "up_pressed_rpm",
                        result.up_pressed_radps);
    require_no_hunting(reader, gearbox, "down_released_rpm", result.down_released_radps,
                       result.up_released_radps);
    require_no_hunting(reader, gearbox, "down_pressed_rpm", result.down_pressed_radps,
                       result.up_pressed_radps);
    reader.require_less("clutch_open_rpm", result.clutch_open_radps, "clutch_closed_rpm",
                        result.clutch_closed_radps);
    require_within_reach(reader, result, engine);
    reader.finish();
    return result;
}

/// With the centre of gravity over an axle, the other one would carry nothing.
void require_axles_to_carry(const TableReader& chassis, const CarParameters& car) {
    const double least_m = physical::least_axle_share * car.wheelbase_m;
    const Range between_axles = Range::between(least_m, car.wheelbase_m - least_m);
    if (!between_axles.contains(car.to_front_axle_m))
        chassis.fail("to_front_axle_m",
                     "found " + short_text(car.to_front_axle_m) +
                         ", which is not between the axles of wheelbase_m",
                     "it must be " + between_axles.text());
}

/// The wheels are inside the outline that collides, or nearly.
void require_outline(const TableReader& chassis, const CarParameters& car,
                     double front_overhang_m) {
    const double least_length_m = car.wheelbase_m + front_overhang_m;
    if (car.body.length_m < least_length_m)
        chassis.fail("length_m", "less than wheelbase_m and front_overhang_m together",
                     "make it at least " + short_text(least_length_m));
    const double least_width_m = physical::least_width_over_track *
                                 maximum(car.suspension.front.track_m, car.suspension.rear.track_m);
    if (car.body.width_m < least_width_m)
        chassis.fail("width_m", "less than the wheels stand apart (track_m)",
                     "make it at least " + short_text(least_width_m));
}

/// What one key alone cannot tell.
void require_sound(const TableReader& chassis, const CarParameters& car) {
    require_axles_to_carry(chassis, car);
    const SuspensionParameters& p = car.suspension;
    const double sprung_kg = car.mass_kg - (p.front.unsprung_mass_kg + p.rear.unsprung_mass_kg);
    if (!(sprung_kg > 0.0))
        chassis.fail("suspension", "the unsprung masses are not less than mass_kg",
                     "make them less");
    // On the ground is the lowest a roll axis can lie; there the body needs the stiffest springs.
    if (!(p.front.roll_stiffness_nmprad + p.rear.roll_stiffness_nmprad >
          sprung_kg * gravity_mps2 * p.sprung_height_m))
        chassis.fail("suspension", "the springs are too weak: the body would fall over",
                     "raise roll_stiffness_nmprad above " +
                         short_text(sprung_kg * gravity_mps2 * p.sprung_height_m) +
                         " for both axles together");
    const double rim_npm = car.tyre.nominal_load_n * car.tyre.longitudinal.stiffness /
                           car.tyre.longitudinal.relaxation_m;
    require_calm(chassis, "wheel_inertia_kgm2", car.wheel_inertia_kgm2,
                 maximum(0.5 * car.powertrain.driveline.stiffness_nmprad,
                         rim_npm * car.wheel_radius_m * car.wheel_radius_m),
                 0.0);
    const double rod_kgm2 = car.mass_kg * car.wheelbase_m * car.wheelbase_m;
    const Range yaw_kgm2 = Range::between(physical::least_yaw_share * rod_kgm2,
                                          physical::largest_yaw_share * rod_kgm2);
    if (!yaw_kgm2.contains(car.yaw_inertia_kgm2))
        chassis.fail("yaw_inertia_kgm2",
                     "found " + short_text(car.yaw_inertia_kgm2) +
                         ", which no car of this mass and wheelbase has",
                     "it must be " + yaw_kgm2.text());
}

}  // namespace

CarParameters CarParameters::from_toml(TableReader& reader) {
    require_known_format(reader);
    if (!reader.has("chassis"))
        reader.fail("chassis", "missing: the file describes a car that only drives straight on",
                    "add the tables [chassis] and [chassis.*], or choose another vehicle");
    TableReader chassis = reader.table("chassis");
    const LongitudinalParameters drive = LongitudinalParameters::from_toml(reader);
    CarParameters result{
        .name = drive.name,
        .mass_kg = drive.mass_kg,
        .yaw_inertia_kgm2 = chassis.number("yaw_inertia_kgm2", Range::any()),
        .wheelbase_m = chassis.number("wheelbase_m", Range::between(0.5, 20.0)),
        .to_front_axle_m = chassis.number("to_front_axle_m", Range::any()),
        .wheel_radius_m = drive.wheel_radius_m,
        .wheel_inertia_kgm2 = chassis.number("wheel_inertia_kgm2", Range::between(0.2, 1000.0)),
        .rolling_resistance = chassis.number("rolling_resistance", Range::between(0.0, 0.2)),
        .body = {},
        .steering = read_steering(chassis.table("steering")),
        .suspension = read_suspension(chassis.table("suspension")),
        .tyre = TyreParameters::from_toml(chassis.table("tyre")),
        .brakes = {},
        .aerodynamics = read_aerodynamics(chassis.table("aerodynamics")),
        .ideal_drive = {},
        .powertrain = {
            .engine = drive.engine,
            .clutch = drive.clutch,
            .gearbox = drive.gearbox,
            .driveline = {},
            .automatic = read_automatic(chassis.table("automatic"), drive.gearbox, drive.engine),
            .disc_inertia_kgm2 = drive.disc_inertia_kgm2,
            .wheel_radius_m = drive.wheel_radius_m}};
    result.body.length_m = chassis.number("length_m", Range::between(0.5, 30.0));
    result.body.width_m = chassis.number("width_m", Range::between(0.3, 5.0));
    const double front_overhang_m = chassis.number("front_overhang_m", Range::between(0.0, 5.0));
    result.body.centre_ahead_m =
        result.to_front_axle_m + front_overhang_m - 0.5 * result.body.length_m;
    require_outline(chassis, result, front_overhang_m);

    result.suspension.mass_kg = result.mass_kg;
    result.suspension.wheelbase_m = result.wheelbase_m;
    result.suspension.to_front_axle_m = result.to_front_axle_m;
    result.suspension.unsprung_height_m = result.wheel_radius_m;

    TableReader brakes = chassis.table("brakes");
    result.brakes.pedal = drive.brake;
    result.brakes.front_share = brakes.number("front_share", Range::between(0.0, 1.0));
    result.brakes.lag_s = brakes.number("lag_s", Range::between(0.001, 5.0));
    result.brakes.antilock = brakes.boolean("antilock");
    brakes.finish();

    TableReader ideal = chassis.table("ideal_drive");
    result.ideal_drive.largest_mps2 = ideal.number("largest_mps2", physical::ideal_mps2);
    result.ideal_drive.falls_above_mps = ideal.number("falls_above_mps", physical::ideal_speed_mps);
    // Files older than these keys set no bounds.
    result.ideal_drive.lowest_mps =
        ideal.number_or("lowest_mps", -1e9, physical::ideal_reverse_mps);
    result.ideal_drive.highest_mps = ideal.number_or("highest_mps", 1e9, physical::ideal_speed_mps);
    ideal.finish();

    result.powertrain.driveline =
        read_driveline(chassis.table("driveline"),
                       chassis.number("shaft_inertia_kgm2", Range::between(0.02, 10.0)));
    require_sound(chassis, result);
    chassis.finish();
    return result;
}

}  // namespace ghostcar::model
