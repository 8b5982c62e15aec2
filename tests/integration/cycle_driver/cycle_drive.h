// SPDX-License-Identifier: Apache-2.0
// Learns a car and drives cycles with it in fast simulation, and judges the drive.
#pragma once

#include <toml++/toml.h>
#include <cstdint>
#include <functional>
#include <string>

#include "model/driver/cycle_driver/cycle_driver.h"
#include "model/driver/cycle_driver/learning_run.h"
#include "model/driver/drive_cycle.h"
#include "model/judge/drive_trace.h"
#include "tests/integration/cycle_driver/wired_car.h"

namespace ghostcar::tests {

using Edit = std::function<void(toml::table&)>;

/// The desk robot's limbs.
[[nodiscard]] model::RobotSetup desk_robot(std::int64_t gears = 5);

struct Lesson {
    bool succeeded = false;
    model::LearnedCar car;
    double seconds = 0.0;
    std::uint64_t stalls = 0;
    std::uint64_t blocked_shifts = 0;
};

[[nodiscard]] Lesson learn(
    const std::string& vehicle, const WireTroubles& troubles = {},
    const Edit& edit = [](toml::table&) {});

[[nodiscard]] model::DriveCycle shipped_cycle(const std::string& name);

struct Drive {
    model::DriveIndices indices;      // ±2.0 km/h, the driven speed as it was
    model::DriveIndices as_standard;  // at full accelerator the target replaces it
    double full_accelerator_s = 0.0;
    std::uint64_t stalls = 0;
    std::uint64_t blocked_shifts = 0;
    std::int64_t shifts = 0;
    double engine_off_s = 0.0;
    double highest_rpm = 0.0;
    // Of torque, in upshifts while the trace accelerates.
    double longest_interruption_s = 0.0;
    double sum_interruption_s = 0.0;
    std::int64_t upshifts = 0;
    double pedal_overlap_s = 0.0;  // accelerator and brake pressed together
};

/// `watch` is called after every tick.
using Watch = std::function<void(const model::CycleDriverState&, const WiredCar&)>;

[[nodiscard]] Drive drive(
    const model::DriveCycle& cycle, const model::LearnedCar& car, const std::string& vehicle,
    const WireTroubles& troubles = {}, const Edit& edit = [](toml::table&) {},
    const Watch& watch = [](const model::CycleDriverState&, const WiredCar&) {});

/// One line a drive, for whoever reads the test's output.
void print(const std::string& name, const Drive& drive);

}  // namespace ghostcar::tests
