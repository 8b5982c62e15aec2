// SPDX-License-Identifier: Apache-2.0
#include "model/driver/pedal_robot.h"

#include <limits>
#include <string>

#include "model/math/numeric.h"
#include "model/tick.h"

namespace ghostcar::model {
namespace {

void next_stage(PedalRobotState& robot) noexcept {
    ++robot.stage;
    robot.stage_ticks = 0;
}

bool clutch_is_down(const PedalRobotState& robot) noexcept {
    return robot.limbs.at.clutch >= 1.0;
}

bool lever_is_in(const PedalRobotState& robot, std::int64_t gear) noexcept {
    return robot.limbs.at.lever == gear && robot.limbs.hand_ticks == 0;
}

/// The gauge's converter shows exactly 0 below half a step.
bool is_standing(const GaugeReading& gauge) noexcept {
    return gauge.speed_kph <= 0.0;
}

}  // namespace

PedalRobot::PedalRobot(const RobotLimbs& limbs, const Parameters& parameters) noexcept
    : limbs_(limbs), parameters_(parameters) {
    final_stop_.action = RobotAction::stop;
    final_stop_.brake = parameters.give_up_brake;
    final_stop_.speed_kph = std::numeric_limits<double>::max();  // clutch down at any speed
    final_stop_.timeout_ticks = std::numeric_limits<std::int64_t>::max();
}

PedalRobot PedalRobot::from_toml(TableReader& reader) {
    const auto pedal = Range::between(0.0, 1.0);
    Parameters parameters{};
    parameters.clutch_slow_from = reader.number("clutch_slow_from", pedal);
    parameters.clutch_slow_to =
        reader.number("clutch_slow_to", Range::between(0.0, parameters.clutch_slow_from));
    parameters.lowest_engine_rpm =
        reader.number("lowest_engine_rpm", Range::between(0.0, 20'000.0));
    const auto gain = Range::between(0.0, 10.0);
    parameters.accelerator_per_krpm = reader.number("accelerator_per_krpm", gain);
    parameters.hold_accelerator_per_kph = reader.number("hold_accelerator_per_kph", gain);
    parameters.hold_accelerator_per_kph_s = reader.number("hold_accelerator_per_kph_s", gain);
    parameters.rest_brake = reader.number("rest_brake", pedal);
    parameters.give_up_brake = reader.number("give_up_brake", pedal);

    TableReader limbs = reader.table("limbs");
    PedalRobot robot(RobotLimbs::from_toml(limbs), parameters);
    limbs.finish();

    const double timeout_s = reader.number("phase_timeout_s", Range::positive());
    for (TableReader& phase : reader.tables("phase")) {
        if (!robot.add_phase(RobotPhase::from_toml(phase, timeout_s))) {
            reader.fail("phase", "too many phases",
                        "write at most " + std::to_string(largest_phase_count));
        }
    }
    return robot;
}

std::int64_t PedalRobot::highest_gear() const noexcept {
    std::int64_t highest = 0;
    for (std::size_t index = 0; index < phase_count_; ++index)
        highest = phases_[index].gear > highest ? phases_[index].gear : highest;
    return highest;
}

bool PedalRobot::add_phase(const RobotPhase& phase) noexcept {
    if (phase_count_ == largest_phase_count) return false;
    phases_[phase_count_++] = phase;
    return true;
}

void PedalRobot::step(PedalRobotState& robot, const GaugeReading& gauge) const noexcept {
    const RobotPhase& phase =
        finished(robot) ? final_stop_ : phases_[static_cast<std::size_t>(robot.phase)];
    const RobotOutput& at = robot.limbs.at;
    LimbTargets targets{at.accelerator, at.brake, at.clutch, 1.0, robot.limbs.hand_target};
    const bool done = act(phase, robot, gauge, targets);
    limbs_.move(robot.limbs, targets);

    ++robot.phase_ticks;
    ++robot.stage_ticks;
    const bool timed_out = robot.phase_ticks >= phase.timeout_ticks;
    if (finished(robot) || (!done && !timed_out)) return;
    if (!done) robot.gave_up_phase = robot.phase;
    robot.phase = done ? robot.phase + 1 : static_cast<std::int64_t>(phase_count_);
    robot.phase_ticks = 0;
    robot.stage = 0;
    robot.stage_ticks = 0;
}

bool PedalRobot::act(const RobotPhase& phase, PedalRobotState& robot, const GaugeReading& gauge,
                     LimbTargets& targets) const noexcept {
    switch (phase.action) {
        case RobotAction::start_engine:
            return start_engine(phase, robot, gauge, targets);
        case RobotAction::pull_away:
            return pull_away(phase, robot, gauge, targets);
        case RobotAction::accelerate:
            targets.brake = 0.0;
            targets.clutch = 0.0;
            targets.accelerator = phase.accelerator;
            return gauge.speed_kph >= phase.speed_kph;
        case RobotAction::shift:
            return shift(phase, robot, gauge, targets);
        case RobotAction::hold:
            return hold(phase, robot, gauge, targets);
        case RobotAction::brake:
            return brake(phase, robot, gauge, targets);
        case RobotAction::stop:
            return stop(phase, robot, gauge, targets);
        case RobotAction::wait:
            return robot.phase_ticks >= phase.duration_ticks;
    }
    return true;
}

bool PedalRobot::start_engine(const RobotPhase& phase, PedalRobotState& robot,
                              const GaugeReading& gauge, LimbTargets& targets) const noexcept {
    targets.accelerator = 0.0;
    targets.brake = parameters_.rest_brake;
    targets.clutch = 1.0;
    targets.lever = 0;
    Key& key = robot.limbs.at.key;
    if (robot.stage == 0) {  // clutch down and neutral first: the car must not jump
        key = Key::on;
        if (clutch_is_down(robot) && lever_is_in(robot, 0)) next_stage(robot);
    } else if (robot.stage == 1) {
        key = Key::start;
        if (gauge.engine_rpm >= phase.engine_rpm) next_stage(robot);
    } else {
        key = Key::on;
        return robot.stage_ticks >= phase.duration_ticks;
    }
    return false;
}

bool PedalRobot::pull_away(const RobotPhase& phase, PedalRobotState& robot,
                           const GaugeReading& gauge, LimbTargets& targets) const noexcept {
    if (robot.stage == 0) {  // gear in, clutch down, brake as it is
        targets.accelerator = 0.0;
        targets.clutch = 1.0;
        if (clutch_is_down(robot)) targets.lever = phase.gear;
        if (lever_is_in(robot, phase.gear)) next_stage(robot);
        return false;
    }
    // The accelerator keeps the engine near its aim while the clutch takes torque from it.
    const double missing_krpm = (phase.engine_rpm - gauge.engine_rpm) * 0.001;
    targets.accelerator =
        clamp(phase.accelerator + parameters_.accelerator_per_krpm * missing_krpm, 0.0, 1.0);
    if (robot.stage == 1) {  // clutch fast to just above the bite point, wait for the engine
        targets.clutch = parameters_.clutch_slow_from;
        if (robot.limbs.at.clutch <= parameters_.clutch_slow_from &&
            gauge.engine_rpm >= phase.engine_rpm) {
            next_stage(robot);
        }
        return false;
    }
    targets.brake = 0.0;
    return raise_clutch(phase, robot, gauge, targets);
}

bool PedalRobot::shift(const RobotPhase& phase, PedalRobotState& robot, const GaugeReading& gauge,
                       LimbTargets& targets) const noexcept {
    targets.brake = 0.0;
    targets.accelerator = 0.0;
    targets.clutch = 1.0;
    if (robot.stage == 0) {
        if (clutch_is_down(robot)) next_stage(robot);
        return false;
    }
    targets.lever = phase.gear;
    if (robot.stage == 1) {
        if (lever_is_in(robot, phase.gear)) next_stage(robot);
        return false;
    }
    // The accelerator comes back when the clutch has something to carry.
    if (robot.limbs.at.clutch <= parameters_.clutch_slow_from) {
        targets.accelerator = phase.accelerator;
    }
    return raise_clutch(phase, robot, gauge, targets);
}

bool PedalRobot::raise_clutch(const RobotPhase& phase, const PedalRobotState& robot,
                              const GaugeReading& gauge, LimbTargets& targets) const noexcept {
    const double clutch = robot.limbs.at.clutch;
    if (clutch > parameters_.clutch_slow_from) {
        targets.clutch = parameters_.clutch_slow_from;
    } else if (clutch > parameters_.clutch_slow_to) {
        const bool engine_suffers = gauge.engine_rpm < parameters_.lowest_engine_rpm;
        targets.clutch = engine_suffers ? clutch : parameters_.clutch_slow_to;
        targets.clutch_up_per_tick = phase.clutch_up_per_tick;
    } else {
        targets.clutch = 0.0;
    }
    return clutch <= 0.0;
}

bool PedalRobot::hold(const RobotPhase& phase, PedalRobotState& robot, const GaugeReading& gauge,
                      LimbTargets& targets) const noexcept {
    targets.brake = 0.0;
    targets.clutch = 0.0;
    const double missing_kph = phase.speed_kph - gauge.speed_kph;
    const double proportional = parameters_.hold_accelerator_per_kph * missing_kph;
    if (robot.stage == 0) {  // begins with the leg where it is: no step in the accelerator
        robot.integral = clamp(robot.limbs.at.accelerator - proportional, 0.0, 1.0);
        next_stage(robot);
    }
    // The integral stays within the pedal's travel, so it cannot wind up.
    robot.integral = clamp(
        robot.integral + parameters_.hold_accelerator_per_kph_s * tick_s * missing_kph, 0.0, 1.0);
    targets.accelerator = clamp(robot.integral + proportional, 0.0, 1.0);
    return robot.phase_ticks >= phase.duration_ticks;
}

bool PedalRobot::brake(const RobotPhase& phase, const PedalRobotState& robot,
                       const GaugeReading& gauge, LimbTargets& targets) const noexcept {
    targets.accelerator = 0.0;
    targets.brake = phase.brake;
    const bool engine_suffers = gauge.engine_rpm < parameters_.lowest_engine_rpm;
    targets.clutch = engine_suffers ? 1.0 : robot.limbs.at.clutch;
    return gauge.speed_kph <= phase.speed_kph;
}

bool PedalRobot::stop(const RobotPhase& phase, PedalRobotState& robot, const GaugeReading& gauge,
                      LimbTargets& targets) const noexcept {
    targets.accelerator = 0.0;
    if (robot.limbs.at.key == Key::start) robot.limbs.at.key = Key::on;
    if (robot.stage == 0) {
        const bool in_neutral = lever_is_in(robot, 0);
        targets.brake = is_standing(gauge) ? parameters_.rest_brake : phase.brake;
        if (gauge.speed_kph < phase.speed_kph && !in_neutral) targets.clutch = 1.0;
        if (is_standing(gauge) && (in_neutral || clutch_is_down(robot))) next_stage(robot);
        return false;
    }
    targets.brake = parameters_.rest_brake;
    targets.lever = 0;
    if (robot.stage == 1) {
        if (lever_is_in(robot, 0)) next_stage(robot);
        return false;
    }
    targets.clutch = 0.0;  // in neutral the leg may rest
    return robot.limbs.at.clutch <= 0.0;
}

}  // namespace ghostcar::model
