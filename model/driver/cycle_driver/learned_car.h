// SPDX-License-Identifier: Apache-2.0
// What a robot knows of a car after its learning run: numbers it can measure with two gauges, so
// forces appear as the accelerations they cause and the mass appears nowhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "model/config/table_reader.h"
#include "model/math/numeric.h"

namespace ghostcar::model {

struct LearnedCar {
    static constexpr std::size_t most_gears = 8;
    static constexpr std::size_t speed_points = 27;  // 500, 750 … 7000 1/min
    static constexpr double first_rpm = 500.0;
    static constexpr double rpm_step = 250.0;
    /// Accelerator positions that are tried; the first is released.
    static constexpr std::array<double, 13> accelerators{0.0, 0.03, 0.06, 0.10, 0.15, 0.20, 0.25,
                                                         0.3, 0.40, 0.50, 0.65, 0.80, 1.00};
    static constexpr std::size_t clutch_points = 31;  // every 0.01 of pedal from the touch point up
    static constexpr std::size_t brake_points = 61;   // every 0.01 of pedal
    static constexpr double pedal_step = 0.01;

    double idle_rpm = 0.0;
    std::int64_t gears = 0;
    std::array<double, most_gears> rpm_per_kph{};  // gear 1 first

    // Rolling in neutral: deceleration = coast[0] + coast[1]·v + coast[2]·v², v in m/s.
    std::array<double, 3> coast_mps2{};

    // The base gear's pull: acceleration plus coast deceleration, over engine speed and
    // accelerator.
    std::int64_t base_gear = 0;
    std::array<std::array<double, accelerators.size()>, speed_points> pull_mps2{};
    // Another gear pulls `gain` times as strongly at the same engine speed and accelerator, and
    // rolling resistance slows the car in it `drag_share` times as much as in neutral: the engine's
    // inertia takes part.
    std::array<double, most_gears> gain{};
    std::array<double, most_gears> drag_share{};

    double touch_pedal = 0.0;  // clutch: here the car begins to move
    // First gear, clutch slipping: acceleration plus coast deceleration at touch − i·0.01.
    std::array<double, clutch_points> clutch_mps2{};
    // Deceleration by the brake alone at i·0.01.
    std::array<double, brake_points> brake_mps2{};

    [[nodiscard]] double coast(double speed_mps) const noexcept {
        return coast_mps2[0] + (coast_mps2[1] + coast_mps2[2] * speed_mps) * speed_mps;
    }
    [[nodiscard]] double rpm(std::int64_t gear, double speed_kph) const noexcept {
        return speed_kph * rpm_per_kph[static_cast<std::size_t>(gear - 1)];
    }
    /// Pull of the base gear at accelerator number `index`.
    [[nodiscard]] double pull(double engine_rpm, std::size_t index) const noexcept;
    /// What a gear can do at full accelerator.
    [[nodiscard]] double best_acceleration(std::int64_t gear, double speed_kph) const noexcept;

    /// As the file that `from_toml` reads: what was learned is shown and kept.
    [[nodiscard]] std::string to_toml() const;
    static LearnedCar from_toml(TableReader& reader);
};

}  // namespace ghostcar::model
