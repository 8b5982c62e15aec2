// SPDX-License-Identifier: Apache-2.0
// The robot's three legs and its hand: where they are, where they want to be, and how fast they
// get there. Electric actuators do not jump.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/config/table_reader.h"
#include "model/driver/leg_motion.h"
#include "model/vehicle/controls.h"

namespace ghostcar::model {

/// What the robot does to the car: the far side of the pedal and lever wires.
struct RobotOutput {
    double accelerator = 0.0;  // leg, 0 pedal untouched … 1 at its stop
    double brake = 0.0;
    double clutch = 0.0;
    std::int64_t lever = 0;  // gate the lever is in; 0: neutral or between the gates
    Key key = Key::off;
};

/// Where they want to be.
struct LimbTargets {
    double accelerator = 0.0;
    double brake = 0.0;
    double clutch = 0.0;
    double clutch_up_per_tick = 1.0;  // a slower way up, for a gentle engagement
    std::int64_t lever = 0;
};

/// The longest delay a limb can have, in ticks.
constexpr std::size_t longest_limb_delay = 32;

/// Where legs and hand are in one tick, and the hand's way.
struct LimbState {
    RobotOutput at;
    std::int64_t hand_target = 0;
    std::int64_t hand_ticks = 0;  // until the hand arrives at its target
    // Only with limits beyond speed: the legs' own motion, and the targets on their way to them.
    std::array<LegMotion, 3> legs{};
    std::array<LimbTargets, longest_limb_delay> under_way{};
    std::size_t newest = 0;
};

class RobotLimbs {
public:
    struct Speeds {
        double accelerator_per_s;  // share of the travel per second, both ways
        double brake_per_s;
        double clutch_down_per_s;  // fast …
        double clutch_up_per_s;    // … and the fastest way up
        double lever_travel_s;     // from one gate to another
    };

    /// What else keeps real actuators from being where they should; 0: nothing.
    struct Limits {
        double acceleration_per_s2 = 0.0;  // of each leg
        std::int64_t delay_ticks = 0;      // from target to motion
        double resolution = 0.0;           // smallest step of a leg
    };

    explicit RobotLimbs(const Speeds& speeds) noexcept : RobotLimbs(speeds, Limits{}) {}
    RobotLimbs(const Speeds& speeds, const Limits& limits) noexcept;

    /// Reads the table [driver.limbs]: the speeds, and the limits that are given.
    static RobotLimbs from_toml(TableReader& reader);

    /// One tick toward the targets. The key is the caller's.
    void move(LimbState& limbs, const LimbTargets& targets) const noexcept;

private:
    void move_legs(LimbState& limbs, const LimbTargets& targets) const noexcept;
    void move_leg(LegMotion& leg, double& at, double target, double down, double up) const noexcept;
    void move_hand(LimbState& limbs, std::int64_t lever) const noexcept;
    [[nodiscard]] double in_steps(double position) const noexcept;

    double accelerator_per_tick_;
    double brake_per_tick_;
    double clutch_down_per_tick_;
    double clutch_up_per_tick_;
    std::int64_t lever_travel_ticks_;
    double acceleration_per_tick2_;
    std::size_t delay_ticks_;
    double resolution_;
    double steps_per_travel_;
    bool has_limits_;
};

}  // namespace ghostcar::model
