// SPDX-License-Identifier: Apache-2.0
#include "model/world/road_car.h"

#include <cmath>
#include <utility>

namespace ghostcar::model {
namespace {

CollisionBox box_of(const CarParameters& car) noexcept {
    return {.half_length_m = 0.5 * car.body.length_m,
            .half_width_m = 0.5 * car.body.width_m,
            .centre_ahead_m = car.body.centre_ahead_m,
            .mass_kg = car.mass_kg,
            .yaw_inertia_kgm2 = car.yaw_inertia_kgm2};
}

double wheel_reach_of(const CarParameters& car) noexcept {
    const double along_m = maximum(car.to_front_axle_m, car.wheelbase_m - car.to_front_axle_m);
    const double across_m =
        0.5 * maximum(car.suspension.front.track_m, car.suspension.rear.track_m);
    return std::sqrt(along_m * along_m + across_m * across_m);
}

/// What a driver would find out about the car by driving it a little: carefully estimated.
LineFollowerParameters follower_of(const CarParameters& car) noexcept {
    constexpr double careful = 0.85;
    const EngineParameters& engine = car.powertrain.engine;
    double power_w = 0.0;
    double torque_nm = 0.0;
    for (double radps = 50.0; radps < engine.limiter_soft_radps; radps += 10.0) {
        const double full_nm = engine.torque_nm.at(radps, 1.0);
        torque_nm = maximum(torque_nm, full_nm);
        power_w = maximum(power_w, full_nm * radps);
    }
    const GearboxParameters& gearbox = car.powertrain.gearbox;
    const double first_mps2 = torque_nm * gearbox.ratios[0] * gearbox.final_drive_ratio * 0.9 /
                              (car.wheel_radius_m * car.mass_kg);
    LineFollowerParameters follower;
    follower.wheelbase_m = car.wheelbase_m;
    follower.rear_axle_m = car.wheelbase_m - car.to_front_axle_m;
    follower.steering_limit_rad = car.steering.largest_angle_rad;
    follower.grip = careful * minimum(car.tyre.lateral.friction, car.tyre.longitudinal.friction);
    follower.full_throttle_mps2 = minimum(first_mps2, 0.5 * gravity_mps2);
    follower.power_wpkg = careful * power_w / car.mass_kg;
    follower.full_brake_mps2 = car.brakes.pedal.full_force_n / car.mass_kg;
    follower.drag_pm =
        0.5 * car.aerodynamics.air_density_kgpm3 * car.aerodynamics.drag_area_m2 / car.mass_kg;
    return follower;
}

/// When to shift by hand: up before the limiter, down where the lower gear is well below that.
GearChange gears_of(const CarParameters& car) noexcept {
    constexpr double before_limiter = 0.85;
    constexpr double apart = 1.2;  // so that no shift calls for the next
    const GearboxParameters& box = car.powertrain.gearbox;
    GearChange gears;
    gears.highest_gear = box.gears;
    double widest_step = 1.0;
    for (std::int64_t gear = 0; gear < box.gears; ++gear) {
        const auto at = static_cast<std::size_t>(gear);
        gears.engine_radps_per_mps[at] =
            box.ratios[at] * box.final_drive_ratio / car.wheel_radius_m;
        if (gear > 0) widest_step = maximum(widest_step, box.ratios[at - 1] / box.ratios[at]);
    }
    gears.shift_up_radps = before_limiter * car.powertrain.engine.limiter_soft_radps;
    gears.shift_down_radps = gears.shift_up_radps / (widest_step * apart);
    return gears;
}

ClutchFoot foot_of(const CarParameters& car) noexcept {
    constexpr double above_stall = 1.8;
    constexpr double of_limiter = 0.32;
    const EngineParameters& engine = car.powertrain.engine;
    return {above_stall * engine.stall_speed_radps,
            maximum(of_limiter * engine.limiter_soft_radps, 2.0 * engine.stall_speed_radps)};
}

}  // namespace

RoadCar::RoadCar(Car model, RoadDriver who, bool shifts_itself, const RoadStart& where,
                 double target_offset) noexcept
    : car(std::move(model)),
      driver(who),
      automatic(shifts_itself),
      start(where),
      target_offset_m(target_offset),
      box(box_of(car.parameters())),
      wheel_reach_m(wheel_reach_of(car.parameters())),
      follower(follower_of(car.parameters())),
      foot(foot_of(car.parameters())) {
    if (!automatic) follower.gears = gears_of(car.parameters());
}

}  // namespace ghostcar::model
