// SPDX-License-Identifier: Apache-2.0
#include "model/driver/cycle_driver/pedal_maps.h"

namespace ghostcar::model {
namespace {

/// Accelerator that gives `pull` in one row; the row rises.
double inverse(const std::array<double, LearnedCar::accelerators.size()>& row, double pull) {
    const auto& pedals = LearnedCar::accelerators;
    if (pull <= row.front()) return 0.0;
    for (std::size_t j = 1; j < row.size(); ++j) {
        if (pull > row[j]) continue;
        return blend(pedals[j - 1], pedals[j], (pull - row[j - 1]) / (row[j] - row[j - 1]));
    }
    return 1.0;
}

/// Pedal (in steps of `table`) at which a rising table reaches `value`.
template <std::size_t N>
double steps_to(const std::array<double, N>& table, double value) {
    for (std::size_t i = 1; i < N; ++i) {
        if (table[i] < value) continue;
        const double rise = table[i] - table[i - 1];
        const double share = rise > 0.0 ? clamp((value - table[i - 1]) / rise, 0.0, 1.0) : 1.0;
        return static_cast<double>(i - 1) + share;
    }
    return static_cast<double>(N - 1);
}

}  // namespace

PedalMaps::PedalMaps(const LearnedCar& car) noexcept {
    double lowest = 0.0;
    double highest = 0.1;
    for (const auto& row : car.pull_mps2) {
        lowest = minimum(lowest, row.front());
        highest = maximum(highest, row.back());
    }
    lowest_pull_ = lowest;
    const double step = (highest - lowest) / static_cast<double>(pull_points - 1);
    pulls_per_mps2_ = 1.0 / step;
    for (std::size_t i = 0; i < LearnedCar::speed_points; ++i) {
        overrun_[i] = car.pull_mps2[i].front();
        for (std::size_t j = 0; j < pull_points; ++j) {
            accelerator_[i][j] = inverse(car.pull_mps2[i], lowest + step * static_cast<double>(j));
        }
        accelerator_[i].back() = accelerator_[i][pull_points - 1];
    }
    accelerator_.back() = accelerator_[LearnedCar::speed_points - 1];
    overrun_.back() = overrun_[LearnedCar::speed_points - 1];
    // Below this a measured deceleration is as good as none: the dead travel of the pedal.
    constexpr double least_brake_mps2 = 0.08;
    for (std::size_t i = 0; i < pedal_points; ++i) {
        const double value = static_cast<double>(i) / pedals_per_mps2;
        brake_[i] =
            LearnedCar::pedal_step * steps_to(car.brake_mps2, maximum(value, least_brake_mps2));
        clutch_[i] = maximum(
            0.0, car.touch_pedal - LearnedCar::pedal_step * steps_to(car.clutch_mps2, value));
    }
    brake_.back() = brake_[pedal_points - 1];
    clutch_.back() = clutch_[pedal_points - 1];
}

}  // namespace ghostcar::model
