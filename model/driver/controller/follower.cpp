// SPDX-License-Identifier: Apache-2.0
#include "model/driver/controller/follower.h"

#include <cmath>
#include <cstddef>

#include "model/driver/controller/pedals.h"

namespace ghostcar::model {
namespace {

constexpr double standstill_m = 6.2;  // centre to centre: 1.7 m between the bumpers
constexpr double headway_s = 0.28;
constexpr double touching_m = 4.5;  // two half lengths
constexpr double stiffness_ps2 = 1.2;
constexpr double damping_ps = 2.2;
constexpr double smoothing = 0.35;  // of a new look at the leader's speed, and of its acceleration
constexpr double last_room_m = 0.8;
constexpr double steering_ahead_s = 0.55;
constexpr double least_steering_ahead_m = 6.0;
constexpr double hardest_mps2 = 9.5;
constexpr double quickest_mps2 = 3.0;

}  // namespace

void Follower::drive(const GhostcarView& view, GhostcarCommand& command) noexcept {
    const double speed_mps = view.speed * mps_per_kph;
    const double distance_m =
        std::sqrt(view.leaderXY[0] * view.leaderXY[0] + view.leaderXY[1] * view.leaderXY[1]);
    const double since_s = view.time - last_time_s_;
    if (last_time_s_ < 0.0) {  // the first look
        leader_mps_ = speed_mps;
        leader_mps2_ = 0.0;
    } else {
        const double seen_mps = speed_mps + (distance_m - last_distance_m_) / since_s;
        const double before_mps = leader_mps_;
        leader_mps_ += smoothing * (seen_mps - leader_mps_);
        leader_mps2_ += smoothing * ((leader_mps_ - before_mps) / since_s - leader_mps2_);
    }
    last_time_s_ = view.time;
    last_distance_m_ = distance_m;

    const auto ahead = static_cast<std::size_t>(
        clamp(steering_ahead_s * speed_mps, least_steering_ahead_m, GHOSTCAR_MIDLINE_POINTS - 1.0));
    steer_along(arc_to(double{view.midline[ahead][0]}, double{view.midline[ahead][1]}), command);

    const double leader_mps = maximum(leader_mps_, 0.0);
    const double wanted_m = standstill_m + headway_s * speed_mps;
    double acceleration_mps2 = stiffness_ps2 * (distance_m - wanted_m) +
                               damping_ps * (leader_mps - speed_mps) +
                               clamp(leader_mps2_, -hardest_mps2, 1.0);
    // Were the leader to go on braking as it does, this much room would be left to stop in.
    const double leader_brakes_mps2 = maximum(-leader_mps2_, 0.5);
    const double room_m = distance_m - touching_m - last_room_m +
                          leader_mps * leader_mps / (2.0 * leader_brakes_mps2);
    if (speed_mps > leader_mps)
        acceleration_mps2 =
            minimum(acceleration_mps2, -speed_mps * speed_mps / (2.0 * maximum(room_m, 0.2)) + 1.5);
    press_for(clamp(acceleration_mps2, -hardest_mps2, quickest_mps2), speed_mps, command);
    // Standing behind a standing leader: stay.
    if (speed_mps < 0.3 && leader_mps < 0.3 && distance_m < wanted_m + 0.5) {
        command.cmdAcc = 0.0;
        command.cmdBrake = 0.4;
    }
}

}  // namespace ghostcar::model
