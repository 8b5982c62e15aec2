// SPDX-License-Identifier: Apache-2.0
// An id with Linux' flags in its upper bits (linux/can.h), as cannelloni and PCAPNG carry it.
#pragma once

#include <cstdint>

#include "can_bridge/frame.h"

namespace ghostcar::can_bridge {

constexpr std::uint32_t linux_extended_flag = 0x8000'0000;
constexpr std::uint32_t linux_remote_flag = 0x4000'0000;
constexpr std::uint32_t linux_error_flag = 0x2000'0000;
constexpr std::uint8_t linux_fd_bitrate_switch = 0x01;
constexpr std::uint8_t linux_fd_error_state = 0x02;
constexpr std::uint8_t linux_fd_frame = 0x04;

[[nodiscard]] constexpr std::uint32_t to_linux_id(const Frame& frame) noexcept {
    return frame.id | (frame.is_extended ? linux_extended_flag : 0U) |
           (frame.is_remote ? linux_remote_flag : 0U) | (frame.is_error ? linux_error_flag : 0U);
}

/// False if the number of bits does not fit the kind of id.
[[nodiscard]] constexpr bool from_linux_id(std::uint32_t value, Frame& frame) noexcept {
    frame.is_extended = (value & linux_extended_flag) != 0;
    frame.is_remote = (value & linux_remote_flag) != 0;
    frame.is_error = (value & linux_error_flag) != 0;
    frame.id = value & largest_extended_id;
    return frame.is_error || frame.id <= largest_id(frame.is_extended);
}

[[nodiscard]] constexpr std::uint8_t to_linux_fd_flags(const Frame& frame) noexcept {
    return static_cast<std::uint8_t>((frame.bitrate_switch ? linux_fd_bitrate_switch : 0U) |
                                     (frame.error_state_indicator ? linux_fd_error_state : 0U));
}

}  // namespace ghostcar::can_bridge
