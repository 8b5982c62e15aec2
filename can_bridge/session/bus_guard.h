// SPDX-License-Identifier: Apache-2.0
// What the error frames of a bus say about its controller, and when to send again after a bus-off:
// silence for a while, a request to restart, and a trial: frames that are due are sent. The bus is
// back when the controller says that it was restarted, or when a frame of ours was on the wire.
// Nothing of the kind for a second, or bus-off again: silence for twice as long. Time is a tick
// number.
#pragma once

#include <cstdint>
#include <optional>

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
    static constexpr std::int64_t trial_ticks = 1000;

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
            come_back(tick);
        } else if ((kind & kind_controller) != 0 && state_ != WireState::bus_off) {
            const std::uint8_t problem = frame.data[1];
            if ((problem & controller_active) != 0)
                state_ = WireState::active;
            else if ((problem & controller_troubled) != 0)
                state_ = WireState::troubled;
        }
    }

    /// Once per tick, while is_off(). True: now is the time to restart the controller. `confirmed`
    /// counts our frames that were seen on the wire; nothing where the channel cannot tell, or
    /// nobody sends: a trial that goes well for its whole time is then all there is.
    bool step(std::int64_t tick, std::optional<std::uint64_t> confirmed) noexcept {
        if (state_ != WireState::bus_off) return false;
        if (is_trial_) {
            const bool is_over = tick >= trial_until_;
            if (confirmed ? *confirmed > confirmed_before_ : is_over)
                come_back(tick);
            else if (is_over)
                pause(tick);
            return false;
        }
        if (tick < send_again_) return false;
        is_trial_ = true;
        trial_until_ = tick + trial_ticks;
        confirmed_before_ = confirmed.value_or(0);
        return true;
    }

    [[nodiscard]] bool is_off() const noexcept { return state_ == WireState::bus_off; }
    [[nodiscard]] bool may_send() const noexcept { return !is_off() || is_trial_; }
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
        if (!is_off() && tick - back_since_ >= healthy_ticks) pause_ = 0;
        if (!is_off() || is_trial_)
            pause(tick);
        else
            send_again_ = tick + pause_;  // the same one, told again
        state_ = WireState::bus_off;
    }

    void pause(std::int64_t tick) noexcept {
        is_trial_ = false;
        pause_ = pause_ == 0 ? first_pause_ticks : pause_ * 2;
        if (pause_ > longest_pause_ticks) pause_ = longest_pause_ticks;
        send_again_ = tick + pause_;
    }

    void come_back(std::int64_t tick) noexcept {
        if (is_off()) back_since_ = tick;
        state_ = WireState::active;
        is_trial_ = false;
    }

    WireState state_ = WireState::active;
    bool is_trial_ = false;  // of a bus that is off: frames are sent to see what comes of them
    std::int64_t send_again_ = 0;
    std::int64_t trial_until_ = 0;
    std::int64_t back_since_ = -healthy_ticks;
    std::int64_t pause_ = 0;  // the last one; 0: none, or long ago
    std::uint64_t confirmed_before_ = 0;
    ErrorCounts counts_;
};

}  // namespace ghostcar::can_bridge
