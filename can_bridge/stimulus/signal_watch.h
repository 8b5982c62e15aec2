// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "can_bridge/bus_ports.h"
#include "can_bridge/message_codec.h"

namespace ghostcar::can_bridge::stimulus {

/// The last values of some signals as they were on the bus, in either direction; NaN before the
/// first.
class SignalWatch final : public FrameTap {
public:
    /// Returns its number. Before the first tick.
    std::size_t add(std::uint32_t bus, std::uint32_t id, bool is_extended,
                    const MessageCodec& message, std::size_t signal) {
        signals_.push_back(
            {bus, id, is_extended, message, signal, std::numeric_limits<double>::quiet_NaN()});
        return signals_.size() - 1;
    }
    [[nodiscard]] double value(std::size_t number) const noexcept { return signals_[number].value; }
    [[nodiscard]] bool empty() const noexcept { return signals_.empty(); }

    void record(std::span<const BusFrame> frames) noexcept override {
        for (const BusFrame& seen : frames) {
            const Frame& frame = seen.timed.frame;
            for (Signal& signal : signals_)
                if (signal.bus == seen.timed.channel && signal.id == frame.id &&
                    signal.is_extended == frame.is_extended && !frame.is_error &&
                    signal.message.is_present(signal.index, frame))
                    signal.value = signal.message.codec(signal.index)->value(frame);
        }
    }

private:
    struct Signal {
        std::uint32_t bus;
        std::uint32_t id;
        bool is_extended;
        MessageCodec message;
        std::size_t index;
        double value;
    };
    std::vector<Signal> signals_;
};

}  // namespace ghostcar::can_bridge::stimulus
