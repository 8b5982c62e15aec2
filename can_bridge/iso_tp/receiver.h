// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "can_bridge/iso_tp/protocol.h"

namespace ghostcar::can_bridge::iso_tp {

enum class ReceiveEvent : std::uint8_t {
    none,
    complete,        // message() is whole
    started,         // a first frame; answer with the flow control
    wrong_sequence,  // a consecutive frame out of order, or too short: the transfer is over
    timed_out,       // no consecutive frame in time: likewise
    interrupted,     // a new message began before the old one was whole; the old one is lost
    too_long         // the message does not fit; the sender is told
};

/// Puts messages together from frames. Time is passed in; the buffer is as long as the longest
/// message from the start.
class Receiver {
public:
    explicit Receiver(const Config& config);

    /// The data of a frame that is addressed to us. Functional (broadcast) requests may only be
    /// single frames: a flow control for everybody would make everybody answer.
    ReceiveEvent receive(std::span<const std::uint8_t> data, bool is_functional,
                         std::int64_t now_ns) noexcept;

    /// Ends a transfer whose sender went silent.
    ReceiveEvent poll(std::int64_t now_ns) noexcept;

    /// What is to be sent now, once per request: the flow control.
    [[nodiscard]] std::optional<Frame> take_flow_control() noexcept;

    [[nodiscard]] std::span<const std::uint8_t> message() const noexcept {
        return {buffer_.data(), received_};
    }
    [[nodiscard]] bool is_busy() const noexcept { return is_receiving_; }

private:
    ReceiveEvent receive_single(std::span<const std::uint8_t> data) noexcept;
    ReceiveEvent receive_first(std::span<const std::uint8_t> data, std::int64_t now_ns) noexcept;
    ReceiveEvent receive_consecutive(std::span<const std::uint8_t> data,
                                     std::int64_t now_ns) noexcept;
    void append(std::span<const std::uint8_t> data) noexcept;
    void ask_for(std::uint8_t flow) noexcept;

    Config config_;
    std::vector<std::uint8_t> buffer_;
    std::size_t length_ = 0;    // of the message that is being received
    std::size_t received_ = 0;  // so far
    std::size_t frame_length_ = 0;
    std::int64_t deadline_ns_ = 0;
    std::optional<Frame> flow_control_;
    std::uint8_t sequence_ = 0;
    std::uint8_t left_in_block_ = 0;
    bool is_receiving_ = false;
};

}  // namespace ghostcar::can_bridge::iso_tp
