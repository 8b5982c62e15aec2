// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/driver/drive_command.h"
#include "model/math/numeric.h"

namespace ghostcar::model {

/// The car ahead on the same line, as a driver sees it.
struct CarAhead {
    double gap_m = 1e6;  // bumper to bumper
    double speed_mps = 0.0;
};

/// Lets go of the accelerator and brakes in time behind another car: the interaction term of the
/// intelligent driver model (M. Treiber, A. Hennecke, D. Helbing, Phys. Rev. E 62, 1805 (2000)),
///   s* = s0 + v·T + v·(v − v_ahead)/(2·b),    a = a_max·(1 − (s*/s)²)
/// with 2·b for the paper's 2·√(a·b): brakes that are far stronger than the engine.
constexpr DriveCommand keep_distance(DriveCommand command, double speed_mps, const CarAhead& ahead,
                                     double full_brake_mps2) noexcept {
    constexpr double standing_gap_m = 3.0;
    constexpr double headway_s = 1.0;
    constexpr double comfortable_mps2 = 3.0;
    constexpr double acceleration_mps2 = 2.0;
    const double wanted_m =
        standing_gap_m +
        maximum(0.0, speed_mps * headway_s +
                         speed_mps * (speed_mps - ahead.speed_mps) * (0.5 / comfortable_mps2));
    const double ratio = wanted_m / maximum(ahead.gap_m, 0.1);
    const double pressure = minimum(ratio * ratio, 100.0);
    command.accelerator *= maximum(0.0, 1.0 - pressure);
    command.brake = maximum(
        command.brake, clamp((pressure - 1.0) * acceleration_mps2 / full_brake_mps2, 0.0, 1.0));
    return command;
}

}  // namespace ghostcar::model
