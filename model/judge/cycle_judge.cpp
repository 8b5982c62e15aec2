// SPDX-License-Identifier: Apache-2.0
#include "model/judge/cycle_judge.h"

#include <utility>

#include "model/math/numeric.h"
#include "model/tick.h"

namespace ghostcar::model {
namespace {

constexpr std::int64_t sample_ticks = 100;
// A leg has turned when it has come back this far: less is noise of the sensor.
constexpr double least_turn = 0.02;
constexpr double moving_mps = 0.1 / 3.6;

void watch_leg(PedalWork& work, double position) noexcept {
    const bool goes_on = work.direction < 0 ? position < work.turned_at
                                            : position > work.turned_at && work.direction > 0;
    const bool turns = work.direction < 0 ? position > work.turned_at + least_turn
                                          : position < work.turned_at - least_turn;
    const bool sets_out = work.direction == 0 && magnitude(position - work.turned_at) > least_turn;
    if (!goes_on && !turns && !sets_out) return;
    if (turns || sets_out) {
        if (work.direction != 0) ++work.reversals;
        work.direction = position > work.turned_at ? 1 : -1;
        if (work.direction > 0 && work.turned_at < pedal_pressed) ++work.presses;
    }
    work.travel += magnitude(position - work.turned_at);
    work.turned_at = position;
}

/// A shift lasts from leaving a gear to another one, while the car moves.
void watch_gear(CycleJudgeState& judge, const LongitudinalState& car) noexcept {
    if (car.gear == 0) {
        judge.out_of_gear_ticks = car.speed_mps > moving_mps ? judge.out_of_gear_ticks + 1 : 0;
        return;
    }
    if (car.gear != judge.last_gear) {
        if (judge.last_gear != 0 && judge.out_of_gear_ticks > 0) {
            ++judge.shifts;
            judge.shift_ticks += judge.out_of_gear_ticks;
            if (judge.out_of_gear_ticks > judge.longest_shift_ticks)
                judge.longest_shift_ticks = judge.out_of_gear_ticks;
        }
        judge.last_gear = car.gear;
    }
    judge.out_of_gear_ticks = 0;
}

}  // namespace

CycleJudge::CycleJudge(std::shared_ptr<const DriveCycle> cycle, const DriveTolerance& tolerance,
                       const Gearbox& gearbox, std::int64_t lead_ticks)
    : cycle_(std::move(cycle)), tolerance_(tolerance), gearbox_(gearbox), lead_ticks_(lead_ticks) {
    const std::int64_t samples = cycle_->duration_ticks() / sample_ticks + 1;
    const auto target_kph = [this](std::int64_t sample) {
        return cycle_->speed_kph(sample * sample_ticks);
    };
    const std::int64_t reach = to_integer(tolerance.s / drive_trace_step_s + 1e-6, 0, 1'000'000);
    bands_.reserve(static_cast<std::size_t>(samples));
    for (std::int64_t i = 0; i < samples; ++i) {
        double low_kph = target_kph(i);
        double high_kph = low_kph;
        const std::int64_t end = i + reach < samples ? i + reach : samples - 1;
        for (std::int64_t j = i > reach ? i - reach : 0; j <= end; ++j) {
            low_kph = minimum(low_kph, target_kph(j));
            high_kph = maximum(high_kph, target_kph(j));
        }
        bands_.push_back({low_kph - tolerance.kph, high_kph + tolerance.kph});
    }
}

CycleJudgeState CycleJudge::initial() const noexcept {
    CycleJudgeState judge;
    judge.cycle_tick = -lead_ticks_;
    judge.low_kph = bands_.front().low_kph;
    judge.high_kph = bands_.front().high_kph;
    return judge;
}

void CycleJudge::look_at_speed(CycleJudgeState& judge, const WorldState& world) const noexcept {
    // From the first moment of the cycle to its last there is a band.
    const Band& band = bands_[static_cast<std::size_t>(judge.cycle_tick / sample_ticks)];
    judge.low_kph = band.low_kph;
    judge.high_kph = band.high_kph;
    const double driven_kph = world.car.speed_mps * 3.6;
    const bool outside =
        world.controls.accelerator < full_accelerator &&
        (driven_kph > band.high_kph + edge_slack_kph || driven_kph < band.low_kph - edge_slack_kph);
    if (!outside) {
        judge.outside = 0;
        judge.this_excursion_samples = 0;
        return;
    }
    if (judge.outside == 0) ++judge.excursions;
    judge.outside = 1;
    ++judge.excursion_samples;
    ++judge.this_excursion_samples;
    if (judge.this_excursion_samples > judge.longest_excursion_samples)
        judge.longest_excursion_samples = judge.this_excursion_samples;
}

void CycleJudge::step(CycleJudgeState& judge, const WorldState& world) const noexcept {
    ++judge.cycle_tick;
    if (judge.cycle_tick < 0 || judge.cycle_tick > cycle_->duration_ticks()) return;
    judge.target_kph = cycle_->speed_kph(judge.cycle_tick);
    if (judge.cycle_tick % sample_ticks == 0) look_at_speed(judge, world);

    const Controls& controls = world.controls;
    watch_leg(judge.accelerator, controls.accelerator);
    watch_leg(judge.brake, controls.brake);
    watch_leg(judge.clutch, controls.clutch);
    if (controls.accelerator > pedal_pressed && controls.brake > pedal_pressed)
        ++judge.overlap_ticks;
    if (!(controls.accelerator < full_accelerator)) ++judge.full_accelerator_ticks;

    const LongitudinalState& car = world.car;
    if (car.clutch_locked == 0 && car.clutch_torque_nm != 0.0) {
        const double disc_radps = gearbox_.gear(car.gear).shaft_per_speed * car.speed_mps;
        ++judge.slip_ticks;
        judge.slip_energy_j +=
            tick_s * magnitude(car.clutch_torque_nm * (car.engine_speed_radps - disc_radps));
    }
    watch_gear(judge, car);
}

}  // namespace ghostcar::model
