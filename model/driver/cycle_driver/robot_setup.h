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

    /// Reads gears, rest_brake, highest_engine_rpm, learn_to_kph and the table limbs.
    static RobotSetup from_toml(TableReader& reader);
};

}  // namespace ghostcar::model
