// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ghostcar::model {

/// Where a body is on the plane and how it moves: all that a contact reads and changes. A contact
/// never turns a body by itself, so sine and cosine of the yaw angle are enough.
struct BodyMotion {
    double x_m;  // centre of gravity
    double y_m;
    double sine_yaw;
    double cosine_yaw;
    double velocity_x_mps;  // along the world's axes, not the car's
    double velocity_y_mps;
    double yaw_rate_radps;
};

}  // namespace ghostcar::model
