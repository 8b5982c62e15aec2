// SPDX-License-Identifier: Apache-2.0
// How a drive on a road was driven: measured beside the score, never mixed into it. All but the
// energy are looked at once in a control period.
#pragma once

#include <cstdint>

#include "model/judge/verdict.h"
#include "model/tick.h"
#include "model/track/track.h"
#include "model/world/road_car_state.h"

namespace ghostcar::model {

/// Eight-byte members only: part of State.
struct DriveFigures {
    std::int64_t periods = 0;     // control periods so far
    double energy_j = 0.0;        // what the engine gave
    double steering_turns = 0.0;  // way of the steering wheel, in turns from the middle to a lock
    double last_steer = 0.0;
    double last_acceleration_mps2 = 0.0;
    double jerk_square_sum = 0.0;  // of (m/s³)², for the root mean square
    double largest_jerk_mps3 = 0.0;
    std::int64_t off_track = 0;  // 1: the car's middle is beyond the road's edge and its kerb
    std::int64_t off_track_periods = 0;
    std::int64_t cut_corners = 0;  // times it left the road on the inside of a bend
};

/// A road that bends less than this has no corner to cut.
constexpr double corner_curvature_pm = 1.0 / 200.0;

/// In every tick.
inline void measure_tick(DriveFigures& figures, const RoadCarState& car) noexcept {
    const LongitudinalState& drive = car.car.drive;
    const double power_w = drive.engine_torque_nm * drive.engine_speed_radps;
    if (power_w > 0.0) figures.energy_j += power_w * tick_s;
}

/// Once in a control period of `period_s`.
void measure_period(DriveFigures& figures, const RoadCarState& car, const Track& track,
                    double period_s) noexcept;

/// Off the tick: the figures with their names. `on_road`: leaving the road means something.
void add_figures(Verdict& verdict, const DriveFigures& figures, double period_s, bool on_road);

}  // namespace ghostcar::model
