// SPDX-License-Identifier: Apache-2.0
#include "model/vehicle/engine.h"

#include <utility>

namespace ghostcar::model {
namespace {

constexpr double out_of_reach_mps = 1e6;

}  // namespace

Engine::Engine(EngineParameters parameters, double step_s)
    : parameters_(std::move(parameters)),
      firing_ticks_(to_integer(parameters_.firing_delay_s / step_s + 0.5, 1, 1'000'000)),
      inverse_inertia_(1.0 / parameters_.inertia_kgm2),
      inverse_lag_per_s_(1.0 / parameters_.manifold_lag_s),
      inverse_starter_free_(1.0 / parameters_.starter_free_radps),
      inverse_limiter_band_(1.0 /
                            (parameters_.limiter_hard_radps - parameters_.limiter_soft_radps)),
      inverse_governor_fade_(1.0 / (parameters_.governor.ends_at_accelerator -
                                    parameters_.governor.acts_below_accelerator)),
      governor_at_start_nm_(
          limited_governor_nm(-parameters_.torque_nm.at(parameters_.governor.target_radps, 0.0))),
      drag_at_rest_nm_(parameters_.drag_nm.at(0.0)),
      speed_limit_mps_(parameters_.speed_limit_enabled ? parameters_.speed_limit_mps
                                                       : out_of_reach_mps) {}

void Engine::update_mode(LongitudinalState& state, Key key, double accelerator) const noexcept {
    const double speed = state.engine_speed_radps;
    const bool was_combusting = combusting(state);
    if (key == Key::off) {
        state.engine = EngineMode::off;
        state.cranking_ticks = 0;
    } else if (state.engine == EngineMode::running) {
        if (speed < parameters_.stall_speed_radps) {
            state.engine = EngineMode::stalled;
            state.cranking_ticks = 0;
            ++state.stalls;
        }
    } else {
        // The starter only needs to pass the firing speed; an engine that the rolling car turns
        // must be past the stall speed, or it would fire and stall in turn.
        const bool starter = key == Key::start;
        if (starter) {
            state.engine = EngineMode::cranking;
        } else if (state.engine == EngineMode::cranking) {
            state.engine = EngineMode::off;  // the key was let go too early
        }
        const double needed =
            starter ? parameters_.firing_speed_radps : parameters_.stall_speed_radps;
        state.cranking_ticks = speed > needed ? state.cranking_ticks + 1 : 0;
        if (has_fired(state) && speed > parameters_.stall_speed_radps) {
            state.engine = EngineMode::running;
            state.cranking_ticks = 0;
        }
    }

    const bool is_combusting = combusting(state);
    if (!is_combusting) {
        state.charge_torque_nm = 0.0;
        state.governor_torque_nm = 0.0;
    } else if (!was_combusting) {
        state.governor_torque_nm = governor_at_start_nm_;
    }

    const bool closed = accelerator <= parameters_.governor.acts_below_accelerator;
    if (!is_combusting || !closed || speed < parameters_.fuel_back_below_radps) {
        state.fuel_cut = 0;
    } else if (speed > parameters_.fuel_cut_above_radps) {
        state.fuel_cut = 1;
    }
}

}  // namespace ghostcar::model
