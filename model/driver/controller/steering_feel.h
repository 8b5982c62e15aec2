// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/driver/controller/ghostcar_controller.h"
#include "model/driver/controller/pedals.h"
#include "model/math/numeric.h"
#include "model/math/trigonometry.h"

namespace ghostcar::model {

/// What a driver learns of a strange car's steering while driving it: how far the wheels go for a
/// full command, and how fast. A controller is told neither, and from car to car both differ by
/// two. Where the wheels are can be felt, as the car turns by them:
///   tan δ = wheelbase · yaw rate / speed
/// Where they rest they are at the command, which tells the lock; where they are on their way to it
/// they go as fast as they can.
class SteeringFeel {
public:
    /// Once in a control period, before anything is decided.
    void look(const GhostcarView& view) noexcept {
        const double since_s = view.time - time_s_;
        const double speed_mps = view.speed * mps_per_kph;
        time_s_ = view.time;
        if (since_s <= 0.0 || magnitude(speed_mps) < slowest_mps) return;
        const double wheels_rad = arc_tangent(car_wheelbase_m * view.yawrate / speed_mps);
        const double moved_radps = magnitude(wheels_rad - wheels_rad_) / since_s;
        const double gap_rad = magnitude(-steer_ * lock_rad_ - wheels_rad);
        const double last_gap_rad = magnitude(-last_steer_ * lock_rad_ - wheels_rad_);
        const bool hand_rests = magnitude(steer_ - last_steer_) < resting_ps * since_s;
        wheels_rad_ = wheels_rad;
        if (hand_rests && moved_radps < resting_ps && magnitude(steer_) > least_steer)
            lock_rad_ += quick * (clamp(-wheels_rad / steer_, 0.4, 1.3) - lock_rad_);
        if (gap_rad > wide_rad && last_gap_rad > wide_rad)
            wheels_radps_ += 2.0 * quick * (clamp(moved_radps, 0.3, 1.2) - wheels_radps_);
    }

    /// Steers along an arc, + to the left.
    void steer_along(double curvature_pm, GhostcarCommand& command) const noexcept {
        command.cmdSteer =
            clamp(-arc_tangent(car_wheelbase_m * curvature_pm) / lock_rad_, -1.0, 1.0);
    }

    /// Once in a control period, when all is decided.
    void remember(const GhostcarCommand& command) noexcept {
        last_steer_ = steer_;
        steer_ = command.cmdSteer;
    }

    [[nodiscard]] double lock_rad() const noexcept { return lock_rad_; }
    [[nodiscard]] double wheels_radps() const noexcept { return wheels_radps_; }

private:
    static constexpr double slowest_mps = 0.8;  // slower, a turn is too small to be felt
    static constexpr double resting_ps = 0.15;  // radians of the wheels, locks of the hand
    static constexpr double least_steer = 0.04;
    static constexpr double wide_rad = 0.1;  // between where the wheels are and are to be
    static constexpr double quick = 0.1;     // of what is new is believed at once

    double lock_rad_ = car_full_steer_rad;
    double wheels_radps_ = car_steering_radps;
    double time_s_ = 0.0;
    double wheels_rad_ = 0.0;
    double steer_ = 0.0;  // the command of the last period, and of the one before
    double last_steer_ = 0.0;
};

}  // namespace ghostcar::model
