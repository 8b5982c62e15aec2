// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "can_bridge/iso_tp/protocol.h"

namespace ghostcar::can_bridge::iso_tp {

enum class SendState : std::uint8_t {
    idle,
    single,      // a single frame waits to be taken
    first,       // a first frame waits to be taken
    waiting,     // for the other side's flow control
    consecutive  // consecutive frames are sent, as fast as the other side allows
};

/// Why the last message did not arrive.
enum class SendFailure : std::uint8_t {
    none,
    timed_out,       // no flow control in time (N_Bs)
    overflow,        // the other side has no room
    too_many_waits,  // it asked to wait once too often
    wrong_flow       // a flow status that does not exist
};

/// Takes a message apart into frames. Time is passed in; whoever owns the wire asks for the frame
/// that is due and sends it.
class Sender {
public:
    explicit Sender(const Config& config);

    /// False, and nothing happens, if a message is under way or this one is empty or too long.
    bool start(std::span<const std::uint8_t> message) noexcept;

    /// The data of a frame from the other side; anything but flow control is ignored.
    void receive(std::span<const std::uint8_t> data, std::int64_t now_ns) noexcept;

    /// The frame that is due, if any: call it until there is none.
    [[nodiscard]] std::optional<Frame> next(std::int64_t now_ns) noexcept;

    [[nodiscard]] SendState state() const noexcept { return state_; }
    [[nodiscard]] bool is_busy() const noexcept { return state_ != SendState::idle; }
    [[nodiscard]] SendFailure failure() const noexcept { return failure_; }
    void abort() noexcept { state_ = SendState::idle; }

private:
    [[nodiscard]] std::size_t full_frame() const noexcept {
        return config_.is_fd ? config_.frame_length : largest_classic_length;
    }
    [[nodiscard]] Frame take_single() noexcept;
    [[nodiscard]] Frame take_first(std::int64_t now_ns) noexcept;
    [[nodiscard]] Frame take_consecutive(std::int64_t now_ns) noexcept;
    void wait(std::int64_t now_ns) noexcept;
    void fail(SendFailure failure) noexcept;

    Config config_;
    std::vector<std::uint8_t> buffer_;
    std::size_t length_ = 0;
    std::size_t sent_ = 0;
    std::int64_t due_ns_ = 0;       // of the next consecutive frame
    std::int64_t deadline_ns_ = 0;  // for the flow control
    std::int64_t separation_ns_ = 0;
    int waits_ = 0;
    SendState state_ = SendState::idle;
    SendFailure failure_ = SendFailure::none;
    std::uint8_t sequence_ = 0;
    std::uint8_t left_in_block_ = 0;  // 0: the block has no end
    bool has_block_ = false;
};

}  // namespace ghostcar::can_bridge::iso_tp
