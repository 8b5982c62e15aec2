// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/config/table_reader.h"
#include "model/driver/robot_limbs.h"

namespace ghostcar::model {

/// What the lab tells its robot; everything else it learns.
struct RobotSetup {
    RobotLimbs limbs;
    std::int64_t gears;  // forward gates of the lever
    double rest_brake;   // brake pedal at standstill
    double highest_rpm;  // engine speed the robot stays below
    double highest_kph;  // the learning run stays below it

    /// Reads rest_brake, highest_engine_rpm, learn_to_kph, the table limbs and, when it is given,
    /// gears: fewer than the car has.
    static RobotSetup from_toml(TableReader& reader, std::int64_t gears_of_car);
};

}  // namespace ghostcar::model
