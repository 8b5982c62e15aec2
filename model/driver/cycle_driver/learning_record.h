// SPDX-License-Identifier: Apache-2.0
// What a learning run writes down, in bins of fixed size: nothing is allocated while driving.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/driver/cycle_driver/learned_car.h"

namespace ghostcar::model {

/// Mean of a measured rate, and of where it was measured.
struct RateBin {
    double sum_rate = 0.0;
    double sum_place = 0.0;
    double count = 0.0;

    void add(double place, double rate) noexcept {
        sum_rate += rate;
        sum_place += place;
        count += 1.0;
    }
    [[nodiscard]] double rate() const noexcept { return sum_rate / count; }
    [[nodiscard]] double place() const noexcept { return sum_place / count; }
};

struct LearningRecord {
    static constexpr std::size_t coast_windows = 5;
    static constexpr std::size_t pedal_bins = 101;

    RateBin idle;  // place: engine speed

    // Engine speed over vehicle speed, least squares.
    std::array<double, LearnedCar::most_gears> rpm_times_kph{};
    std::array<double, LearnedCar::most_gears> kph_squared{};

    // 1/min per second, over engine speed: base gear for each accelerator position …
    std::array<std::array<RateBin, LearnedCar::speed_points>, LearnedCar::accelerators.size()>
        base{};
    // … and every gear at one of them.
    std::array<std::array<RateBin, LearnedCar::speed_points>, LearnedCar::most_gears> gears{};

    RateBin touch;                               // place: clutch pedal where the car began to move
    std::array<RateBin, pedal_bins> clutch{};    // m/s² over the pedal, 0.01 each
    std::array<RateBin, pedal_bins> brake{};     // m/s² of deceleration over the pedal; …
    std::array<double, pedal_bins> brake_kph{};  // … sum of the speeds it was measured at
    std::array<RateBin, coast_windows> coast{};  // m/s² of deceleration over m/s
};

/// Bins to the robot's knowledge. `gain_accelerator` is the accelerator number of `record.gears`.
[[nodiscard]] LearnedCar fit(const LearningRecord& record, std::int64_t gears,
                             std::int64_t base_gear, std::size_t gain_accelerator);

}  // namespace ghostcar::model
