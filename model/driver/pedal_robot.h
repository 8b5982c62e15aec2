// SPDX-License-Identifier: Apache-2.0
// A pedal robot as the bench paper describes it: three legs and a hand that drive a car through a
// list of phases, knowing nothing of it but the two gauges. It stands on the far side of the wires:
// State never contains it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/config/table_reader.h"
#include "model/driver/robot_limbs.h"
#include "model/driver/robot_phase.h"

namespace ghostcar::model {

/// All the robot gets to know of the car.
struct GaugeReading {
    double engine_rpm = 0.0;
    double speed_kph = 0.0;
};

/// What the robot carries from tick to tick.
struct PedalRobotState {
    LimbState limbs;
    std::int64_t phase = 0;        // index into the list; its length: all done
    std::int64_t phase_ticks = 0;  // ticks in this phase
    std::int64_t stage = 0;        // step within the phase
    std::int64_t stage_ticks = 0;
    double integral = 0.0;            // hold: the controller's integral part
    std::int64_t gave_up_phase = -1;  // the phase that timed out, before the robot stopped the car
};

class PedalRobot {
public:
    static constexpr std::size_t largest_phase_count = 64;

    struct Parameters {
        double clutch_slow_from;   // clutch comes up fast to here (just above the bite point) …
        double clutch_slow_to;     // … slowly to here, and fast again
        double lowest_engine_rpm;  // below it the clutch stops coming up, or goes down
        double accelerator_per_krpm;      // pull_away: accelerator per 1000 1/min of missing speed
        double hold_accelerator_per_kph;  // hold: proportional gain
        double hold_accelerator_per_kph_s;  // hold: integral gain
        double rest_brake;                  // brake pedal at standstill
        double give_up_brake;               // brake pedal after a time-out or the last phase
    };

    PedalRobot(const RobotLimbs& limbs, const Parameters& parameters) noexcept;

    /// Reads the session's [driver] table (all but `kind`), its limbs and its phases.
    static PedalRobot from_toml(TableReader& reader);

    /// False when the list is full.
    bool add_phase(const RobotPhase& phase) noexcept;

    /// One tick. After the last phase, and after a time-out, the robot brakes to a standstill,
    /// takes the gear out and stays there. What it does to the car is robot.limbs.at.
    void step(PedalRobotState& robot, const GaugeReading& gauge) const noexcept;

    [[nodiscard]] std::size_t phase_count() const noexcept { return phase_count_; }
    /// The highest gear that any phase asks for.
    [[nodiscard]] std::int64_t highest_gear() const noexcept;
    [[nodiscard]] bool finished(const PedalRobotState& robot) const noexcept {
        return robot.phase >= static_cast<std::int64_t>(phase_count_);
    }

private:
    // Each action sets the targets of one tick and returns true when it is done.
    bool act(const RobotPhase& phase, PedalRobotState& robot, const GaugeReading& gauge,
             LimbTargets& targets) const noexcept;
    bool start_engine(const RobotPhase& phase, PedalRobotState& robot, const GaugeReading& gauge,
                      LimbTargets& targets) const noexcept;
    bool pull_away(const RobotPhase& phase, PedalRobotState& robot, const GaugeReading& gauge,
                   LimbTargets& targets) const noexcept;
    bool shift(const RobotPhase& phase, PedalRobotState& robot, const GaugeReading& gauge,
               LimbTargets& targets) const noexcept;
    bool hold(const RobotPhase& phase, PedalRobotState& robot, const GaugeReading& gauge,
              LimbTargets& targets) const noexcept;
    bool brake(const RobotPhase& phase, const PedalRobotState& robot, const GaugeReading& gauge,
               LimbTargets& targets) const noexcept;
    bool stop(const RobotPhase& phase, PedalRobotState& robot, const GaugeReading& gauge,
              LimbTargets& targets) const noexcept;
    bool raise_clutch(const RobotPhase& phase, const PedalRobotState& robot,
                      const GaugeReading& gauge, LimbTargets& targets) const noexcept;

    RobotLimbs limbs_;
    Parameters parameters_;
    RobotPhase final_stop_;
    std::array<RobotPhase, largest_phase_count> phases_{};
    std::size_t phase_count_ = 0;
};

}  // namespace ghostcar::model
