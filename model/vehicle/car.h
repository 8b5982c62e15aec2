// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/vehicle/car_parameters.h"
#include "model/vehicle/car_state.h"
#include "model/vehicle/controls.h"

namespace ghostcar::model {

/// The road and the air around one car during one tick, as the car meets them.
struct Ground {
    double slope_forward = 0.0;          // rise over run, along the car
    double slope_left = 0.0;             // and across it
    double vertical_curvature_pm = 0.0;  // of the car's way, d²z over its plan; < 0 on a crest
    double wind_forward_mps = 0.0;       // speed of the air over the ground, car frame
    double wind_left_mps = 0.0;
    PerWheel<double> grip{1.0, 1.0, 1.0, 1.0};  // factor on the tyres' friction
    PerWheel<double> rolling_resistance{};      // added to the tyres' coefficient
};

/// The full car: a rigid body on a plane, four wheels that spin, tyres that slip, a body that
/// leans. One tyre evaluation a wheel and step; the order makes it calm at 1 kHz:
///
///   steering → wheel loads → powertrain → tyre forces → wheel spin → body
///
/// Each force is taken from the positions of after and the speeds of before (symplectic Euler), so
/// that springs neither gain nor lose energy. Friction (brakes, rolling resistance) is a limit, not
/// a force: it takes speed from a wheel down to exactly 0 and no further. The turning body frame is
/// an exact rotation (Cayley's form), so that no energy comes from the step. Left and right are
/// summed alike: mirrored controls give mirrored motion, bit for bit.
///
/// A car that friction can hold, and stops within a few steps, rests: every speed is exactly 0
/// until something pushes harder than friction holds.
class Car {
public:
    static constexpr double default_step_s = 0.001;

    explicit Car(CarParameters parameters, double step_s = default_step_s);

    /// Rolling straight on at a speed, wheels and shafts turning with the road, engine off.
    [[nodiscard]] CarState initial(double x_m, double y_m, double yaw_rad,
                                   double speed_mps) const noexcept;

    /// Starts the engine of an initial state: idling in neutral, or turning with the wheels.
    void set_running(CarState& car) const noexcept { powertrain_.set_running(car); }

    /// Puts the brake of an initial state on, its lag long over.
    void set_braked(CarState& car) const noexcept;

    /// One tick. `automatic`: the car works its clutch and shifts its gears.
    void step(CarState& car, const Controls& controls, bool automatic,
              const Ground& ground) const noexcept;

    /// One tick of an ideal manoeuvre: the road-wheel angle as it is, and the wheel torque m·r·a,
    /// shared like the brakes when negative. Air, rolling resistance and powertrain are left out.
    void step_ideal(CarState& car, double road_wheel_angle_rad, double drive_mps2) const noexcept;

    [[nodiscard]] const CarParameters& parameters() const noexcept { return parameters_; }

private:
    /// What turns and what holds each wheel.
    struct WheelTorques {
        PerWheel<double> drive_nm{};
        PerWheel<double> friction_nm{};
    };
    struct Push;
    /// Both wheels of an axle, left and right: where they point, and the body's speed over them.
    struct AxleMotion {
        Pair sine;
        Pair cosine;
        Pair forward_mps;
        Pair left_mps;
    };
    struct AxleForce {
        Pair forward_n;
        Pair left_n;
    };

    void brake(CarState& car, double pedal, WheelTorques& torques) const noexcept;
    [[nodiscard]] Pair antilock(CarState& car, std::size_t first,
                                double slowest_rim_mps) const noexcept;
    [[nodiscard]] bool rests(const CarState& car, const Ground& ground, const WheelTorques& torques,
                             const Push& push) const noexcept;
    void move(CarState& car, const Ground& ground, const WheelTorques& torques,
              const Push& push) const noexcept;
    AxleForce roll(CarState& car, std::size_t first, const AxleMotion& axle, const Ground& ground,
                   const WheelTorques& torques) const noexcept;
    void finish(CarState& car, const Ground& ground, const WheelTorques& torques,
                const Push& push) const noexcept;
    [[nodiscard]] Push push_from(const CarState& car, const Ground& ground,
                                 double air_density_kgpm3) const noexcept;

    CarParameters parameters_;
    double step_s_;
    Steering steering_;
    Suspension suspension_;
    Tyre tyre_;
    Brake brake_pedal_;
    Powertrain powertrain_;
    double to_rear_axle_m_;
    double inverse_mass_;
    double inverse_yaw_inertia_;
    double spin_per_nm_;       // change of a wheel's speed by 1 N·m over one step
    double stops_per_nm_mps_;  // a car that 1 N·m of friction could just stop
    double brake_lag_share_;
};

}  // namespace ghostcar::model
