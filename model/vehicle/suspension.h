// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/math/numeric.h"
#include "model/vehicle/car_state.h"

namespace ghostcar::model {

struct SuspensionAxleParameters {
    double track_m;
    double roll_stiffness_nmprad;
    double roll_damping_nmsprad;
    double roll_axis_height_m;
    double roll_steer;  // how far the wheels turn as the body leans, rad/rad; + into the turn
    double unsprung_mass_kg;
};

struct SuspensionParameters {
    double mass_kg;  // of the whole car
    double wheelbase_m;
    double to_front_axle_m;  // from the centre of gravity
    double sprung_height_m;  // centre of gravity of the sprung mass
    double unsprung_height_m;
    double roll_inertia_kgm2;
    double pitch_inertia_kgm2;
    double pitch_stiffness_nmprad;
    double pitch_damping_nmsprad;
    SuspensionAxleParameters front;
    SuspensionAxleParameters rear;
};

/// How the body leans and what that does to the wheel loads. Two oscillators on springs, pushed by
/// what an accelerometer feels (f forward, left; gravity on a slope counts):
///   Iφ·φ" = ms·h·(f_left + g·φ) − K·φ − C·φ'        h: sprung mass above the roll axis
///   Iθ·θ" = −ms·hs·f_forward − K·θ − C·θ'
/// An axle moves ΔF = (Kφ + Cφ' + f_left·(ms_axle·h_axis + mu·hu))/track from left to right; both
/// axles together (Kθ + Cθ' − mu·hu·f_forward)/wheelbase from rear to front. No wheel pulls at the
/// road.
class Suspension {
public:
    Suspension(const SuspensionParameters& parameters, double step_s) noexcept
        : step_s_(step_s),
          inverse_wheelbase_(1.0 / parameters.wheelbase_m),
          to_rear_axle_m_(parameters.wheelbase_m - parameters.to_front_axle_m),
          to_front_axle_m_(parameters.to_front_axle_m),
          mass_kg_(parameters.mass_kg),
          pitch_stiffness_(parameters.pitch_stiffness_nmprad),
          pitch_damping_(parameters.pitch_damping_nmsprad),
          unsprung_moment_((parameters.front.unsprung_mass_kg + parameters.rear.unsprung_mass_kg) *
                           parameters.unsprung_height_m) {
        const double sprung_kg = parameters.mass_kg - (parameters.front.unsprung_mass_kg +
                                                       parameters.rear.unsprung_mass_kg);
        const double front_share = to_rear_axle_m_ * inverse_wheelbase_;
        const double axis_m = parameters.front.roll_axis_height_m * front_share +
                              parameters.rear.roll_axis_height_m * (1.0 - front_share);
        roll_moment_ = sprung_kg * (parameters.sprung_height_m - axis_m);
        pitch_moment_ = sprung_kg * parameters.sprung_height_m;
        inverse_roll_inertia_ = 1.0 / (parameters.roll_inertia_kgm2 +
                                       roll_moment_ * (parameters.sprung_height_m - axis_m));
        inverse_pitch_inertia_ = 1.0 / parameters.pitch_inertia_kgm2;
        front_ = Axle(parameters.front, sprung_kg * front_share, parameters.unsprung_height_m);
        rear_ =
            Axle(parameters.rear, sprung_kg * (1.0 - front_share), parameters.unsprung_height_m);
    }

    /// Pressing the car onto the road: gravity and crests, and lift of the air (+ up).
    struct Press {
        double down_mps2;
        double front_lift_n;
        double rear_lift_n;
    };

    /// Wheel loads from how the body leans now.
    void set_loads(CarState& car, const Press& press) const noexcept {
        const double weight_n = mass_kg_ * press.down_mps2;
        const double to_front_n =
            (pitch_stiffness_ * car.pitch_rad + pitch_damping_ * car.pitch_rate_radps -
             unsprung_moment_ * car.proper_forward_mps2) *
            inverse_wheelbase_;
        const double front_n =
            weight_n * to_rear_axle_m_ * inverse_wheelbase_ + to_front_n - press.front_lift_n;
        const double rear_n =
            weight_n * to_front_axle_m_ * inverse_wheelbase_ - to_front_n - press.rear_lift_n;
        front_.set_loads(car, car.wheels[front_left], car.wheels[front_right], front_n);
        rear_.set_loads(car, car.wheels[rear_left], car.wheels[rear_right], rear_n);
    }

    /// One step of leaning.
    void lean(CarState& car, double down_mps2) const noexcept {
        const double roll_moment_nm =
            roll_moment_ * (car.proper_left_mps2 + down_mps2 * car.roll_rad) -
            (front_.roll_stiffness + rear_.roll_stiffness) * car.roll_rad -
            (front_.roll_damping + rear_.roll_damping) * car.roll_rate_radps;
        const double pitch_moment_nm = -pitch_moment_ * car.proper_forward_mps2 -
                                       pitch_stiffness_ * car.pitch_rad -
                                       pitch_damping_ * car.pitch_rate_radps;
        car.roll_rate_radps = snap_to_zero(
            car.roll_rate_radps + step_s_ * roll_moment_nm * inverse_roll_inertia_, least_lean);
        car.pitch_rate_radps = snap_to_zero(
            car.pitch_rate_radps + step_s_ * pitch_moment_nm * inverse_pitch_inertia_, least_lean);
        car.roll_rad = snap_to_zero(
            clamp(car.roll_rad + step_s_ * car.roll_rate_radps, -largest_lean, largest_lean),
            least_lean);
        car.pitch_rad = snap_to_zero(
            clamp(car.pitch_rad + step_s_ * car.pitch_rate_radps, -largest_lean, largest_lean),
            least_lean);
    }

private:
    struct Axle {
        double roll_stiffness = 0.0;
        double roll_damping = 0.0;
        double direct_moment = 0.0;  // kg·m that the links and wheels carry without leaning
        double inverse_track = 0.0;

        Axle() = default;
        Axle(const SuspensionAxleParameters& from, double sprung_kg, double wheel_height_m) noexcept
            : roll_stiffness(from.roll_stiffness_nmprad),
              roll_damping(from.roll_damping_nmsprad),
              direct_moment(sprung_kg * from.roll_axis_height_m +
                            from.unsprung_mass_kg * wheel_height_m),
              inverse_track(1.0 / from.track_m) {}

        void set_loads(const CarState& car, WheelState& left, WheelState& right,
                       double axle_n) const noexcept {
            const double to_right_n =
                (roll_stiffness * car.roll_rad + roll_damping * car.roll_rate_radps +
                 direct_moment * car.proper_left_mps2) *
                inverse_track;
            left.load_n = maximum(0.0, 0.5 * axle_n - to_right_n);
            right.load_n = maximum(0.0, 0.5 * axle_n + to_right_n);
        }
    };

    static constexpr double least_lean = 1e-12;  // rad and rad/s
    static constexpr double largest_lean = 0.5;  // rad: a car that leans more lies on its side

    double step_s_;
    double inverse_wheelbase_;
    double to_rear_axle_m_;
    double to_front_axle_m_;
    double mass_kg_;
    double pitch_stiffness_;
    double pitch_damping_;
    double unsprung_moment_;
    double roll_moment_ = 0.0;
    double pitch_moment_ = 0.0;
    double inverse_roll_inertia_ = 0.0;
    double inverse_pitch_inertia_ = 0.0;
    Axle front_;
    Axle rear_;
};

}  // namespace ghostcar::model
