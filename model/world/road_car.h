// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "model/driver/line_follower.h"
#include "model/driver/manual_shift.h"
#include "model/vehicle/car.h"
#include "model/world/collision/collision_box.h"
#include "model/world/road_car_state.h"

namespace ghostcar::model {

/// Who drives a car.
enum class RoadDriver : std::int64_t {
    wires,          // whoever is on the wires: the Inputs
    line_follower,  // built in
    parked,         // nobody: engine off, brake on
    leader,         // built in: the line follower with the whims of leader.h
    controller,     // a controller of its own: its CarInputs
};

/// Where a car begins, along the road; with a pose of its own not in the road's direction.
struct RoadStart {
    struct Pose {
        double x_m = 0.0;  // the middle of its outline
        double y_m = 0.0;
        double yaw_rad = 0.0;
    };
    RoadPlace place;
    double speed_mps = 0.0;
    std::optional<Pose> pose;
};

/// One car of a session: what it is, who drives it, where it begins.
struct RoadCar {
    RoadCar(Car model, RoadDriver who, bool shifts_itself, const RoadStart& where,
            double target_offset) noexcept;

    Car car;
    RoadDriver driver;
    bool automatic;  // the car works clutch and gears
    RoadStart start;
    double target_offset_m;  // the line its built-in driver follows
    CollisionBox box;
    double wheel_reach_m;  // no wheel is farther from the centre of gravity
    LineFollowerParameters follower;
    ClutchFoot foot;  // of a built-in driver who shifts by hand
};

}  // namespace ghostcar::model
