// SPDX-License-Identifier: Apache-2.0
// Linux' frame (linux/can.h) and ours.
#pragma once

#include <linux/can.h>

#include <cstring>

#include "can_bridge/frame.h"
#include "can_bridge/transport/linux_id.h"

namespace ghostcar::can_bridge {

/// Bytes that a socket takes or gives: they tell classic from FD.
[[nodiscard]] inline std::size_t socket_can_size(const Frame& frame) noexcept {
    return frame.is_fd ? CANFD_MTU : CAN_MTU;
}

inline void to_socket_can(const Frame& frame, canfd_frame& target) noexcept {
    std::memset(&target, 0, sizeof target);
    target.can_id = to_linux_id(frame);
    target.len = frame.length;
    target.flags = frame.is_fd ? to_linux_fd_flags(frame) : std::uint8_t{0};
    std::memcpy(target.data, frame.data.data(),
                frame.is_fd ? largest_length : largest_classic_length);
}

/// False for what is no frame.
[[nodiscard]] inline bool from_socket_can(const canfd_frame& source, std::size_t size,
                                          Frame& frame) noexcept {
    if (size != CAN_MTU && size != CANFD_MTU) return false;
    frame = Frame{};
    frame.is_fd = size == CANFD_MTU;
    const std::size_t longest = frame.is_fd ? largest_length : largest_classic_length;
    if (!from_linux_id(source.can_id, frame) || source.len > longest) return false;
    frame.length = source.len;
    if (frame.is_fd) {
        frame.bitrate_switch = (source.flags & linux_fd_bitrate_switch) != 0;
        frame.error_state_indicator = (source.flags & linux_fd_error_state) != 0;
    }
    if (!frame.is_remote) std::memcpy(frame.data.data(), source.data, source.len);
    return true;
}

}  // namespace ghostcar::can_bridge
