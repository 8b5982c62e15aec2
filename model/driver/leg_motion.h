// SPDX-License-Identifier: Apache-2.0
// One electric leg with inertia: its speed changes by a limited acceleration, and it begins to
// brake in time to arrive at its target without overshoot.
#pragma once

#include <cmath>

#include "model/math/numeric.h"

namespace ghostcar::model {

struct LegMotion {
    double position = 0.0;  // share of the pedal's travel
    double speed = 0.0;     // per tick

    /// One tick toward `target`. `down` and `up` are the largest speeds per tick (a leg goes down
    /// when the number goes up), `acceleration` is per tick and tick.
    void step(double target, double down, double up, double acceleration) noexcept {
        const double distance = target - position;
        // v² = 2·a·s, less half a step: the speed from which it can still stop at the target.
        const double room = maximum(0.0, magnitude(distance) - 0.5 * magnitude(speed));
        const double stopping = std::sqrt(2.0 * acceleration * room);
        const double wanted =
            clamp(sign(distance) * minimum(stopping, magnitude(distance)), -up, down);
        speed = clamp(wanted, speed - acceleration, speed + acceleration);
        const bool arrives =
            magnitude(distance) <= acceleration && magnitude(speed) <= 2.0 * acceleration;
        if (arrives) {
            position = target;
            speed = 0.0;
            return;
        }
        position = clamp(position + speed, 0.0, 1.0);
    }
};

}  // namespace ghostcar::model
