// SPDX-License-Identifier: Apache-2.0
// One entry of the session's list of [[driver.phase]]: what the pedal robot does next.
#pragma once

#include <cstdint>

#include "model/config/table_reader.h"

namespace ghostcar::model {

enum class RobotAction : std::int64_t {
    start_engine,  // clutch down, neutral, key to start until the engine runs
    pull_away,     // first gear, engine speed up, clutch up through the bite point
    accelerate,    // accelerator at a position until a speed
    shift,         // accelerator off, clutch down fast, lever, clutch up slowly
    hold,          // PI control of the speed with the accelerator, for a time
    brake,         // brake pedal at a position until a speed
    stop,          // brake to standstill, clutch down, neutral
    wait,          // legs stay where they are, for a time
};

/// Which members count depends on the action; from_toml reads exactly those.
struct RobotPhase {
    RobotAction action = RobotAction::wait;
    std::int64_t timeout_ticks = 0;   // not done by then: the robot gives up and stops
    std::int64_t duration_ticks = 0;  // hold, wait; start_engine: idling afterwards
    std::int64_t gear = 0;            // pull_away, shift
    double accelerator = 0.0;         // accelerate; pull_away and shift: once the clutch bites
    double brake = 0.0;               // brake, stop
    double engine_rpm = 0.0;          // start_engine: runs above it; pull_away: aimed at
    double speed_kph = 0.0;           // hold: aimed at; accelerate, brake: until;
                                      // stop: below it the clutch goes down
    double clutch_up_per_tick = 0.0;  // pull_away, shift: the slow part of the way up

    /// Reads one [[driver.phase]] table to its end.
    static RobotPhase from_toml(TableReader& reader, double default_timeout_s);
};

}  // namespace ghostcar::model
