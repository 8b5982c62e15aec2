// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::model {

enum class EngineMode : std::int64_t { off = 0, cranking = 1, running = 2, stalled = 3 };

/// Everything the longitudinal car carries from one tick to the next, plus what others want to
/// see of the tick. Eight-byte members only: State is hashed word by word.
struct LongitudinalState {
    double distance_m = 0.0;
    double speed_mps = 0.0;
    double acceleration_mps2 = 0.0;
    double engine_speed_radps = 0.0;
    double engine_torque_nm = 0.0;    // net torque at the flywheel (with the starter's)
    double charge_torque_nm = 0.0;    // what the cylinders' filling allows: after the manifold lag
    double governor_torque_nm = 0.0;  // the idle governor's integral part
    double clutch_torque_nm = 0.0;    // through the clutch, + drives the car forward
    double brake_force_n = 0.0;       // what the brake takes from the road, never negative
    EngineMode engine = EngineMode::off;
    std::int64_t cranking_ticks = 0;
    std::int64_t gear = 0;            // engaged gear, not the lever
    std::int64_t lever = 0;           // where the lever was in this tick
    std::uint64_t clutch_locked = 0;  // 1: engine and input shaft turn as one
    std::uint64_t fuel_cut = 0;       // 1: overrun fuel cut is active
    std::uint64_t stalls = 0;
    std::uint64_t blocked_shifts = 0;  // lever moves the gearbox refused
};

}  // namespace ghostcar::model
