// SPDX-License-Identifier: Apache-2.0
// Vector's binary log (BLF), as far as CAN frames go. All little-endian. A file is a head of 144
// bytes and a row of objects; most are containers, whose content, usually compressed, is again a
// row of objects. An object may begin in one container and end in the next.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ghostcar::can_bridge::blf {

constexpr std::uint32_t file_signature = 0x47474F4C;    // "LOGG"
constexpr std::uint32_t object_signature = 0x4A424F4C;  // "LOBJ"

constexpr std::size_t file_head_size = 144;
constexpr std::size_t base_head_size = 16;   // signature, head size, version, object size, type
constexpr std::size_t event_head_size = 32;  // and flags, index, version, time

// Types of objects.
constexpr std::uint32_t can_message = 1;
constexpr std::uint32_t log_container = 10;
constexpr std::uint32_t can_error_extended = 73;
constexpr std::uint32_t can_message_2 = 86;
constexpr std::uint32_t can_fd_message = 100;
constexpr std::uint32_t can_fd_message_64 = 101;

// How a container is compressed.
constexpr std::uint16_t not_compressed = 0;
constexpr std::uint16_t zlib_compressed = 2;

// Units of an event's time.
constexpr std::uint32_t time_in_10_us = 1;
constexpr std::uint32_t time_in_ns = 2;

constexpr std::uint32_t extended_id_flag = 0x8000'0000;
constexpr std::uint8_t remote_flag = 0x80;  // of a CAN message
// Of an FD message …
constexpr std::uint8_t fd_flag = 0x01;
constexpr std::uint8_t fd_bitrate_switch = 0x02;
constexpr std::uint8_t fd_error_state = 0x04;
// … and of its later form.
constexpr std::uint32_t fd64_remote = 0x0010;
constexpr std::uint32_t fd64_flag = 0x1000;
constexpr std::uint32_t fd64_bitrate_switch = 0x2000;
constexpr std::uint32_t fd64_error_state = 0x4000;

}  // namespace ghostcar::can_bridge::blf
