// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "model/judge/judge_state.h"
#include "model/tick.h"
#include "model/world/world_state.h"
#include "rt_core/inputs.h"

namespace ghostcar::rt_core {

/// The session's phases (configure happens before the first tick and is never seen in a State).
enum class Phase : std::int64_t {
    configure = 0,
    ready = 1,
    countdown = 2,
    running = 3,
    paused = 4,
    finished = 5,
    results = 6,
    fault = 7,    // safe state, latched until reset
    aborted = 8,  // safe state after a stop command
};

enum class Outcome : std::int64_t {
    none = 0,
    finished = 1,
    violation = 2,
    aborted = 3,
    invalid = 4
};

/// Where the session stands. Eight-byte members only.
struct SessionState {
    Phase phase = Phase::ready;
    std::int64_t phase_ticks = 0;    // ticks spent in this phase; fault: at rest, < 0 rolling
    std::int64_t running_ticks = 0;  // ticks of driving
    Outcome outcome = Outcome::none;
    FaultBits active_faults = 0;   // present in this tick
    FaultBits latched_faults = 0;  // why the safe state was entered
};

/// What the car, the judge and the session are after a tick.
struct State {
    std::int64_t tick = 0;  // 1 after the first tick; sim time = tick × 1 ms
    SessionState session;
    model::WorldState world;
    model::JudgeState judge;
    std::uint64_t bus_status = 0;  // as latched; 0 without a bus, and while all is well
};

static_assert(std::is_trivially_copyable_v<State>);
static_assert(sizeof(State) % 8 == 0);

using model::tick_s;

}  // namespace ghostcar::rt_core
