// SPDX-License-Identifier: Apache-2.0
// Which gear when: worked out for a whole cycle before the drive, as a driver who knows the road
// does. Made off the tick; the tick only goes from entry to entry.
#pragma once

#include <cstdint>
#include <vector>

#include "model/driver/cycle_driver/learned_car.h"
#include "model/driver/cycle_driver/robot_setup.h"
#include "model/driver/drive_cycle.h"

namespace ghostcar::model {

enum class Coupling : std::int64_t {
    neutral,  // gear out, clutch up
    ready,    // standing, gear in, clutch pressed
    drive,    // gear in, clutch up
    open,     // rolling, gear in, clutch pressed
};

struct PlanEntry {
    std::int64_t from_tick = 0;
    std::int64_t gear = 1;
    Coupling coupling = Coupling::neutral;
    bool engine_on = true;

    [[nodiscard]] bool wants_same(const PlanEntry& other) const noexcept {
        return gear == other.gear && coupling == other.coupling && engine_on == other.engine_on;
    }
};

/// The cycle's own prescription where it has one and the car can follow it; elsewhere the sequence
/// of gears with the least cost (dynamic programming over tenths of a second): engine speed near
/// where it pulls well and quietly, enough pull for what comes, few shifts, none in the middle of a
/// hard acceleration when it can be helped.
[[nodiscard]] std::vector<PlanEntry> plan_gears(const DriveCycle& cycle, const LearnedCar& car,
                                                const RobotSetup& setup);

}  // namespace ghostcar::model
