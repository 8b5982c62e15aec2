// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/drive_trace.h"

#include <algorithm>

namespace ghostcar::board {
namespace {

constexpr double rpm_per_radps = 60.0 / (2.0 * 3.14159265358979323846);
// The judge calls a car moving above 0.1 km/h.
constexpr double motion_kph = 0.1;

/// The judge counts running ticks; pauses and the countdown lie between them and sim time. Looked
/// for from the end, so that a reset in mid-run shows its last drive.
double time_of_running_tick(const States& states, std::int64_t running_tick) noexcept {
    std::size_t index = states.size() - 1;
    while (index > 0 && states[index - 1].judge.bench.running_ticks >= running_tick) --index;
    const rt_core::State& state = states[index];
    const std::int64_t earlier = state.judge.bench.running_ticks - running_tick;
    return static_cast<double>(state.tick - earlier) * rt_core::tick_s;
}

}  // namespace

double time_s(const rt_core::State& state) noexcept {
    return static_cast<double>(state.tick) * rt_core::tick_s;
}

TimeWindow whole_drive(const States& states) noexcept {
    if (states.empty()) return {};
    return {time_s(states.front()), time_s(states.back())};
}

double speed_kph(const rt_core::State& state) noexcept {
    return state.world.car.speed_mps * kph_per_mps;
}
double engine_speed_rpm(const rt_core::State& state) noexcept {
    return state.world.car.engine_speed_radps * rpm_per_radps;
}
double accelerator_percent(const rt_core::State& state) noexcept {
    return state.world.controls.accelerator * 100.0;
}
double brake_percent(const rt_core::State& state) noexcept {
    return state.world.controls.brake * 100.0;
}
double clutch_percent(const rt_core::State& state) noexcept {
    return state.world.controls.clutch * 100.0;
}
double engaged_gear(const rt_core::State& state) noexcept {
    return static_cast<double>(state.world.car.gear);
}

std::vector<PlotPoint> over_time(const States& states, Quantity quantity,
                                 const TimeWindow& window) {
    const auto before = [](const rt_core::State& state, double time) {
        return time_s(state) < time;
    };
    const auto after = [](double time, const rt_core::State& state) {
        return time < time_s(state);
    };
    auto begin = std::lower_bound(states.begin(), states.end(), window.begin_s, before);
    auto end = std::upper_bound(states.begin(), states.end(), window.end_s, after);
    if (begin != states.begin()) --begin;
    if (end != states.end()) ++end;
    std::vector<PlotPoint> points;
    for (; begin < end; ++begin) points.push_back({time_s(*begin), quantity(*begin)});
    return points;
}

std::string gear_text(std::int64_t gear) {
    if (gear == 0) return "N";
    return gear < 0 ? "R" : std::to_string(gear);
}

bool bench_judged(const States& states) noexcept {
    return !states.empty() && states.back().judge.kind == model::JudgeKind::bench;
}

std::optional<MotionBegin> motion_begin(const States& states) noexcept {
    if (!bench_judged(states) || states.back().judge.bench.motion_clutch < 0.0) return std::nullopt;
    std::size_t index = states.size() - 1;
    while (index > 0 && states[index - 1].judge.bench.motion_clutch >= 0.0) --index;
    MotionBegin begin{time_s(states[index]), states[index].judge.bench.motion_clutch};
    if (index == 0) return begin;
    // States are samples: the moment lies between two of them, where the speed crossed the limit.
    const double earlier_kph = speed_kph(states[index - 1]);
    const double later_kph = speed_kph(states[index]);
    if (earlier_kph < motion_kph && later_kph > motion_kph) {
        const double share = (later_kph - motion_kph) / (later_kph - earlier_kph);
        begin.time_s -= share * (time_s(states[index]) - time_s(states[index - 1]));
    }
    return begin;
}

std::vector<Shift> completed_shifts(const States& states) {
    std::vector<Shift> shifts;
    if (!bench_judged(states)) return shifts;
    for (const model::ShiftRecord& record : states.back().judge.bench.shift) {
        if (record.end_tick <= 0) continue;
        shifts.push_back({record.from_gear,
                          record.to_gear,
                          {time_of_running_tick(states, record.begin_tick),
                           time_of_running_tick(states, record.end_tick)},
                          record.begin_speed_mps * kph_per_mps,
                          record.largest_change_mps * kph_per_mps});
    }
    return shifts;
}

}  // namespace ghostcar::board
