// SPDX-License-Identifier: Apache-2.0
// Faults on the test's desk: an engine, its ticks, and messages that go through it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "can_bridge/fault/engine.h"
#include "tests/unit/unity_cpp.h"

namespace ghostcar::tests {

using namespace can_bridge;
using fault::Engine;
using fault::Fault;
using fault::FaultKind;
using rt_core::CommandKind;

inline Frame frame_of(std::uint32_t id, std::vector<std::uint8_t> data) {
    Frame frame;
    frame.id = id;
    frame.length = static_cast<std::uint8_t>(data.size());
    for (std::size_t place = 0; place < data.size(); ++place) frame.data[place] = data[place];
    return frame;
}

inline Fault fault_of(FaultKind kind, double amount = 0.0) {
    Fault fault;
    fault.name = "f";
    fault.kind = kind;
    fault.amount = amount;
    fault.target = {0x100, false};
    return fault;
}

/// An engine and the ticks around it.
class Bench {
public:
    explicit Bench(std::vector<Fault> faults, std::uint64_t seed = 1)
        : engine(std::move(faults), seed) {
        state.session.phase = rt_core::Phase::running;
    }

    void command(CommandKind kind, double value = 0.0) { inputs.command = {kind, {}, value}; }

    /// One tick; what is left of the frames.
    std::vector<Frame> tick(const std::vector<Frame>& frames,
                            Direction direction = Direction::received, std::uint32_t bus = 0) {
        ++state.tick;
        rt_core::Inputs latched = inputs;
        engine.latch(state.tick, latched);
        bits = latched.faults;
        FrameBatch batch;
        for (const Frame& frame : frames) {
            BusFrame in;
            in.timed.frame = frame;
            in.timed.channel = bus;
            in.tick = state.tick;
            in.direction = direction;
            TEST_ASSERT_TRUE(batch.add(in));
        }
        engine.process(bus, direction, state.tick, batch);
        ++state.session.running_ticks;
        engine.publish(latched, state, 0);
        inputs = {};
        std::vector<Frame> result;
        for (const BusFrame& out : batch.frames()) {
            TEST_ASSERT_TRUE(out.direction == direction && out.timed.channel == bus);
            TEST_ASSERT_EQUAL_INT64(state.tick, out.tick);
            result.push_back(out.timed.frame);
        }
        return result;
    }

    /// A command, in a tick without frames; the fault is there in the next tick.
    void start(std::size_t index = 0) {
        command(CommandKind::set_fault, static_cast<double>(index));
        tick({});
    }
    void stop(std::size_t index = 0) {
        command(CommandKind::clear_fault, static_cast<double>(index));
        tick({});
    }

    Engine engine;
    rt_core::State state;
    rt_core::Inputs inputs;
    rt_core::FaultBits bits = 0;
};

inline const Frame pedals = frame_of(0x100, {1, 2, 3, 4, 5, 6, 7, 8});
inline const Frame other = frame_of(0x200, {9});

inline const e2e::Protection profile1 = e2e::Profile1(0x100, e2e::DataIdMode::both);

inline Frame protected_frame(int counter) {
    Frame frame = frame_of(0x100, {0, 0, 10, 20, 30, 40, 50, 60});
    e2e::protect(profile1, {frame.data.data(), 8}, counter);
    return frame;
}

inline e2e::Reading reading(const Frame& frame) {
    return e2e::read(profile1, frame.payload());
}

}  // namespace ghostcar::tests
