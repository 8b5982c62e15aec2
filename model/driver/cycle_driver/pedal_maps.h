// SPDX-License-Identifier: Apache-2.0
// The inverse of a learned car: which pedal position causes a wanted acceleration. Tables with even
// steps, so a look-up never searches.
#pragma once

#include <array>
#include <cstddef>

#include "model/driver/cycle_driver/learned_car.h"
#include "model/math/numeric.h"

namespace ghostcar::model {

class PedalMaps {
public:
    explicit PedalMaps(const LearnedCar& car) noexcept;

    /// Accelerator for a pull of the base gear; 0 and 1 beyond what the car can do.
    [[nodiscard]] double accelerator(double engine_rpm, double pull_mps2) const noexcept {
        const Place row = place((engine_rpm - LearnedCar::first_rpm) * (1.0 / LearnedCar::rpm_step),
                                LearnedCar::speed_points - 1);
        const Place column = place((pull_mps2 - lowest_pull_) * pulls_per_mps2_, pull_points - 1);
        const auto& low = accelerator_[row.index];
        const auto& high = accelerator_[row.index + 1];
        return blend(blend(low[column.index], low[column.index + 1], column.share),
                     blend(high[column.index], high[column.index + 1], column.share), row.share);
    }
    /// Pull of the base gear with the accelerator released; negative.
    [[nodiscard]] double overrun(double engine_rpm) const noexcept {
        const Place row = place((engine_rpm - LearnedCar::first_rpm) * (1.0 / LearnedCar::rpm_step),
                                LearnedCar::speed_points - 1);
        return blend(overrun_[row.index], overrun_[row.index + 1], row.share);
    }
    /// Brake pedal for a deceleration by the brake alone; 0 for nothing.
    [[nodiscard]] double brake(double deceleration_mps2) const noexcept {
        if (deceleration_mps2 <= 0.0) return 0.0;
        const Place at = place(deceleration_mps2 * pedals_per_mps2, pedal_points - 1);
        return blend(brake_[at.index], brake_[at.index + 1], at.share);
    }
    /// Clutch pedal for a pull in first gear while it slips; the touch point for nothing.
    [[nodiscard]] double clutch(double pull_mps2) const noexcept {
        const Place at = place(pull_mps2 * pedals_per_mps2, pedal_points - 1);
        return blend(clutch_[at.index], clutch_[at.index + 1], at.share);
    }

private:
    static constexpr std::size_t pull_points = 80;
    static constexpr std::size_t pedal_points = 101;
    static constexpr double pedals_per_mps2 = 10.0;

    struct Place {
        std::size_t index;
        double share;
    };
    /// `points` beyond the first: the last one may be read with share 0, hence one more in tables.
    static Place place(double position, std::size_t last) noexcept {
        const double inside = clamp(position, 0.0, static_cast<double>(last));
        const auto index = static_cast<std::size_t>(static_cast<std::int64_t>(inside));
        return {index, inside - static_cast<double>(index)};
    }

    double lowest_pull_;
    double pulls_per_mps2_;
    std::array<std::array<double, pull_points + 1>, LearnedCar::speed_points + 1> accelerator_{};
    std::array<double, LearnedCar::speed_points + 1> overrun_{};
    std::array<double, pedal_points + 1> brake_{};
    std::array<double, pedal_points + 1> clutch_{};
};

}  // namespace ghostcar::model
