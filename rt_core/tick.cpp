// SPDX-License-Identifier: Apache-2.0
#include "rt_core/tick.h"

#include <algorithm>
#include <utility>

#include "rt_core/arbitrate.h"
#include "rt_core/state_hash.h"

namespace ghostcar::rt_core {

Tick::Tick(const SessionConfig& session, const model::World& world, model::Judge judge,
           std::vector<InputSource*> sources, std::vector<OutputSink*> sinks)
    : machine_(session),
      world_(world),
      judge_(std::move(judge)),
      sources_(std::move(sources)),
      sinks_(std::move(sinks)),
      cars_(world.initial_cars()),
      initial_cars_(cars_),
      cars_before_(cars_),
      own_(world.controlled_cars()),
      drives_(judge_.initial_drives()),
      state_hash_(hash_seed),
      inputs_hash_(hash_seed) {
    start_afresh();
    state_.session = machine_.initial();
}

void Tick::start_afresh() noexcept {
    state_.world = world_.initial();
    state_.judge = judge_.initial();
    cars_ = initial_cars_;  // of the same size: nothing is allocated
    std::fill(drives_.begin(), drives_.end(), model::CruiseJudgeState{});
}

void Tick::run(FaultBits loop_faults) noexcept {
    ++state_.tick;

    Inputs inputs;
    inputs.faults = loop_faults;
    for (InputSource* source : sources_) source->latch(state_.tick, inputs);
    inputs_hash_ = chain_hash(inputs_hash_, inputs);

    if (!machine_.goes_on(state_.session, inputs)) step_session(inputs);
    state_.world.finish = inputs.finish;
    state_.bus_status = inputs.bus_status;
    if (world_moves(state_.session.phase)) {
        if (cars_.empty())
            step_bench(inputs);
        else
            step_road(inputs);
    }
    if (state_.session.phase == Phase::running)
        machine_.obey(state_.session, judge_.step(state_.judge, state_.world, cars_, &drives_));

    state_hash_ = chain_hash(state_hash_, state_);
    if (!cars_.empty()) publish_cars();
    for (OutputSink* sink : sinks_) sink->publish(inputs, state_, state_hash_);
}

void Tick::step_session(const Inputs& inputs) noexcept {
    // A model that has left the real numbers no longer moves: its car counts as standing.
    const bool standing = state_.world.car.speed_mps == 0.0 ||
                          (state_.session.latched_faults & fault_not_finite) != 0;
    if (machine_.step(state_.session, inputs, standing)) start_afresh();
    if (inputs.command.kind == CommandKind::set_parameter)
        apply_parameter(inputs.command, state_.world.environment);
}

void Tick::latch_cars() noexcept {
    if (own_.empty()) return;
    for (InputSource* source : sources_) source->latch_cars(state_.tick, own_);
    for (const model::CarInputs& own : own_) inputs_hash_ = chain_hash(inputs_hash_, own);
}

void Tick::publish_cars() noexcept {
    for (const model::RoadCarState& car : cars_) state_hash_ = chain_hash(state_hash_, car);
    for (const model::CruiseJudgeState& drive : drives_)
        state_hash_ = chain_hash(state_hash_, drive);
    if (!own_.empty())
        for (OutputSink* sink : sinks_) sink->publish_car_inputs(state_.tick, own_);
    for (OutputSink* sink : sinks_) sink->publish_cars(state_.tick, cars_);
}

// No NaN ever enters State, nor the wires.

inline void Tick::step_bench(const Inputs& inputs) noexcept {
    const model::LongitudinalState before = state_.world.car;
    world_.step(state_.world, arbitrate(state_.session.phase, state_.world, inputs.controls),
                state_.session.running_ticks);
    if (is_finite(state_.world)) return;
    state_.world.car = before;
    machine_.raise(state_.session, fault_not_finite);
}

void Tick::step_road(const Inputs& inputs) noexcept {
    const model::LongitudinalState before = state_.world.car;
    std::copy(cars_.begin(), cars_.end(), cars_before_.begin());
    latch_cars();  // here: nobody else pays for it, and before it nothing has moved
    const bool driven = !in_safe_state(state_.session.phase);
    world_.decide(
        cars_, inputs.controls,
        driven ? std::span<const model::CarInputs>(own_) : std::span<const model::CarInputs>());
    const model::Controls& wanted = cars_.front().controls;
    world_.step(state_.world, cars_, arbitrate(state_.session.phase, state_.world, wanted));
    if (is_finite(state_.world) && is_finite(cars_)) return;
    std::copy(cars_before_.begin(), cars_before_.end(), cars_.begin());
    state_.world.car = before;
    machine_.raise(state_.session, fault_not_finite);
}

bool Tick::sinks_have_room(std::size_t ticks) const noexcept {
    for (const OutputSink* sink : sinks_)
        if (!sink->has_room(ticks)) return false;
    return true;
}

}  // namespace ghostcar::rt_core
