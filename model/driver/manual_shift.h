// SPDX-License-Identifier: Apache-2.0
// Clutch pedal and lever for a driver who only thinks of speed and gear. It remembers nothing: how
// far a change of gear has come is seen from lever, pedal and the gear that is in.
#pragma once

#include <cstdint>

#include "model/driver/drive_command.h"
#include "model/driver/gear_choice.h"
#include "model/math/numeric.h"

namespace ghostcar::model {

/// Engine speeds between which a driver lets the clutch slip.
struct ClutchFoot {
    double stalling_radps = 0.0;   // slower than this in gear the engine would stall: pedal down
    double start_off_radps = 0.0;  // held while starting off
};

/// What the driver feels of the car now.
struct ManualView {
    std::int64_t gear = 0;   // that is in
    std::int64_t lever = 0;  // where the lever is
    double clutch = 1.0;     // where the pedal is
    double speed_mps = 0.0;
    double engine_speed_radps = 0.0;
};

struct ManualCommand {
    double accelerator = 0.0;
    double clutch = 1.0;
    std::int64_t gear = 0;
};

/// For a control period of `period_s`.
constexpr ManualCommand shift_by_hand(const GearChange& gears, const ClutchFoot& foot,
                                      const ManualView& car, double accelerator,
                                      double period_s) noexcept {
    constexpr double pedal_down = 0.99;
    constexpr double up_per_s = 2.5;           // after a change of gear
    constexpr double start_off_per_s = 0.012;  // for each rad/s above the engine speed to hold
    constexpr double start_off_accelerator = 0.25;
    const double speed_mps = maximum(car.speed_mps, 0.0);
    // A change that is under way is brought to its end.
    const std::int64_t wanted =
        car.lever > 0 && car.gear != car.lever
            ? car.lever
            : chosen_gear(gears, car.gear, speed_mps, car.engine_speed_radps);
    if (car.gear != wanted) return {0.0, 1.0, car.clutch > pedal_down ? wanted : car.lever};

    const double in_gear_radps =
        speed_mps * gears.engine_radps_per_mps[static_cast<std::size_t>(wanted - 1)];
    if (in_gear_radps > foot.start_off_radps) {
        const double clutch = maximum(car.clutch - up_per_s * period_s, 0.0);
        return {accelerator * (1.0 - clutch), clutch, wanted};
    }
    // Not going to drive, and too slow for the gear: pedal down.
    if (accelerator <= 0.0 && in_gear_radps < foot.stalling_radps) return {0.0, 1.0, wanted};
    if (accelerator <= 0.0) return {0.0, car.clutch, wanted};
    // The clutch holds the engine's speed, the accelerator drives.
    const double faster_radps = car.engine_speed_radps - foot.start_off_radps;
    return {maximum(accelerator, start_off_accelerator),
            clamp(car.clutch - start_off_per_s * faster_radps * period_s, 0.0, 1.0), wanted};
}

}  // namespace ghostcar::model
