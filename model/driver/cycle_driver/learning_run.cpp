// SPDX-License-Identifier: Apache-2.0
#include "model/driver/cycle_driver/learning_run.h"

#include "model/driver/cycle_driver/learning_tick.h"
#include "model/math/numeric.h"

namespace ghostcar::model {
namespace {

constexpr std::int64_t longest_step_ticks = 120'000;
constexpr double started_rpm = 500.0;
constexpr double clutch_closing_per_tick = 0.8 * tick_s;

}  // namespace

LearningRun::LearningRun(const RobotSetup& setup) noexcept
    : setup_(setup), base_gear_(setup.gears >= 2 ? 2 : 1) {
    add({LearningAction::start_engine});
    add({LearningAction::idle});
    add({LearningAction::touch, 1});
    for (int repeat = 0; repeat < 3; ++repeat) {
        add({LearningAction::stop});
        add({LearningAction::clutch_curve, 1});
    }
    for (std::int64_t gear = 1; gear <= setup_.gears; ++gear) {
        if (gear > 1) add({LearningAction::shift, gear});
        add({LearningAction::pull, gear});
        if (gear != base_gear_) continue;
        for (std::size_t i = 0; i < LearnedCar::accelerators.size(); ++i) {
            add({LearningAction::map, gear, i});
        }
    }
    constexpr std::array<double, LearningRecord::coast_windows> shares{0.9, 0.7, 0.5, 0.33, 0.17};
    add({LearningAction::speed_up, setup_.gears, 0, setup_.highest_kph * shares[0]});
    for (std::size_t i = 0; i < shares.size(); ++i) {
        add({LearningAction::coast, 0, i, setup_.highest_kph * shares[i]});
    }
    for (const double per_s : {0.03, 0.08}) {
        add({LearningAction::stop});
        add({LearningAction::pull_away, 1});
        for (std::int64_t gear = 2; gear <= setup_.gears && gear <= 3; ++gear) {
            add({LearningAction::shift, gear});
        }
        add({LearningAction::speed_up, 3, 0, setup_.highest_kph * 0.6});
        add({LearningAction::brake_ramp, 0, 0, 0.0, per_s});
    }
    add({LearningAction::stop});
}

void LearningRun::add(const LearningStep& step) noexcept {
    if (step_count_ < most_steps) steps_[step_count_++] = step;
}

void LearningRun::step(LearningState& robot, const GaugeReading& gauge) const noexcept {
    double& oldest = robot.past_kph[robot.past_index];
    robot.acceleration_mps2 = (gauge.speed_kph - oldest) * mps_per_kph /
                              (tick_s * static_cast<double>(robot.past_kph.size()));
    oldest = gauge.speed_kph;
    robot.past_index = robot.past_index + 1 < robot.past_kph.size() ? robot.past_index + 1 : 0;

    const RobotOutput& at = robot.limbs.at;
    Tick tick{robot, gauge, {at.accelerator, at.brake, at.clutch, 1.0, robot.limbs.hand_target}};
    const LearningStep final_stop;
    const bool over = finished(robot);
    const bool done = act(over ? final_stop : steps_[robot.step], tick);
    setup_.limbs.move(robot.limbs, tick.targets);
    ++robot.stage_ticks;
    ++robot.step_ticks;
    if (over) return;
    const bool late = robot.step_ticks >= longest_step_ticks;
    if (!done && !late) return;
    if (!done) robot.gave_up_step = static_cast<std::int64_t>(robot.step);
    robot.step = done ? robot.step + 1 : step_count_;
    robot.stage = 0;
    robot.stage_ticks = 0;
    robot.step_ticks = 0;
    robot.integral = 0.0;
}

bool LearningRun::act(const LearningStep& step, Tick& tick) const noexcept {
    switch (step.action) {
        case LearningAction::start_engine:
            return start_engine(tick);
        case LearningAction::idle:
            return idle(tick);
        case LearningAction::touch:
            return touch(tick);
        case LearningAction::clutch_curve:
            return clutch_curve(tick);
        case LearningAction::pull_away:
            return pull_away(tick);
        case LearningAction::shift:
            return shift(step, tick);
        case LearningAction::pull:
            return pull(step, tick);
        case LearningAction::map:
            return map(step, tick);
        case LearningAction::speed_up:
            return speed_up(step, tick);
        case LearningAction::coast:
            return coast(step, tick);
        case LearningAction::brake_ramp:
            return brake_ramp(step, tick);
        case LearningAction::stop:
            return stop(tick);
    }
    return true;
}

/// Clutch down, gear out, clutch up again. True when the car rolls freely.
bool LearningRun::into_neutral(Tick& tick) const noexcept {
    const bool neutral = lever_is_in(tick.robot.limbs, 0);
    tick.targets.accelerator = 0.0;
    tick.targets.clutch = neutral ? 0.0 : 1.0;
    if (tick.robot.limbs.at.clutch >= 1.0) tick.targets.lever = 0;
    return neutral && tick.robot.limbs.at.clutch <= 0.0;
}

/// At rest: clutch down, then first gear; in it the next stage begins.
void LearningRun::into_first(Tick& tick) const noexcept {
    tick.targets = {0.0, setup_.rest_brake, 1.0, 1.0, tick.targets.lever};
    if (tick.robot.limbs.at.clutch >= 1.0) tick.targets.lever = 1;
    if (lever_is_in(tick.robot.limbs, 1)) tick.next_stage();
}

/// The accelerator holds an engine speed while the clutch is open or slips.
void LearningRun::hold_engine(Tick& tick, double rpm) const noexcept {
    const double missing_krpm = (rpm - tick.gauge.engine_rpm) * 0.001;
    tick.robot.integral = clamp(tick.robot.integral + 0.3 * missing_krpm * tick_s, 0.0, 0.6);
    tick.targets.accelerator = clamp(tick.robot.integral + 0.15 * missing_krpm, 0.0, 1.0);
}

void LearningRun::close_clutch(Tick& tick) const noexcept {
    const double clutch = tick.robot.limbs.at.clutch;
    const double above = tick.touch() + 0.02;
    tick.targets.clutch = clutch > above ? above : 0.0;
    tick.targets.clutch_up_per_tick = clutch > above ? 1.0 : clutch_closing_per_tick;
}

/// About 2 m/s², whatever the brake is like.
void LearningRun::slow_down(Tick& tick) const noexcept {
    const double missing_mps2 = 2.0 + tick.robot.acceleration_mps2;
    tick.robot.integral = clamp(tick.robot.integral + 0.05 * missing_mps2 * tick_s, 0.0, 0.5);
    tick.targets.accelerator = 0.0;
    tick.targets.brake = tick.robot.integral;
}

bool LearningRun::start_engine(Tick& tick) const noexcept {
    tick.targets = {0.0, setup_.rest_brake, 1.0, 1.0, 0};
    Key& key = tick.robot.limbs.at.key;
    if (tick.robot.stage == 0) {
        key = Key::on;
        if (tick.robot.limbs.at.clutch >= 1.0 && lever_is_in(tick.robot.limbs, 0)) {
            tick.next_stage();
        }
        return false;
    }
    key = tick.gauge.engine_rpm < started_rpm ? Key::start : Key::on;
    return key == Key::on;
}

bool LearningRun::pull_away(Tick& tick) const noexcept {
    LearningState& robot = tick.robot;
    if (robot.stage == 0) {
        into_first(tick);
        return false;
    }
    tick.targets.brake = 0.0;
    hold_engine(tick, 1.8 * tick.idle_rpm());
    if (robot.stage == 1) {
        tick.targets.clutch = tick.touch() + 0.02;
        if (robot.stage_ticks > 800) tick.next_stage();
        return false;
    }
    tick.targets.clutch = 0.0;
    tick.targets.clutch_up_per_tick = 2.0 * clutch_curve_per_tick;
    if (tick.gauge.speed_kph > 7.0) close_clutch(tick);
    return robot.limbs.at.clutch <= 0.0;
}

bool LearningRun::shift(const LearningStep& step, Tick& tick) const noexcept {
    LearningState& robot = tick.robot;
    tick.targets.brake = 0.0;
    tick.targets.accelerator = 0.0;
    if (robot.stage == 0) {
        tick.targets.clutch = 1.0;
        if (robot.limbs.at.clutch >= 1.0) tick.targets.lever = step.gear;
        if (lever_is_in(robot.limbs, step.gear)) tick.next_stage();
        return false;
    }
    tick.targets.clutch = 1.0;
    if (robot.stage_ticks > 50) {  // the switches at the lever have settled
        close_clutch(tick);
        tick.targets.accelerator = 0.1;
    }
    return robot.stage_ticks > 50 && robot.limbs.at.clutch <= 0.0;
}

bool LearningRun::speed_up(const LearningStep& step, Tick& tick) const noexcept {
    tick.targets.brake = 0.0;
    tick.targets.clutch = 0.0;
    tick.targets.accelerator = tick.gauge.engine_rpm < setup_.highest_rpm ? 0.7 : 0.2;
    constexpr std::int64_t patience_ticks = 60'000;  // a weak car: as fast as it gets
    return tick.gauge.speed_kph >= step.kph || tick.robot.stage_ticks > patience_ticks;
}

bool LearningRun::stop(Tick& tick) const noexcept {
    Key& key = tick.robot.limbs.at.key;
    if (key == Key::start) key = Key::on;  // gave up starting
    const bool rolls = into_neutral(tick);
    if (!tick.standing()) {
        slow_down(tick);
        return false;
    }
    tick.targets.brake = setup_.rest_brake;
    return rolls && tick.robot.limbs.at.brake >= 0.95 * setup_.rest_brake;
}

LearnedCar LearningRun::result(const LearningState& robot) const {
    return fit(robot.record, setup_.gears, base_gear_, gain_accelerator);
}

}  // namespace ghostcar::model
