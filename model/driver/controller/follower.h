// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/driver/controller/builtin.h"

namespace ghostcar::model {

/// Follows the car ahead as closely as its brakes allow: steers toward a point of the middle line
/// like the line keeper, and keeps a distance that grows with speed.
///
///   wanted distance   d* = standstill + headway·v
///   acceleration      a  = k·(d - d*) + c·(v_leader - v) + a_leader
///
/// The leader's speed and acceleration are not in the view: they are how fast its distance changes,
/// looked at twice, and smoothed. When the distance that is left would not do at the leader's
/// deceleration, it brakes for that instead: a = -(v² - v_leader²)/(2·room), which is a plain
/// stopping distance.
class Follower final : public BuiltinController {
public:
    void restart() noexcept override { *this = Follower(); }
    void drive(const GhostcarView& view, GhostcarCommand& command) noexcept override;

private:
    double last_time_s_ = -1.0;  // before the first look
    double last_distance_m_ = 0.0;
    double leader_mps_ = 0.0;
    double leader_mps2_ = 0.0;
};

}  // namespace ghostcar::model
