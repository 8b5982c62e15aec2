// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/math/numeric.h"
#include "model/vehicle/car_state.h"
#include "model/vehicle/clutch.h"

namespace ghostcar::model {

struct AutomaticParameters {
    double up_released_radps;  // shifts up above this, accelerator released …
    double up_pressed_radps;   // … and fully pressed
    double down_released_radps;
    double down_pressed_radps;
    double clutch_open_radps;    // engine speed at which the clutch begins to bite …
    double clutch_closed_radps;  // … and holds everything
    double shift_s;              // clutch open for half of it (or longer), then closing
};

/// A clutch and a gearbox for those who only press accelerator and brake: what an automated manual
/// box does. The lever then means: -1 reverse, 0 neutral, anything above: drive.
class Automatic {
public:
    Automatic(const AutomaticParameters& parameters, std::int64_t gears, double step_s) noexcept
        : parameters_(parameters),
          gears_(gears),
          shift_ticks_(to_integer(parameters.shift_s / step_s, 2, 100'000)),
          half_shift_ticks_(shift_ticks_ / 2),
          inverse_half_shift_(1.0 / static_cast<double>(half_shift_ticks_)),
          inverse_bite_(1.0 / (parameters.clutch_closed_radps - parameters.clutch_open_radps)) {}

    /// The gear for this tick. `engaged` is the gear that is in; `engine_radps_in(gear)` what the
    /// engine would turn in a gear with the clutch closed and the wheels rolling, so that neither a
    /// slipping clutch nor a spinning wheel looks like speed.
    template <typename EngineSpeed>
    [[nodiscard]] std::int64_t lever(AutomaticState& state, std::int64_t lever,
                                     std::int64_t engaged, const EngineSpeed& engine_radps_in,
                                     double accelerator) const noexcept {
        // The clutch stays open until the gear is in.
        const bool waits = state.shift_ticks == half_shift_ticks_ + 1 && engaged != state.gear;
        if (state.shift_ticks > 0 && !waits) --state.shift_ticks;
        if (lever <= 0) {
            if (lever != state.gear) state.shift_ticks = half_shift_ticks_ + 1;
            state.gear = lever;
            return lever;
        }
        const double up_radps =
            blend(parameters_.up_released_radps, parameters_.up_pressed_radps, accelerator);
        if (state.gear < 1) {
            state.gear = 1;
            while (state.gear < gears_ && engine_radps_in(state.gear) > up_radps) ++state.gear;
            state.shift_ticks = half_shift_ticks_ + 1;
        } else if (state.shift_ticks == 0) {
            const double down_radps =
                blend(parameters_.down_released_radps, parameters_.down_pressed_radps, accelerator);
            const double engine_radps = engine_radps_in(state.gear);
            const std::int64_t before = state.gear;
            if (engine_radps > up_radps && state.gear < gears_) {
                ++state.gear;
            } else if (engine_radps < down_radps && state.gear > 1) {
                --state.gear;
            }
            if (state.gear != before) state.shift_ticks = shift_ticks_;
        }
        return state.gear;
    }

    /// The driver's accelerator, let go while the clutch is open.
    [[nodiscard]] double accelerator(const AutomaticState& state, double pressed) const noexcept {
        return state.shift_ticks > half_shift_ticks_ ? 0.0 : pressed;
    }

    /// Like a centrifugal clutch: bites with the square of the engine's speed above idle.
    [[nodiscard]] Clutch::Tick clutch(const AutomaticState& state, const Clutch& clutch,
                                      double engine_radps) const noexcept {
        const double bite =
            clamp((engine_radps - parameters_.clutch_open_radps) * inverse_bite_, 0.0, 1.0);
        double share = bite * bite;
        if (state.shift_ticks > 0) {
            share *= state.shift_ticks > half_shift_ticks_
                         ? 0.0
                         : 1.0 - static_cast<double>(state.shift_ticks) * inverse_half_shift_;
        }
        const double torque_nm = share * clutch.parameters().full_torque_nm;
        return {torque_nm, 0.0, torque_nm * clutch.parameters().static_to_sliding};
    }

private:
    AutomaticParameters parameters_;
    std::int64_t gears_;
    std::int64_t shift_ticks_;
    std::int64_t half_shift_ticks_;
    double inverse_half_shift_;
    double inverse_bite_;
};

}  // namespace ghostcar::model
