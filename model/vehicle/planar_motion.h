// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ghostcar::model {

/// A rigid body on a plane, by its centre of gravity (ISO 8855: x forward, y left, yaw + left).
/// Eight-byte members only: part of State.
struct PlanarMotion {
    double x_m = 0.0;  // world frame
    double y_m = 0.0;
    double yaw_rad = 0.0;
    double forward_mps = 0.0;  // body frame
    double left_mps = 0.0;
    double yaw_rate_radps = 0.0;
    double x_rest_m = 0.0;  // what rounding left out of x_m and y_m: a long straight stays straight
    double y_rest_m = 0.0;
};

}  // namespace ghostcar::model
