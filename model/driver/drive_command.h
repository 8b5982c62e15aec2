// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::model {

/// What a driver tells the car, once in a control period.
struct DriveCommand {
    double steer = 0.0;        // -1 … 1 of the steering's limit, + is left
    double accelerator = 0.0;  // 0 … 1
    double brake = 0.0;        // 0 … 1
    std::int64_t gear = 0;     // 0: the car shifts itself
};

}  // namespace ghostcar::model
