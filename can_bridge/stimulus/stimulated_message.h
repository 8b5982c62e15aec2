// SPDX-License-Identifier: Apache-2.0
// Stands in for an ECU that is not there: a message whose signals a stimulus file sets arrives on
// its cycle as if it came from the bus, counter and checksum included, before the faults meet it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "can_bridge/bus_ports.h"
#include "can_bridge/e2e/protection.h"
#include "can_bridge/signal_codec.h"

namespace ghostcar::can_bridge::stimulus {

struct StimulatedMessage {
    std::uint32_t bus = 0;
    Frame frame;  // id, length, and what no column sets
    std::int64_t cycle_ticks = 10;
    std::optional<e2e::Protection> protection;
    int counter = 0;
};

class StimulatedMessages final : public FrameStage {
public:
    /// Returns its number. Before the first tick.
    std::size_t add(const StimulatedMessage& message) {
        messages_.push_back(message);
        return messages_.size() - 1;
    }
    void set(std::size_t message, const SignalCodec& codec, double value) noexcept {
        codec.set_value(messages_[message].frame, value);
    }
    [[nodiscard]] std::size_t size() const noexcept { return messages_.size(); }
    [[nodiscard]] const StimulatedMessage& operator[](std::size_t message) const noexcept {
        return messages_[message];
    }

    void process(std::uint32_t bus, Direction direction, std::int64_t tick,
                 FrameBatch& batch) noexcept override {
        if (direction != Direction::received) return;
        for (StimulatedMessage& message : messages_) {
            if (message.bus != bus || tick % message.cycle_ticks != 0) continue;
            BusFrame* place = batch.add();
            if (place == nullptr) return;
            *place = {};
            place->timed.frame = message.frame;
            place->timed.channel = bus;
            place->tick = tick;
            place->direction = Direction::received;
            if (!message.protection) continue;
            Frame& frame = place->timed.frame;
            e2e::protect(*message.protection, {frame.data.data(), frame.length}, message.counter);
            message.counter = e2e::next_counter(*message.protection, message.counter);
        }
    }

private:
    std::vector<StimulatedMessage> messages_;
};

}  // namespace ghostcar::can_bridge::stimulus
