// SPDX-License-Identifier: Apache-2.0
// What the learning run measures, and how it drives to measure it.
#include "model/driver/cycle_driver/learning_tick.h"
#include "model/math/numeric.h"

namespace ghostcar::model {
namespace {

constexpr std::int64_t stretch_ticks = 300;             // over which an acceleration is measured
constexpr std::int64_t settling_ticks = 500;            // after the accelerator has moved
constexpr std::int64_t longest_run_ticks = 8'000;       // at one accelerator position …
constexpr std::int64_t longest_overrun_ticks = 30'000;  // … and with none
constexpr double steady_mps2 = 0.03;
constexpr double clutch_search_per_tick = 0.08 * tick_s;

}  // namespace

bool LearningRun::idle(Tick& tick) const noexcept {
    tick.targets = {0.0, setup_.rest_brake, 0.0, 1.0, 0};
    constexpr std::int64_t settle = 5'000;
    if (tick.robot.stage_ticks > settle) tick.robot.record.idle.add(tick.gauge.engine_rpm, 0.0);
    return tick.robot.stage_ticks > settle + 1'000;
}

bool LearningRun::touch(Tick& tick) const noexcept {
    if (tick.robot.stage == 0) {
        into_first(tick);
        return false;
    }
    tick.targets.brake = 0.0;
    hold_engine(tick, 1.6 * tick.idle_rpm());
    if (tick.robot.stage == 1) {
        if (tick.robot.stage_ticks > 1'500) tick.next_stage();
        return false;
    }
    tick.targets.clutch = 0.0;
    tick.targets.clutch_up_per_tick = clutch_search_per_tick;
    if (tick.standing()) return false;
    tick.robot.record.touch = {};
    tick.robot.record.touch.add(tick.robot.limbs.at.clutch, 0.0);
    return true;
}

bool LearningRun::clutch_curve(Tick& tick) const noexcept {
    LearningState& robot = tick.robot;
    if (robot.stage == 0) {
        into_first(tick);
        return false;
    }
    tick.targets.brake = 0.0;
    hold_engine(tick, 1.6 * tick.idle_rpm());
    if (robot.stage == 1) {  // just short of the touch point, and wait for the engine
        tick.targets.clutch = tick.touch() + 0.03;
        if (robot.stage_ticks > 1'500) {
            tick.next_stage();
            tick.begin_stretch();
            robot.stretch_pedal = robot.limbs.at.clutch;
        }
        return false;
    }
    if (robot.stage == 2) {
        tick.targets.clutch = 0.0;
        tick.targets.clutch_up_per_tick = clutch_curve_per_tick;
        constexpr std::int64_t curve_ticks = 150;
        if (++robot.stretch_ticks >= curve_ticks) {
            const double rate = (tick.gauge.speed_kph - robot.stretch_kph) * mps_per_kph /
                                (tick_s * static_cast<double>(curve_ticks));
            const double pedal = 0.5 * (robot.stretch_pedal + robot.limbs.at.clutch);
            if (robot.stretch_kph > 0.0) {
                robot.record.clutch[static_cast<std::size_t>(to_integer(pedal * 100.0, 0, 100))]
                    .add(pedal, rate);
            } else if (tick.gauge.speed_kph > 0.0) {
                // Slower than the search: tells the touch point better.
                robot.record.touch.add(pedal, 0.0);
            }
            tick.begin_stretch();
            robot.stretch_pedal = robot.limbs.at.clutch;
        }
        // The slip ends somewhere below the engine speed that is held.
        if (tick.gauge.speed_kph > 7.0) tick.next_stage();
        return false;
    }
    close_clutch(tick);
    return robot.limbs.at.clutch <= 0.0 && robot.stage_ticks > 1'000;
}

/// Writes down stretches of acceleration in gear. True when nothing changes any more.
bool LearningRun::measure_pull(Tick& tick, std::size_t gear,
                               std::array<RateBin, LearnedCar::speed_points>& bins) const noexcept {
    LearningState& robot = tick.robot;
    if (robot.stage_ticks < settling_ticks) {
        tick.begin_stretch();
        robot.steady_stretches = 0;
        return false;
    }
    robot.record.rpm_times_kph[gear] += tick.gauge.engine_rpm * tick.gauge.speed_kph;
    robot.record.kph_squared[gear] += tick.gauge.speed_kph * tick.gauge.speed_kph;
    if (++robot.stretch_ticks < stretch_ticks) return false;
    const double seconds = tick_s * static_cast<double>(stretch_ticks);
    const double rate_rpmps = (tick.gauge.engine_rpm - robot.stretch_rpm) / seconds;
    const double rpm = 0.5 * (tick.gauge.engine_rpm + robot.stretch_rpm);
    const double place = (rpm - LearnedCar::first_rpm) / LearnedCar::rpm_step + 0.5;
    bins[static_cast<std::size_t>(to_integer(place, 0, LearnedCar::speed_points - 1))].add(
        rpm, rate_rpmps);
    const double rate_mps2 = (tick.gauge.speed_kph - robot.stretch_kph) * mps_per_kph / seconds;
    robot.steady_stretches = magnitude(rate_mps2) < steady_mps2 ? robot.steady_stretches + 1 : 0;
    tick.begin_stretch();
    return robot.steady_stretches >= 4;
}

bool LearningRun::pull(const LearningStep& step, Tick& tick) const noexcept {
    LearningState& robot = tick.robot;
    const auto gear = static_cast<std::size_t>(step.gear - 1);
    tick.targets.brake = 0.0;
    tick.targets.clutch = 0.0;
    tick.targets.accelerator = LearnedCar::accelerators[gain_accelerator];
    const bool steady = measure_pull(tick, gear, robot.record.gears[gear]);
    const bool fast = tick.gauge.engine_rpm > 0.75 * setup_.highest_rpm ||
                      tick.gauge.speed_kph > setup_.highest_kph;
    return steady || fast || robot.stage_ticks > longest_run_ticks;
}

bool LearningRun::map(const LearningStep& step, Tick& tick) const noexcept {
    LearningState& robot = tick.robot;
    const double low_rpm = 1.35 * tick.idle_rpm();
    const double high_rpm = 0.92 * setup_.highest_rpm;
    const double accelerator = LearnedCar::accelerators[step.index];
    auto& bins = robot.record.base[step.index];
    const auto gear = static_cast<std::size_t>(step.gear - 1);
    const double rpm = tick.gauge.engine_rpm;
    tick.targets.clutch = 0.0;
    tick.targets.brake = 0.0;
    switch (robot.stage) {
        case 0:  // down to low engine speed
            if (step.index == 0) {
                robot.stage = 2;
                return false;
            }
            slow_down(tick);
            if (rpm < low_rpm) tick.next_stage();
            return false;
        case 1: {  // from below
            tick.targets.accelerator = accelerator;
            const bool steady = measure_pull(tick, gear, bins);
            if (rpm > high_rpm) return true;
            if (steady || robot.stage_ticks > longest_run_ticks) tick.next_stage();
            return false;
        }
        case 2:  // up to high engine speed
            tick.targets.accelerator = 0.8;
            if (rpm > high_rpm) tick.next_stage();
            return false;
        default: {  // from above
            tick.targets.accelerator = accelerator;
            const bool steady = measure_pull(tick, gear, bins);
            const bool over = rpm < low_rpm || rpm > setup_.highest_rpm;
            const std::int64_t longest =
                step.index == 0 ? longest_overrun_ticks : longest_run_ticks;
            return steady || over || robot.stage_ticks > longest;
        }
    }
}

bool LearningRun::coast(const LearningStep& step, Tick& tick) const noexcept {
    LearningState& robot = tick.robot;
    constexpr std::int64_t mean_ticks = 200;
    constexpr std::int64_t roll_ticks = 6'000;
    const bool rolls = into_neutral(tick);
    if (robot.stage == 0) {
        if (!rolls) return false;
        if (tick.gauge.speed_kph > step.kph) {
            slow_down(tick);
            return false;
        }
        tick.next_stage();
        return false;
    }
    tick.targets.brake = 0.0;
    if (robot.stage == 1) {
        robot.sum = 0.0;
        if (robot.stage_ticks > 700) tick.next_stage();
        return false;
    }
    // The mean of 0.2 s at either end is finer than a step of the gauge.
    robot.sum += robot.stage_ticks <= mean_ticks ? tick.gauge.speed_kph : 0.0;
    if (robot.stage_ticks == mean_ticks) {
        robot.stretch_kph = robot.sum / static_cast<double>(mean_ticks);
        robot.sum = 0.0;
    }
    robot.sum += robot.stage_ticks > roll_ticks ? tick.gauge.speed_kph : 0.0;
    if (robot.stage_ticks < roll_ticks + mean_ticks) return false;
    const double end_kph = robot.sum / static_cast<double>(mean_ticks);
    const double rate =
        (robot.stretch_kph - end_kph) * mps_per_kph / (tick_s * static_cast<double>(roll_ticks));
    robot.record.coast[step.index].add(0.5 * (robot.stretch_kph + end_kph) * mps_per_kph, rate);
    return true;
}

bool LearningRun::brake_ramp(const LearningStep& step, Tick& tick) const noexcept {
    LearningState& robot = tick.robot;
    const bool rolls = into_neutral(tick);
    if (robot.stage == 0) {
        tick.targets.brake = 0.0;
        if (rolls) {
            robot.integral = 0.0;
            tick.begin_stretch();
            robot.stretch_pedal = 0.0;
            tick.next_stage();
        }
        return false;
    }
    robot.integral = minimum(robot.integral + step.per_s * tick_s, 0.95);
    tick.targets.brake = robot.integral;
    constexpr std::int64_t brake_ticks = 200;
    if (++robot.stretch_ticks >= brake_ticks) {
        const double pedal = 0.5 * (robot.stretch_pedal + robot.limbs.at.brake);
        const double rate = (robot.stretch_kph - tick.gauge.speed_kph) * mps_per_kph /
                            (tick_s * static_cast<double>(brake_ticks));
        if (tick.gauge.speed_kph > 2.0) {
            const auto bin = static_cast<std::size_t>(to_integer(pedal * 100.0 + 0.5, 0, 100));
            robot.record.brake[bin].add(pedal, rate);
            robot.record.brake_kph[bin] += tick.gauge.speed_kph;
        }
        tick.begin_stretch();
        robot.stretch_pedal = robot.limbs.at.brake;
    }
    return tick.gauge.speed_kph < 3.0;
}

}  // namespace ghostcar::model
