// SPDX-License-Identifier: Apache-2.0
#include "model/vehicle/car.h"

#include <cmath>
#include <utility>

#include "model/math/trigonometry.h"

namespace ghostcar::model {
namespace {

constexpr double least_speed = 1e-9;         // m/s and rad/s: below it a speed is 0
constexpr double least_acceleration = 1e-9;  // m/s²
constexpr double least_brake_nm = 1e-6;      // N·m of a brake that is being let go
// A car that friction stops within so many steps has stopped: it must not swing back on its tyres.
constexpr double stopping_steps = 4.0;
constexpr double just_above_1 = 1.000001;  // more than roundings of a few operations

// Anti-lock brake: lets go of a wheel that slips more than this, and takes it back more slowly.
constexpr double antilock_slip = 0.15;
constexpr double antilock_above_mps = 2.0;
constexpr double antilock_release_ps = 25.0;
constexpr double antilock_apply_ps = 8.0;
constexpr double antilock_least_share = 0.05;  // so that a wheel on ice still slows the car

}  // namespace

/// Gravity and air, in the car's frame.
struct Car::Push {
    double gravity_forward_mps2;
    double gravity_left_mps2;
    double down_mps2;
    double plan_forward;  // way in the plan over way on the road, along the car
    double plan_left;     // and across it
    double air_forward_n;
    double air_left_n;
    double front_lift_n;
    double rear_lift_n;
};

Car::Car(CarParameters parameters, double step_s)
    : parameters_(std::move(parameters)),
      step_s_(step_s),
      steering_(parameters_.steering, parameters_.suspension.front.track_m, parameters_.wheelbase_m,
                step_s),
      suspension_(parameters_.suspension, step_s),
      tyre_(parameters_.tyre,
            parameters_.wheel_inertia_kgm2 /
                (parameters_.wheel_radius_m * parameters_.wheel_radius_m),
            step_s),
      brake_pedal_(parameters_.brakes.pedal),
      powertrain_(parameters_.powertrain, step_s),
      to_rear_axle_m_(parameters_.wheelbase_m - parameters_.to_front_axle_m),
      inverse_mass_(1.0 / parameters_.mass_kg),
      inverse_yaw_inertia_(1.0 / parameters_.yaw_inertia_kgm2),
      spin_per_nm_(step_s / parameters_.wheel_inertia_kgm2),
      stops_per_nm_mps_(just_above_1 * stopping_steps * step_s * inverse_mass_ /
                        parameters_.wheel_radius_m),
      brake_lag_share_(step_s / (parameters_.brakes.lag_s + step_s)) {}

CarState Car::initial(double x_m, double y_m, double yaw_rad, double speed_mps) const noexcept {
    CarState car;
    car.motion = {x_m, y_m, yaw_rad, speed_mps, 0.0, 0.0};
    car.drive.speed_mps = speed_mps;
    const double spin_radps = speed_mps / parameters_.wheel_radius_m;
    for (WheelState& wheel : car.wheels) wheel.spin_radps = spin_radps;
    car.driveline.shaft_radps = spin_radps;
    suspension_.set_loads(car, {gravity_mps2, 0.0, 0.0});
    return car;
}

void Car::set_braked(CarState& car) const noexcept {
    car.brake_torque_nm = brake_pedal_.force_n(1.0) * parameters_.wheel_radius_m;
}

[[gnu::always_inline]] inline Car::Push Car::push_from(const CarState& car, const Ground& ground,
                                                       double air_density_kgpm3) const noexcept {
    const PlanarMotion& motion = car.motion;
    const double forward_squared = ground.slope_forward * ground.slope_forward;
    const double left_squared = ground.slope_left * ground.slope_left;
    const double upright = 1.0 / std::sqrt(1.0 + (forward_squared + left_squared));
    // Gravity pulls along a slope as much as the way in the plan is shorter than that on the road:
    // so the car gains by falling what it has paid by climbing.
    const double plan_forward = 1.0 / std::sqrt(1.0 + forward_squared);
    const double plan_left = 1.0 / std::sqrt(1.0 + left_squared);
    const double plan_forward_mps = motion.forward_mps * plan_forward;
    const double forward_mps = motion.forward_mps - ground.wind_forward_mps;
    const double left_mps = motion.left_mps - ground.wind_left_mps;
    const double pressure =
        0.5 * air_density_kgpm3 * std::sqrt(forward_mps * forward_mps + left_mps * left_mps);
    const AerodynamicsParameters& air = parameters_.aerodynamics;
    const double head_on = pressure * magnitude(forward_mps);
    return {-gravity_mps2 * ground.slope_forward * plan_forward,
            -gravity_mps2 * ground.slope_left * plan_left,
            maximum(0.0, upright * (gravity_mps2 + ground.vertical_curvature_pm *
                                                       (plan_forward_mps * plan_forward_mps))),
            plan_forward,
            plan_left,
            -pressure * air.drag_area_m2 * forward_mps,
            -pressure * air.side_area_m2 * left_mps,
            head_on * air.front_lift_area_m2,
            head_on * air.rear_lift_area_m2};
}

/// What the anti-lock brake lets through to both wheels of an axle.
[[gnu::always_inline]] inline Pair Car::antilock(CarState& car, std::size_t first,
                                                 double slowest_rim_mps) const noexcept {
    WheelState& left = car.wheels[first];
    WheelState& right = car.wheels[first + 1];
    const Pair rim_mps =
        magnitude(Pair{left.spin_radps, right.spin_radps}) * parameters_.wheel_radius_m;
    const Pair change = rim_mps < slowest_rim_mps ? both(step_s_ * -antilock_release_ps)
                                                  : both(step_s_ * antilock_apply_ps);
    const Pair share = clamp(Pair{left.brake_share, right.brake_share} + change,
                             both(antilock_least_share), both(1.0));
    left.brake_share = share[0];
    right.brake_share = share[1];
    return share;
}

[[gnu::always_inline]] inline void Car::brake(CarState& car, double pedal,
                                              WheelTorques& torques) const noexcept {
    const double wanted_nm =
        brake_pedal_.force_n(clamp(pedal, 0.0, 1.0)) * parameters_.wheel_radius_m;
    car.brake_torque_nm = snap_to_zero(
        car.brake_torque_nm + brake_lag_share_ * (wanted_nm - car.brake_torque_nm), least_brake_nm);
    if (car.brake_torque_nm == 0.0) {  // the anti-lock brake has nothing to let go of
        for (WheelState& wheel : car.wheels) wheel.brake_share = 1.0;
        torques.friction_nm = {};
        return;
    }
    const double front_nm = 0.5 * car.brake_torque_nm * parameters_.brakes.front_share;
    const double rear_nm = 0.5 * car.brake_torque_nm - front_nm;
    Pair front_share = both(1.0);
    Pair rear_share = both(1.0);
    if (parameters_.brakes.antilock) {
        const double forward_mps = magnitude(car.motion.forward_mps);
        const double slowest_rim_mps =
            forward_mps > antilock_above_mps ? (1.0 - antilock_slip) * forward_mps : 0.0;
        front_share = antilock(car, front_left, slowest_rim_mps);
        rear_share = antilock(car, rear_left, slowest_rim_mps);
    }
    const Pair front = front_nm * front_share;
    const Pair rear = rear_nm * rear_share;
    torques.friction_nm = {front[0], front[1], rear[0], rear[1]};
}

/// Forces of the road that friction could carry, against what pushes the car now.
[[gnu::always_inline]] inline bool Car::rests(const CarState& car, const Ground& ground,
                                              const WheelTorques& torques,
                                              const Push& push) const noexcept {
    // No friction stops a car this fast within so few steps, whatever the tyres' grip: the usual
    // case, and cheap to see.
    const PlanarMotion& motion = car.motion;
    const double friction_nm =
        (torques.friction_nm[front_left] + torques.friction_nm[front_right]) +
        (torques.friction_nm[rear_left] + torques.friction_nm[rear_right]);
    if (magnitude(motion.forward_mps) > friction_nm * stops_per_nm_mps_) return false;
    double holds_n = 0.0;
    double drive_nm = 0.0;
    double rim_radps = 0.0;
    for (std::size_t i = 0; i < wheel_count; ++i) {
        const double grip_n =
            ground.grip[i] * parameters_.tyre.longitudinal.friction * car.wheels[i].load_n;
        holds_n += minimum(grip_n, torques.friction_nm[i] / parameters_.wheel_radius_m);
        drive_nm += torques.drive_nm[i];
        rim_radps = maximum(rim_radps, magnitude(car.wheels[i].spin_radps));
    }
    const double forward_n = parameters_.mass_kg * push.gravity_forward_mps2 + push.air_forward_n +
                             drive_nm / parameters_.wheel_radius_m;
    const double left_n = parameters_.mass_kg * push.gravity_left_mps2 + push.air_left_n;
    const double spare_n = holds_n - std::sqrt(forward_n * forward_n + left_n * left_n);
    if (!(spare_n > 0.0)) return false;
    const double stops_mps = stopping_steps * step_s_ * spare_n * inverse_mass_;
    const double fastest_mps =
        maximum(maximum(magnitude(motion.forward_mps), magnitude(motion.left_mps)),
                maximum(magnitude(motion.yaw_rate_radps) * parameters_.wheelbase_m,
                        rim_radps * parameters_.wheel_radius_m));
    return fastest_mps < stops_mps;
}

/// Turns both wheels of an axle on by one step; gives the road's forces on the car.
[[gnu::always_inline]] inline Car::AxleForce Car::roll(CarState& car, std::size_t first,
                                                       const AxleMotion& axle, const Ground& ground,
                                                       const WheelTorques& torques) const noexcept {
    WheelState& left = car.wheels[first];
    WheelState& right = car.wheels[first + 1];
    const auto pair_of = [first](const PerWheel<double>& values) noexcept {
        return Pair{values[first], values[first + 1]};
    };
    const Pair rolling_mps = axle.forward_mps * axle.cosine + axle.left_mps * axle.sine;
    const Pair across_mps = axle.left_mps * axle.cosine - axle.forward_mps * axle.sine;
    const Pair spin_radps{left.spin_radps, right.spin_radps};
    Tyre::AxleDeflection deflection{
        Pair{left.deflection.longitudinal_m, right.deflection.longitudinal_m},
        Pair{left.deflection.lateral_m, right.deflection.lateral_m}};
    const Tyre::AxleForce force = tyre_.step(
        deflection, {Pair{left.load_n, right.load_n}, pair_of(ground.grip), rolling_mps,
                     spin_radps * parameters_.wheel_radius_m - rolling_mps, -across_mps});
    left.deflection = {deflection.longitudinal_m[0], deflection.lateral_m[0]};
    right.deflection = {deflection.longitudinal_m[1], deflection.lateral_m[1]};
    const Pair turned_radps =
        spin_radps + spin_per_nm_ * (pair_of(torques.drive_nm) -
                                     force.longitudinal_n * parameters_.wheel_radius_m);
    const Pair friction_radps = spin_per_nm_ * pair_of(torques.friction_nm);
    const Pair after_radps = snap_to_zero(
        turned_radps - clamp(turned_radps, -friction_radps, friction_radps), least_speed);
    left.spin_radps = after_radps[0];
    right.spin_radps = after_radps[1];
    return {force.longitudinal_n * axle.cosine - force.lateral_n * axle.sine,
            force.longitudinal_n * axle.sine + force.lateral_n * axle.cosine};
}

[[gnu::always_inline]] inline void Car::move(CarState& car, const Ground& ground,
                                             const WheelTorques& torques,
                                             const Push& push) const noexcept {
    PlanarMotion& motion = car.motion;
    // Leaning to the right (a left turn) turns the wheels to the left.
    const double front_roll_rad = parameters_.suspension.front.roll_steer * car.roll_rad;
    const double rear_roll_rad = parameters_.suspension.rear.roll_steer * car.roll_rad;
    const Steering::FrontWheels front =
        steering_.directions(car.road_wheel_angle_rad + front_roll_rad);
    const WheelDirection rear = Steering::direction(rear_roll_rad);
    const double front_half_m = 0.5 * parameters_.suspension.front.track_m;
    const double rear_half_m = 0.5 * parameters_.suspension.rear.track_m;
    const double front_across_mps =
        motion.left_mps + motion.yaw_rate_radps * parameters_.to_front_axle_m;
    const double rear_across_mps = motion.left_mps - motion.yaw_rate_radps * to_rear_axle_m_;
    const double front_turn_mps = motion.yaw_rate_radps * front_half_m;
    const double rear_turn_mps = motion.yaw_rate_radps * rear_half_m;
    const AxleForce at_front =
        roll(car, front_left,
             {Pair{front.left.sine, front.right.sine}, Pair{front.left.cosine, front.right.cosine},
              motion.forward_mps + Pair{-front_turn_mps, front_turn_mps}, both(front_across_mps)},
             ground, torques);
    const AxleForce at_rear =
        roll(car, rear_left,
             {both(rear.sine), both(rear.cosine),
              motion.forward_mps + Pair{-rear_turn_mps, rear_turn_mps}, both(rear_across_mps)},
             ground, torques);

    const double road_forward_n = (at_front.forward_n[0] + at_front.forward_n[1]) +
                                  (at_rear.forward_n[0] + at_rear.forward_n[1]);
    const double front_left_n = at_front.left_n[0] + at_front.left_n[1];
    const double rear_left_n = at_rear.left_n[0] + at_rear.left_n[1];
    const double yaw_nm =
        (parameters_.to_front_axle_m * front_left_n - to_rear_axle_m_ * rear_left_n) +
        (front_half_m * (at_front.forward_n[1] - at_front.forward_n[0]) +
         rear_half_m * (at_rear.forward_n[1] - at_rear.forward_n[0]));
    car.proper_forward_mps2 =
        snap_to_zero((road_forward_n + push.air_forward_n) * inverse_mass_, least_acceleration);
    car.proper_left_mps2 = snap_to_zero(
        ((front_left_n + rear_left_n) + push.air_left_n) * inverse_mass_, least_acceleration);

    const double yaw_rate_after_radps =
        snap_to_zero(motion.yaw_rate_radps + step_s_ * yaw_nm * inverse_yaw_inertia_, least_speed);
    const double yaw_rate_radps = 0.5 * (motion.yaw_rate_radps + yaw_rate_after_radps);
    const double pushed_forward_mps =
        motion.forward_mps + step_s_ * (car.proper_forward_mps2 + push.gravity_forward_mps2);
    const double pushed_left_mps =
        motion.left_mps + step_s_ * (car.proper_left_mps2 + push.gravity_left_mps2);
    // The frame has turned by the yaw rate: cos and sin of the angle in Cayley's form.
    const double half_rad = 0.5 * step_s_ * yaw_rate_radps;
    const double scale = 1.0 / (1.0 + half_rad * half_rad);
    const double turned_cosine = (1.0 - half_rad * half_rad) * scale;
    const double turned_sine = 2.0 * half_rad * scale;
    const double forward_after_mps = snap_to_zero(
        pushed_forward_mps * turned_cosine + pushed_left_mps * turned_sine, least_speed);
    const double left_after_mps = snap_to_zero(
        pushed_left_mps * turned_cosine - pushed_forward_mps * turned_sine, least_speed);

    const SineCosine heading = sine_cosine(motion.yaw_rad + half_rad);
    const double forward_mean_mps =
        0.5 * (motion.forward_mps + forward_after_mps) * push.plan_forward;
    const double left_mean_mps = 0.5 * (motion.left_mps + left_after_mps) * push.plan_left;
    add_compensated(motion.x_m, motion.x_rest_m,
                    step_s_ * (forward_mean_mps * heading.cosine - left_mean_mps * heading.sine));
    add_compensated(motion.y_m, motion.y_rest_m,
                    step_s_ * (forward_mean_mps * heading.sine + left_mean_mps * heading.cosine));
    motion.yaw_rad += step_s_ * yaw_rate_radps;
    motion.forward_mps = forward_after_mps;
    motion.left_mps = left_after_mps;
    motion.yaw_rate_radps = yaw_rate_after_radps;
}

void Car::finish(CarState& car, const Ground& ground, const WheelTorques& torques,
                 const Push& push) const noexcept {
    const double forward_before_mps = car.motion.forward_mps;
    if (rests(car, ground, torques, push)) {
        car.resting = 1;
        car.motion.forward_mps = 0.0;
        car.motion.left_mps = 0.0;
        car.motion.yaw_rate_radps = 0.0;
        car.proper_forward_mps2 = -push.gravity_forward_mps2;
        car.proper_left_mps2 = -push.gravity_left_mps2;
        for (WheelState& wheel : car.wheels) {
            wheel.spin_radps = 0.0;
            wheel.deflection = {};
        }
    } else {
        car.resting = 0;
        move(car, ground, torques, push);
    }
    suspension_.lean(car, push.down_mps2);
    LongitudinalState& drive = car.drive;
    const double change_mps = car.motion.forward_mps - forward_before_mps;
    drive.acceleration_mps2 = snap_to_zero(change_mps / step_s_, least_acceleration);
    drive.distance_m += 0.5 * step_s_ * (forward_before_mps + car.motion.forward_mps);
    drive.speed_mps = car.motion.forward_mps;
    drive.brake_force_n = car.brake_torque_nm / parameters_.wheel_radius_m;
}

void Car::step(CarState& car, const Controls& controls, bool automatic,
               const Ground& ground) const noexcept {
    steering_.turn(car.road_wheel_angle_rad, controls.steer);
    const Push push = push_from(car, ground, parameters_.aerodynamics.air_density_kgpm3);
    suspension_.set_loads(car, {push.down_mps2, push.front_lift_n, push.rear_lift_n});
    WheelTorques torques;
    powertrain_.step(car, controls, automatic, torques.drive_nm);
    brake(car, controls.brake, torques);
    for (const std::size_t first : {front_left, rear_left}) {
        const Pair coefficient =
            parameters_.rolling_resistance +
            Pair{ground.rolling_resistance[first], ground.rolling_resistance[first + 1]};
        const Pair load_n{car.wheels[first].load_n, car.wheels[first + 1].load_n};
        const Pair friction_nm = Pair{torques.friction_nm[first], torques.friction_nm[first + 1]} +
                                 coefficient * load_n * parameters_.wheel_radius_m;
        torques.friction_nm[first] = friction_nm[0];
        torques.friction_nm[first + 1] = friction_nm[1];
    }
    finish(car, ground, torques, push);
}

void Car::step_ideal(CarState& car, double road_wheel_angle_rad, double drive_mps2) const noexcept {
    const Ground flat;
    car.road_wheel_angle_rad = road_wheel_angle_rad;
    const Push push = push_from(car, flat, 0.0);
    suspension_.set_loads(car, {push.down_mps2, 0.0, 0.0});
    const IdealDriveParameters& ideal = parameters_.ideal_drive;
    const double speed_mps = magnitude(car.motion.forward_mps);
    const double most_mps2 = speed_mps > ideal.falls_above_mps
                                 ? ideal.largest_mps2 * ideal.falls_above_mps / speed_mps
                                 : ideal.largest_mps2;
    const bool too_fast = (car.motion.forward_mps >= ideal.highest_mps && drive_mps2 > 0.0) ||
                          (car.motion.forward_mps <= ideal.lowest_mps && drive_mps2 < 0.0);
    const double torque_nm = too_fast ? 0.0
                                      : parameters_.mass_kg * parameters_.wheel_radius_m *
                                            clamp(drive_mps2, -ideal.largest_mps2, most_mps2);
    const double front_share = drive_mps2 < 0.0 ? parameters_.brakes.front_share
                                                : parameters_.powertrain.driveline.front_share;
    const double front_nm = 0.5 * torque_nm * front_share;
    const double rear_nm = 0.5 * torque_nm - front_nm;
    WheelTorques torques;
    torques.drive_nm = {front_nm, front_nm, rear_nm, rear_nm};
    finish(car, flat, torques, push);
}

}  // namespace ghostcar::model
