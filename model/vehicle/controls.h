// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::model {

/// Positions of the ignition key.
enum class Key : std::int64_t { off = 0, on = 1, start = 2 };

/// What the driver does with the car during one tick. Eight-byte members only: Controls are part
/// of Inputs and State, which are hashed word by word.
struct Controls {
    double accelerator = 0.0;  // 0 released … 1 fully pressed
    double brake = 0.0;        // 0 released … 1 fully pressed
    double clutch = 0.0;       // 0 released (engaged) … 1 fully pressed (open)
    std::int64_t gear = 0;     // lever: -1 reverse, 0 neutral, 1…6
    Key key = Key::off;
    double steer = 0.0;  // -1 full right … 1 full left
};

/// What the road and the air do to the car during one tick.
struct Environment {
    double grade = 0.0;         // rise over run, + uphill
    double headwind_mps = 0.0;  // + against the car's forward direction
};

}  // namespace ghostcar::model
