// SPDX-License-Identifier: Apache-2.0
#include "model/driver/controller/bad_drivers.h"

#include <cmath>
#include <cstddef>

#include "model/driver/controller/pedals.h"

namespace ghostcar::model {
namespace {

/// From the car's centre to the lot's.
double lot_distance_m(const GhostcarView& view) noexcept {
    const double dx_m = view.lotX - view.carX;
    const double dy_m = view.lotY - view.carY;
    return std::sqrt(dx_m * dx_m + dy_m * dy_m);
}

}  // namespace

void BadSleeper::drive(const GhostcarView& /*view*/, GhostcarCommand& command) noexcept {
    command.cmdBrake = 0.5;
}

void BadBlind::drive(const GhostcarView& /*view*/, GhostcarCommand& command) noexcept {
    command.cmdAcc = 1.0;
    command.cmdSteer = 0.02;
}

void BadPusher::drive(const GhostcarView& view, GhostcarCommand& command) noexcept {
    steer_along(arc_to(view.leaderXY[0], view.leaderXY[1]), command);
    command.cmdAcc = 1.0;
}

void BadOvertaker::drive(const GhostcarView& view, GhostcarCommand& command) noexcept {
    constexpr std::size_t ahead = 12;
    constexpr double room_m = 0.3;  // between the car and the edge of the road
    constexpr double car_half_width_m = 0.92;
    const double aside_m = 0.5 * view.width - car_half_width_m - room_m;
    const double way_x = double{view.midline[ahead + 1][0]} - double{view.midline[ahead][0]};
    const double way_y = double{view.midline[ahead + 1][1]} - double{view.midline[ahead][1]};
    steer_along(arc_to(double{view.midline[ahead][0]} - way_y * aside_m,
                       double{view.midline[ahead][1]} + way_x * aside_m),
                command);
    // Out to the left first, then past.
    const double speed_mps = view.speed * mps_per_kph;
    const bool beside = view.leaderXY[1] < -2.2;
    const double wanted_mps = beside || view.leaderXY[0] > 15.0 ? 22.0 : 4.0;
    press_for(clamp(wanted_mps - speed_mps, -4.0, 3.0), speed_mps, command);
}

void BadHasty::drive(const GhostcarView& /*view*/, GhostcarCommand& command) noexcept {
    command.bFinish = 1;
}

void BadRoller::drive(const GhostcarView& view, GhostcarCommand& command) noexcept {
    keeper_.drive(view, command);
    command.bFinish = lot_distance_m(view) < 9.0 ? 1 : 0;
}

void BadAskew::drive(const GhostcarView& view, GhostcarCommand& command) noexcept {
    keeper_.drive(view, command);
    arrived_ = arrived_ || lot_distance_m(view) < 12.0;
    if (!arrived_) return;
    command.cmdAcc = 0.0;
    command.cmdBrake = 0.5;
    command.bFinish = magnitude(view.speed) < 0.01 ? 1 : 0;
}

}  // namespace ghostcar::model
