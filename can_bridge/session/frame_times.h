// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "can_bridge/bus_load.h"
#include "can_bridge/frame.h"

namespace ghostcar::can_bridge {

/// How long each kind of frame is on the wire at most, worked out once.
class FrameTimes {
public:
    explicit FrameTimes(const BitRates& rates) {
        for (unsigned kind = 0; kind < kinds; ++kind)
            for (std::size_t length = 0; length <= largest_length; ++length) {
                const FrameShape shape{length_of_code[code_of_length(length)], (kind & 1U) != 0,
                                       (kind & 2U) != 0, (kind & 4U) != 0};
                ns_[kind][length] =
                    static_cast<std::int64_t>(longest_frame_time_s(shape, rates) * 1e9);
            }
    }

    [[nodiscard]] std::int64_t ns(const Frame& frame) const noexcept {
        unsigned kind = frame.is_extended ? 1U : 0U;
        if (frame.is_fd) [[unlikely]]
            kind |= 2U | (frame.bitrate_switch ? 4U : 0U);
        return ns_[kind][frame.length];
    }

private:
    static constexpr unsigned kinds = 8;
    std::array<std::array<std::int64_t, largest_length + 1>, kinds> ns_{};
};

}  // namespace ghostcar::can_bridge
