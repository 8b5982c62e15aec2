// SPDX-License-Identifier: Apache-2.0
// What a driver should know of a trace before the drive.
#pragma once

#include <string>
#include <vector>

#include "model/driver/cycle_driver/learned_car.h"
#include "model/driver/drive_cycle.h"

namespace ghostcar::model {

/// What a car can do, roughly: enough to say that no driver will follow a trace.
struct CarAbility {
    double acceleration_mps2 = 6.0;  // at low speed: grip and first gear
    double deceleration_mps2 = 9.0;
    double power_w_per_kg = 150.0;  // at speed: a ≤ power / v
    double top_speed_kph = 300.0;
};

/// What a robot has found out about its car: up to its highest engine speed in each gear.
[[nodiscard]] CarAbility ability_of(const LearnedCar& car, double highest_rpm) noexcept;

/// One line for each oddity a driver should know of before the drive: gaps in a log, jumps beyond
/// the car's ability, speeds beyond its top speed. Empty when there is nothing to say.
[[nodiscard]] std::vector<std::string> cycle_warnings(const std::vector<CycleSample>& samples,
                                                      const CarAbility& ability);

}  // namespace ghostcar::model
