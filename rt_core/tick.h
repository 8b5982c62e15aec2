// SPDX-License-Identifier: Apache-2.0
// One tick of the car that is not there:
//   latch Inputs → session → arbitrate → World.step → Judge.step → State → hash → wires out.
// Everything after the latch is a pure function of (State, Inputs). Nothing here allocates,
// locks, blocks, logs or throws.
#pragma once

#include <cstdint>
#include <vector>

#include "model/judge/judge.h"
#include "model/world/world.h"
#include "rt_core/ports.h"
#include "rt_core/session_machine.h"

namespace ghostcar::rt_core {

class Tick {
public:
    /// Sources are latched and sinks are published in the order given. The pointers must outlive
    /// the Tick.
    Tick(const SessionConfig& session, const model::World& world, model::Judge judge,
         std::vector<InputSource*> sources, std::vector<OutputSink*> sinks);

    /// Runs one tick. `loop_faults` is what the loop itself has to report; it becomes an Input.
    void run(FaultBits loop_faults) noexcept;

    /// False: a sink asks a run that is not in real time to wait before the next `ticks` ticks.
    [[nodiscard]] bool sinks_have_room(std::size_t ticks) const noexcept;

    [[nodiscard]] bool done() const noexcept { return state_.session.phase == Phase::results; }
    [[nodiscard]] const State& state() const noexcept { return state_; }
    /// Part of State: the cars of a session on a track, hashed with it. Empty without a track.
    [[nodiscard]] const std::vector<model::RoadCarState>& cars() const noexcept { return cars_; }
    /// Part of State: what the judge of a race carries of each car. Empty in every other session.
    [[nodiscard]] const std::vector<model::CruiseJudgeState>& drives() const noexcept {
        return drives_;
    }
    [[nodiscard]] std::uint64_t state_hash() const noexcept { return state_hash_; }
    [[nodiscard]] std::uint64_t inputs_hash() const noexcept { return inputs_hash_; }

private:
    void step_session(const Inputs& inputs) noexcept;
    void step_bench(const Inputs& inputs) noexcept;
    void step_road(const Inputs& inputs) noexcept;
    void latch_cars() noexcept;
    void publish_cars() noexcept;
    void start_afresh() noexcept;

    SessionMachine machine_;
    model::World world_;
    model::Judge judge_;
    std::vector<InputSource*> sources_;
    std::vector<OutputSink*> sinks_;
    State state_;
    std::vector<model::RoadCarState> cars_;
    std::vector<model::RoadCarState> initial_cars_;
    std::vector<model::RoadCarState> cars_before_;  // of the tick, should it go wrong
    std::vector<model::CarInputs> own_;             // of the cars with a controller of their own
    std::vector<model::CruiseJudgeState> drives_;
    std::uint64_t state_hash_;
    std::uint64_t inputs_hash_;
};

}  // namespace ghostcar::rt_core
