// SPDX-License-Identifier: Apache-2.0
// The one frame type of the bus, classic and FD. Transports, logs, codecs and diagnostics all
// speak it; none of their flag bits ever reaches another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ghostcar::can_bridge {

constexpr std::uint32_t largest_standard_id = 0x7FF;
constexpr std::uint32_t largest_extended_id = 0x1FFF'FFFF;
constexpr std::size_t largest_classic_length = 8;
constexpr std::size_t largest_length = 64;

struct Frame {
    std::uint32_t id = 0;  // 11 or 29 bits, without any flag
    bool is_extended = false;
    bool is_remote = false;  // carries a length, but no data
    bool is_error = false;   // `id` is then the error class of linux/can/error.h
    bool is_fd = false;
    bool bitrate_switch = false;
    bool error_state_indicator = false;
    std::uint8_t length = 0;                          // bytes
    std::array<std::uint8_t, largest_length> data{};  // zero behind `length`

    [[nodiscard]] std::span<const std::uint8_t> payload() const noexcept {
        return {data.data(), is_remote ? std::size_t{0} : std::size_t{length}};
    }
    friend bool operator==(const Frame&, const Frame&) = default;
};

/// A frame as a log or a transport knows it.
struct TimedFrame {
    std::int64_t time_ns = 0;  // since the log's own zero, or since 1970
    std::uint32_t channel = 0;
    Frame frame;

    friend bool operator==(const TimedFrame&, const TimedFrame&) = default;
};

/// The lengths that a data length code can say: 0 to 8, then ISO 11898-1's steps for FD.
constexpr std::array<std::uint8_t, 16> length_of_code = {0, 1,  2,  3,  4,  5,  6,  7,
                                                         8, 12, 16, 20, 24, 32, 48, 64};

/// The smallest code whose length holds `length` bytes (at most 64).
[[nodiscard]] constexpr std::uint8_t code_of_length(std::size_t length) noexcept {
    std::uint8_t code = 0;
    while (code < 15 && length_of_code[code] < length) ++code;
    return code;
}

[[nodiscard]] constexpr std::uint32_t largest_id(bool is_extended) noexcept {
    return is_extended ? largest_extended_id : largest_standard_id;
}

/// Could a controller send this frame? Codecs refuse what fails here instead of guessing.
[[nodiscard]] constexpr bool is_sendable(const Frame& frame) noexcept {
    if (frame.id > largest_id(frame.is_extended) || frame.is_error) return false;
    if (!frame.is_fd)
        return frame.length <= largest_classic_length && !frame.bitrate_switch &&
               !frame.error_state_indicator;
    return !frame.is_remote && frame.length <= largest_length &&
           length_of_code[code_of_length(frame.length)] == frame.length;
}

}  // namespace ghostcar::can_bridge
