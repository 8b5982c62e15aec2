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
      state_hash_(hash_seed),
      inputs_hash_(hash_seed) {
    start_afresh();
    state_.session = machine_.initial();
}

void Tick::start_afresh() noexcept {
    state_.world = world_.initial();
    state_.judge = judge_.initial();
    cars_ = initial_cars_;  // of the same size: nothing is allocated
}

void Tick::run(FaultBits loop_faults) noexcept {
    ++state_.tick;

    Inputs inputs;
    inputs.faults = loop_faults;
    for (InputSource* source : sources_) source->latch(state_.tick, inputs);
    inputs_hash_ = chain_hash(inputs_hash_, inputs);

    // A model that has left the real numbers no longer moves: its car counts as standing.
    const bool standing = state_.world.car.speed_mps == 0.0 ||
                          (state_.session.latched_faults & fault_not_finite) != 0;
    if (machine_.step(state_.session, inputs, standing)) start_afresh();
    if (inputs.command.kind == CommandKind::set_parameter)
        apply_parameter(inputs.command, state_.world.environment);
    state_.world.finish = inputs.finish;
    state_.bus_status = inputs.bus_status;
    if (world_moves(state_.session.phase)) step_world(inputs);
    if (state_.session.phase == Phase::running)
        machine_.obey(state_.session, judge_.step(state_.judge, state_.world, cars_));

    state_hash_ = chain_hash(state_hash_, state_);
    if (!cars_.empty()) publish_cars();
    for (OutputSink* sink : sinks_) sink->publish(inputs, state_, state_hash_);
}

void Tick::publish_cars() noexcept {
    for (const model::RoadCarState& car : cars_) state_hash_ = chain_hash(state_hash_, car);
    for (OutputSink* sink : sinks_) sink->publish_cars(state_.tick, cars_);
}

void Tick::step_world(const Inputs& inputs) noexcept {
    const model::LongitudinalState before = state_.world.car;
    if (cars_.empty()) {
        world_.step(state_.world, arbitrate(state_.session.phase, state_.world, inputs.controls),
                    state_.session.running_ticks);
        if (is_finite(state_.world)) return;
    } else {
        std::copy(cars_.begin(), cars_.end(), cars_before_.begin());
        world_.decide(cars_, inputs.controls);
        const model::Controls& wanted = cars_.front().controls;
        world_.step(state_.world, cars_, arbitrate(state_.session.phase, state_.world, wanted));
        if (is_finite(state_.world) && is_finite(cars_)) return;
        std::copy(cars_before_.begin(), cars_before_.end(), cars_.begin());
    }
    state_.world.car = before;  // no NaN ever enters State, nor the wires
    machine_.raise(state_.session, fault_not_finite);
}

bool Tick::sinks_have_room(std::size_t ticks) const noexcept {
    for (const OutputSink* sink : sinks_)
        if (!sink->has_room(ticks)) return false;
    return true;
}

}  // namespace ghostcar::rt_core
