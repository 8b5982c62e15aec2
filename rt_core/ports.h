// SPDX-License-Identifier: Apache-2.0
// The ports of the heart: what it needs from the outside, and nothing about who provides it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/world/car_inputs.h"
#include "model/world/road_car_state.h"
#include "rt_core/inputs.h"
#include "rt_core/state.h"

namespace ghostcar::rt_core {

/// A wire in. Called once at the start of each tick, in a fixed order; fills its own fields.
class InputSource {
public:
    virtual ~InputSource() = default;
    virtual void latch(std::int64_t tick, Inputs& inputs) noexcept = 0;
    /// The same for the cars that have a controller of their own, after latch(), in ticks in which
    /// cars move; not called where no car has one.
    virtual void latch_cars(std::int64_t /*tick*/, std::span<model::CarInputs> /*own*/) noexcept {}
};

/// A wire out. Called once at the end of each tick, in a fixed order.
class OutputSink {
public:
    virtual ~OutputSink() = default;
    virtual void publish(const Inputs& inputs, const State& state,
                         std::uint64_t state_hash) noexcept = 0;
    /// The cars of a session on a track, in every tick before publish(); not called without a
    /// track.
    virtual void publish_cars(std::int64_t /*tick*/,
                              std::span<const model::RoadCarState> /*cars*/) noexcept {}
    /// What the cars with a controller of their own were told, in every tick before publish(); not
    /// called where no car has one.
    virtual void publish_car_inputs(std::int64_t /*tick*/,
                                    std::span<const model::CarInputs> /*own*/) noexcept {}
    /// False asks the loop to wait: there is no room for the next `ticks` records (a recorder whose
    /// ring fills up). In real time nobody waits: a full ring drops and counts.
    [[nodiscard]] virtual bool has_room(std::size_t /*ticks*/) const noexcept { return true; }
};

/// Somebody whose word a run waits for between two ticks, so that it never depends on the machine:
/// a controller. In real time nobody waits.
class AwaitedSource {
public:
    virtual ~AwaitedSource() = default;
    /// Before every tick. Returns at once unless the next tick needs a word that is not there yet.
    virtual void await() noexcept = 0;
};

/// Time and sleep, so that the loop can be tested on a clock that tells what the test wants.
class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual std::int64_t now_ns() noexcept = 0;
    /// Sleeps until an absolute time; returns 0 or an errno value (never EINTR).
    virtual int sleep_until(std::int64_t wake_ns) noexcept = 0;
};

}  // namespace ghostcar::rt_core
