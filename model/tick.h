// SPDX-License-Identifier: Apache-2.0
// Time is a tick number: simulation time = tick * 1 ms, exactly.
#pragma once

namespace ghostcar::model {

constexpr double tick_s = 0.001;

}  // namespace ghostcar::model
