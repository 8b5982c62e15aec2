// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "model/math/numeric.h"
#include "model/vehicle/car_state.h"

namespace ghostcar::model {

struct DrivelineParameters {
    double stiffness_nmprad;  // both half shafts together, at the wheels
    double damping_nmsprad;
    double lash_rad;             // all play from gearbox to wheels, at the wheels
    double shaft_inertia_kgm2;   // gearbox output and differential, at the wheels
    double front_share;          // of the driving torque: 1 front drive, 0 rear drive
    double lock_preload_nm;      // limited slip: what both wheels of an axle share at least …
    double lock_share;           // … and what grows with the torque; both 0: open
    double synchroniser_radps2;  // how fast a synchroniser brings the disc to its new speed
};

/// The half shafts as a spring with play, and the differentials.
///   T = k·(twist ∓ lash/2) + c·(shaft − wheels)      0 within the lash; it never pulls back
/// The spring is stepped with the speeds of before (symplectic: it neither gains nor loses), the
/// damper with the shaft speed of after (implicit: calm for the lightest shaft).
class Driveline {
public:
    Driveline(const DrivelineParameters& parameters, double step_s) noexcept
        : parameters_(parameters), step_s_(step_s), half_lash_rad_(0.5 * parameters.lash_rad) {
        // A lighter shaft would swing faster than the step can follow (J > k·dt²/4).
        parameters_.shaft_inertia_kgm2 = maximum(
            parameters.shaft_inertia_kgm2, 0.5 * parameters.stiffness_nmprad * step_s * step_s);
    }

    /// Speed of the shafts' wheel ends: what the differentials make of the wheels.
    [[nodiscard]] double wheels_radps(const PerWheel<WheelState>& wheels) const noexcept {
        const double front = wheels[front_left].spin_radps + wheels[front_right].spin_radps;
        const double rear = wheels[rear_left].spin_radps + wheels[rear_right].spin_radps;
        return 0.5 * (parameters_.front_share * front + (1.0 - parameters_.front_share) * rear);
    }

    /// The spring's part of the torque, after the twist has moved on; `damping` is c while the
    /// teeth touch and 0 within the play.
    struct Twist {
        double spring_nm;
        double damping;
    };

    [[nodiscard]] Twist twist(DrivelineState& state, double wheels_radps) const noexcept {
        const double moved_rad = state.twist_rad + step_s_ * (state.shaft_radps - wheels_radps);
        state.twist_rad =
            snap_to_zero(clamp(moved_rad, -largest_twist_rad, largest_twist_rad), least_twist_rad);
        const double beyond_rad =
            state.twist_rad - clamp(state.twist_rad, -half_lash_rad_, half_lash_rad_);
        const double spring_nm = parameters_.stiffness_nmprad * beyond_rad;
        const double damper_nm = parameters_.damping_nmsprad * (state.shaft_radps - wheels_radps);
        // Teeth with play can only push, so a damper never turns the sign of its spring.
        const bool acts = half_lash_rad_ == 0.0 || (spring_nm + damper_nm) * spring_nm > 0.0;
        return {spring_nm, acts ? parameters_.damping_nmsprad : 0.0};
    }

    /// What reaches the wheels once the shaft's new speed is known.
    [[nodiscard]] static double torque_nm(const Twist& twist, double shaft_radps,
                                          double wheels_radps) noexcept {
        return twist.spring_nm + twist.damping * (shaft_radps - wheels_radps);
    }

    /// Shares the torque among the wheels. An open differential halves it; a limited-slip one also
    /// carries friction from the faster to the slower wheel.
    void share(double torque_nm, const PerWheel<WheelState>& wheels,
               PerWheel<double>& drive_nm) const noexcept {
        const double front_nm = 0.5 * torque_nm * parameters_.front_share;
        const double rear_nm = 0.5 * torque_nm * (1.0 - parameters_.front_share);
        const double front_lock_nm =
            lock_nm(parameters_.front_share, front_nm,
                    wheels[front_left].spin_radps - wheels[front_right].spin_radps);
        const double rear_lock_nm =
            lock_nm(1.0 - parameters_.front_share, rear_nm,
                    wheels[rear_left].spin_radps - wheels[rear_right].spin_radps);
        drive_nm = {front_nm - front_lock_nm, front_nm + front_lock_nm, rear_nm - rear_lock_nm,
                    rear_nm + rear_lock_nm};
    }

    [[nodiscard]] const DrivelineParameters& parameters() const noexcept { return parameters_; }

private:
    [[nodiscard]] double lock_nm(double axle_share, double wheel_nm,
                                 double difference_radps) const noexcept {
        if (axle_share == 0.0) return 0.0;  // an axle without a differential
        const double most_nm =
            parameters_.lock_preload_nm + parameters_.lock_share * magnitude(wheel_nm);
        return clamp(lock_damping_nms * difference_radps, -most_nm, most_nm);
    }

    static constexpr double largest_twist_rad = 2.0;
    static constexpr double least_twist_rad = 1e-12;
    // Friction that has not yet slipped behaves as this damper; stable for a 0.5 kg·m² wheel.
    static constexpr double lock_damping_nms = 60.0;

    DrivelineParameters parameters_;
    double step_s_;
    double half_lash_rad_;
};

}  // namespace ghostcar::model
