// SPDX-License-Identifier: Apache-2.0
// Whoever stands on the far side of the wires: the robot of a list of phases, the one that drives a
// cycle, or the one that learns a car. Each with what it carries from tick to tick.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "model/driver/cycle_driver/cycle_driver.h"
#include "model/driver/cycle_driver/learning_run.h"
#include "model/driver/pedal_robot.h"

namespace ghostcar::model {

class BenchRobot {
public:
    explicit BenchRobot(const PedalRobot& robot) : robot_(Phases{robot, {}}) {}
    explicit BenchRobot(const LearningRun& run) : robot_(Learns{run, {}}) {}
    BenchRobot(const std::shared_ptr<const DriveCycle>& cycle, const LearnedCar& car,
               const RobotSetup& setup)
        : robot_(Drives{cycle, CycleDriver(*cycle, car, setup), {}}) {
        reset();
    }

    /// To the starting pose.
    void reset() noexcept {
        if (Phases* phases = std::get_if<Phases>(&robot_)) phases->state = {};
        if (Drives* drives = std::get_if<Drives>(&robot_)) drives->state = drives->driver.initial();
        if (Learns* learns = std::get_if<Learns>(&robot_)) learns->state = {};
    }

    /// One tick: reads the gauges, moves legs and hand.
    void step(const GaugeReading& gauge) noexcept {
        if (Phases* phases = std::get_if<Phases>(&robot_)) {
            phases->robot.step(phases->state, gauge);
        } else if (Drives* drives = std::get_if<Drives>(&robot_)) {
            drives->driver.step(drives->state, gauge);
        } else if (Learns* learns = std::get_if<Learns>(&robot_)) {
            learns->run.step(learns->state, gauge);
        }
    }

    /// Where legs and hand are.
    [[nodiscard]] const RobotOutput& at() const noexcept {
        if (const Phases* robot = std::get_if<Phases>(&robot_)) return robot->state.limbs.at;
        if (const Drives* robot = std::get_if<Drives>(&robot_)) return robot->state.limbs.at;
        return std::get_if<Learns>(&robot_)->state.limbs.at;
    }

    // Off the tick: who it is, or nullptr.
    struct Phases {
        PedalRobot robot;
        PedalRobotState state;
    };
    struct Drives {
        std::shared_ptr<const DriveCycle> cycle;  // the driver looks at it
        CycleDriver driver;
        CycleDriverState state;
    };
    struct Learns {
        LearningRun run;
        LearningState state;
    };
    [[nodiscard]] const Phases* phases() const noexcept { return std::get_if<Phases>(&robot_); }
    [[nodiscard]] const Drives* drives() const noexcept { return std::get_if<Drives>(&robot_); }
    [[nodiscard]] const Learns* learns() const noexcept { return std::get_if<Learns>(&robot_); }

    /// "" or why it gave up.
    [[nodiscard]] std::string trouble() const {
        if (phases() != nullptr && phases()->state.gave_up_phase >= 0)
            return "the robot gave up in phase " + std::to_string(phases()->state.gave_up_phase) +
                   " of the drive";
        return {};
    }

private:
    std::variant<Phases, Drives, Learns> robot_;
};

}  // namespace ghostcar::model
