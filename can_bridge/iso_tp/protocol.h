// SPDX-License-Identifier: Apache-2.0
// The words of ISO 15765-2 (ISO-TP) that sender and receiver share, for normal addressing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "can_bridge/frame.h"

namespace ghostcar::can_bridge::iso_tp {

// The high nibble of a frame's first byte says what it is.
constexpr std::uint8_t single_frame = 0x0;
constexpr std::uint8_t first_frame = 0x1;
constexpr std::uint8_t consecutive_frame = 0x2;
constexpr std::uint8_t flow_control_frame = 0x3;

constexpr std::uint8_t flow_continue = 0x0;
constexpr std::uint8_t flow_wait = 0x1;
constexpr std::uint8_t flow_overflow = 0x2;

constexpr std::size_t longest_12_bit_message = 4095;
constexpr std::int64_t ns_per_ms = 1'000'000;

/// How the frames of one direction look and how long the other side may take.
struct Config {
    std::uint32_t transmit_id = 0x7E8;
    bool is_extended = false;
    bool is_fd = false;
    bool bitrate_switch = false;
    std::size_t frame_length = 8;                     // of full frames: 8, or for FD up to 64
    std::optional<std::uint8_t> padding = 0xCC;       // nothing: frames as short as they can be
    std::uint8_t block_size = 0;                      // that our flow control asks for; 0: no limit
    std::uint8_t separation_code = 0;                 // STmin that our flow control asks for
    std::int64_t flow_timeout_ns = 1000 * ns_per_ms;  // N_Bs
    std::int64_t consecutive_timeout_ns = 1000 * ns_per_ms;  // N_Cr
    int most_waits = 10;  // flow-control WAIT frames in a row (N_WFTmax)
    std::size_t longest_message = longest_12_bit_message;
};

/// STmin in nanoseconds. Reserved codes count as the longest time, 127 ms.
[[nodiscard]] constexpr std::int64_t separation_ns(std::uint8_t code) noexcept {
    if (code <= 0x7F) return code * ns_per_ms;
    if (code >= 0xF1 && code <= 0xF9) return (code - 0xF0) * (ns_per_ms / 10);
    return 127 * ns_per_ms;
}

/// A frame that carries `payload` (at most 64 bytes), padded as configured; FD frames always to a
/// length that exists.
[[nodiscard]] Frame make_frame(const Config& config,
                               std::span<const std::uint8_t> payload) noexcept;

}  // namespace ghostcar::can_bridge::iso_tp
