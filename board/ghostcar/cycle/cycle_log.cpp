// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/cycle/cycle_log.h"

#include "model/judge/cycle_judge.h"
#include "model/math/numeric.h"

namespace ghostcar::board {
namespace {

constexpr std::int64_t index_ticks = 100;  // of the drive-quality indices
constexpr std::int64_t fine_ticks = 20;    // a shift of half a second is still a picture
constexpr std::int64_t longest_fine_ticks = 4 * 3'600'000;

}  // namespace

CycleLog::CycleLog(std::int64_t duration_ticks)
    : duration_ticks_(duration_ticks),
      period_ticks_(duration_ticks <= longest_fine_ticks ? fine_ticks : index_ticks),
      samples_(static_cast<std::size_t>(duration_ticks / period_ticks_ + 1)) {}

void CycleLog::publish(const rt_core::Inputs& /*inputs*/, const rt_core::State& state,
                       std::uint64_t /*state_hash*/) noexcept {
    const model::CycleJudgeState& judge = state.judge.cycle;
    const std::int64_t tick = judge.cycle_tick;
    if (tick % period_ticks_ != 0 || tick < 0 || tick > duration_ticks_) return;
    if (state.session.phase != rt_core::Phase::running) return;
    const model::LongitudinalState& car = state.world.car;
    const model::Controls& controls = state.world.controls;
    const auto index = static_cast<std::size_t>(tick / period_ticks_);
    model::DriveSample& sample = samples_[index];
    sample.driven_kph = car.speed_mps * 3.6;
    sample.target_kph = judge.target_kph;
    sample.low_kph = static_cast<float>(judge.low_kph);
    sample.high_kph = static_cast<float>(judge.high_kph);
    sample.accelerator = static_cast<float>(controls.accelerator);
    sample.brake = static_cast<float>(controls.brake);
    sample.clutch = static_cast<float>(controls.clutch);
    sample.engine_rpm = static_cast<float>(car.engine_speed_radps * (1.0 / model::radps_per_rpm));
    sample.gear = static_cast<std::int16_t>(car.gear);
    sample.engine = car.engine;
    sample.full_accelerator = controls.accelerator >= model::full_accelerator;
    count_ = index + 1;  // a reset begins again
}

double CycleLog::period_s() const noexcept {
    return static_cast<double>(period_ticks_) * rt_core::tick_s;
}

std::vector<model::DriveSample> CycleLog::at_10_hz() const {
    std::vector<model::DriveSample> result;
    const auto step = static_cast<std::size_t>(index_ticks / period_ticks_);
    for (std::size_t i = 0; i < count_; i += step) result.push_back(samples_[i]);
    return result;
}

std::vector<std::size_t> CycleLog::rows() const {
    constexpr double moving_kph = 0.1;
    constexpr std::int64_t before_ticks = 4'000;
    constexpr std::int64_t after_ticks = 60'000;
    const auto step = static_cast<std::size_t>(index_ticks / period_ticks_);
    std::size_t first = 0;
    while (first < count_ && samples_[first].driven_kph < moving_kph) ++first;
    const auto before = static_cast<std::size_t>(before_ticks / period_ticks_);
    const std::size_t fine_from = first > before ? first - before : 0;
    const std::size_t fine_to = first + static_cast<std::size_t>(after_ticks / period_ticks_);
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < count_; ++i) {
        const bool fine = i >= fine_from && i < fine_to && first < count_;
        if (fine || i % step == 0 || i + 1 == count_) result.push_back(i);
    }
    return result;
}

}  // namespace ghostcar::board
