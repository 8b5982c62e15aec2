// SPDX-License-Identifier: Apache-2.0
// What the recorded States say about the drive, in the units people read: km/h, 1/min, percent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "board/ghostcar/report/plot_series.h"
#include "rt_core/state.h"

namespace ghostcar::board {

using States = std::vector<rt_core::State>;

constexpr double kph_per_mps = 3.6;

/// A stretch of simulated time.
struct TimeWindow {
    double begin_s = 0.0;
    double end_s = 0.0;
};

[[nodiscard]] double time_s(const rt_core::State& state) noexcept;

/// From the first sample to the last; 0…0 without samples.
[[nodiscard]] TimeWindow whole_drive(const States& states) noexcept;

[[nodiscard]] double speed_kph(const rt_core::State& state) noexcept;
[[nodiscard]] double engine_speed_rpm(const rt_core::State& state) noexcept;
[[nodiscard]] double accelerator_percent(const rt_core::State& state) noexcept;
[[nodiscard]] double brake_percent(const rt_core::State& state) noexcept;
[[nodiscard]] double clutch_percent(const rt_core::State& state) noexcept;
[[nodiscard]] double engaged_gear(const rt_core::State& state) noexcept;

using Quantity = double (*)(const rt_core::State&) noexcept;

/// The quantity over time in the window, with one sample more at each side so that lines leave
/// the frame instead of ending before it.
[[nodiscard]] std::vector<PlotPoint> over_time(const States& states, Quantity quantity,
                                               const TimeWindow& window);

/// "2→3"; neutral is N, reverse R.
[[nodiscard]] std::string gear_text(std::int64_t gear);

/// The judges share one room: what the bench's has seen is there in its own drives only.
[[nodiscard]] bool bench_judged(const States& states) noexcept;

/// When the car began to move, and where the clutch pedal was then, as the judge saw it.
struct MotionBegin {
    double time_s = 0.0;
    double clutch = 0.0;
};
[[nodiscard]] std::optional<MotionBegin> motion_begin(const States& states) noexcept;

/// A completed shift on the simulation's time.
struct Shift {
    std::int64_t from_gear = 0;
    std::int64_t to_gear = 0;
    TimeWindow time;
    double begin_speed_kph = 0.0;
    double largest_change_kph = 0.0;
};
[[nodiscard]] std::vector<Shift> completed_shifts(const States& states);

}  // namespace ghostcar::board
