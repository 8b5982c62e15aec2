// SPDX-License-Identifier: Apache-2.0
// What the error frames of a bus say about its controller, and when to send again after a bus-off:
// silence for a while, a restart, and twice as long if it goes wrong again. Time is a tick number.
#pragma once

#include <cstdint>

#include "can_bridge/bus_ports.h"

namespace ghostcar::can_bridge {

struct ErrorCounts {
    std::uint64_t error_frames = 0;
    std::uint64_t bus_offs = 0;
    std::uint64_t largest_transmit_errors = 0;  // TEC, as far as error frames told
    std::uint64_t largest_receive_errors = 0;   // REC
};

class BusGuard {
public:
    static constexpr std::int64_t first_pause_ticks = 100;
    static constexpr std::int64_t longest_pause_ticks = 5000;
    static constexpr std::int64_t healthy_ticks = 1000;  // after which a pause is short again

    /// An error frame (linux/can/error.h).
    void hear(const Frame& frame, std::int64_t tick) noexcept {
        ++counts_.error_frames;
        const std::uint32_t kind = frame.id;
        if (frame.length >= 8) {
            if (frame.data[6] > counts_.largest_transmit_errors)
                counts_.largest_transmit_errors = frame.data[6];
            if (frame.data[7] > counts_.largest_receive_errors)
                counts_.largest_receive_errors = frame.data[7];
        }
        if ((kind & kind_bus_off) != 0) {
            go_off(tick);
        } else if ((kind & kind_restarted) != 0) {
            state_ = WireState::active;
        } else if ((kind & kind_controller) != 0 && state_ != WireState::bus_off) {
            const std::uint8_t problem = frame.data[1];
            if ((problem & controller_active) != 0)
                state_ = WireState::active;
            else if ((problem & controller_troubled) != 0)
                state_ = WireState::troubled;
        }
    }

    /// Once per tick. True: now is the time to restart the controller.
    bool step(std::int64_t tick) noexcept {
        if (state_ != WireState::bus_off || tick < send_again_) return false;
        // Whether it worked is seen by the next bus-off; without one it did.
        state_ = WireState::active;
        return true;
    }

    [[nodiscard]] bool may_send() const noexcept { return state_ != WireState::bus_off; }
    [[nodiscard]] WireState state() const noexcept { return state_; }
    [[nodiscard]] const ErrorCounts& counts() const noexcept { return counts_; }

private:
    static constexpr std::uint32_t kind_controller = 0x004;
    static constexpr std::uint32_t kind_bus_off = 0x040;
    static constexpr std::uint32_t kind_restarted = 0x100;
    static constexpr std::uint8_t controller_troubled = 0x3C;  // warning and passive, both ways
    static constexpr std::uint8_t controller_active = 0x40;

    void go_off(std::int64_t tick) noexcept {
        ++counts_.bus_offs;
        if (state_ != WireState::bus_off) {
            const bool was_healthy = tick - send_again_ >= healthy_ticks;
            pause_ = was_healthy || pause_ == 0 ? first_pause_ticks : pause_ * 2;
            if (pause_ > longest_pause_ticks) pause_ = longest_pause_ticks;
        }
        state_ = WireState::bus_off;
        send_again_ = tick + pause_;
    }

    WireState state_ = WireState::active;
    std::int64_t send_again_ = 0;
    std::int64_t pause_ = 0;
    ErrorCounts counts_;
};

}  // namespace ghostcar::can_bridge
