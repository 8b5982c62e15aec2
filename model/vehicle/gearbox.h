// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "model/math/numeric.h"
#include "model/vehicle/longitudinal_state.h"

namespace ghostcar::model {

constexpr std::int64_t highest_gear = 8;

struct GearboxParameters {
    std::int64_t gears;                             // forward
    std::array<double, highest_gear> ratios;        // gearbox alone
    std::array<double, highest_gear> efficiencies;  // gearbox and final drive
    double reverse_ratio;                           // positive; the box turns it round
    double reverse_efficiency;
    double final_drive_ratio;
    double engages_below_nm;      // what the clutch may still hold when a gear goes in
    double engages_within_radps;  // or how well engine and shaft must agree
    double reverse_below_mps;
};

/// One gear as the rest of the car sees it, eq. (5): wheel force = Tc·ig·i0·η/r.
struct Gear {
    double shaft_per_speed = 0.0;  // ig·i0/r, rad/s of the input shaft per m/s; < 0 in reverse
    double efficiency = 1.0;
    double inverse_efficiency = 1.0;
};

/// The lever decides the gear, the synchroniser decides whether it goes in: only when the clutch
/// is open enough or both sides turn alike. It takes no time and no energy (the disc's share of
/// the car's energy is below 0.5 %). A lever held against a closed clutch leaves the box in
/// neutral, counts once, and the gear goes in as soon as it can.
class Gearbox {
public:
    Gearbox(const GearboxParameters& parameters, double wheel_radius_m) noexcept
        : parameters_(parameters) {
        const auto set = [&](std::int64_t number, double ratio, double efficiency) {
            gears_[static_cast<std::size_t>(number + 1)] = {
                ratio * parameters.final_drive_ratio / wheel_radius_m, efficiency,
                1.0 / efficiency};
        };
        set(-1, -parameters.reverse_ratio, parameters.reverse_efficiency);
        for (std::int64_t i = 0; i < parameters.gears; ++i) {
            const auto index = static_cast<std::size_t>(i);
            set(i + 1, parameters.ratios[index], parameters.efficiencies[index]);
        }
    }

    /// -1 reverse, 0 neutral, 1…gears.
    [[nodiscard]] const Gear& gear(std::int64_t number) const noexcept {
        return gears_[static_cast<std::size_t>(number + 1)];
    }

    [[nodiscard]] std::int64_t gears() const noexcept { return parameters_.gears; }

    void update(LongitudinalState& state, std::int64_t lever,
                double clutch_holds_nm) const noexcept {
        const bool moved = lever != state.lever;
        state.lever = lever;
        if (lever == state.gear) {
            return;
        }
        state.gear = 0;
        if (lever == 0) {
            return;
        }
        if (goes_in(state, lever, clutch_holds_nm)) {
            state.gear = lever;
        } else if (moved) {
            ++state.blocked_shifts;
        }
    }

private:
    [[nodiscard]] bool goes_in(const LongitudinalState& state, std::int64_t lever,
                               double clutch_holds_nm) const noexcept {
        if (lever < -1 || lever > parameters_.gears) {
            return false;
        }
        if (lever == -1 && !(magnitude(state.speed_mps) < parameters_.reverse_below_mps)) {
            return false;
        }
        const double mismatch_radps =
            state.engine_speed_radps - state.speed_mps * gear(lever).shaft_per_speed;
        return clutch_holds_nm < parameters_.engages_below_nm ||
               magnitude(mismatch_radps) < parameters_.engages_within_radps;
    }

    GearboxParameters parameters_;
    std::array<Gear, highest_gear + 2> gears_{};
};

}  // namespace ghostcar::model
