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
            for (std::size_t code = 0; code < length_of_code.size(); ++code) {
                const FrameShape shape{length_of_code[code], (kind & 1U) != 0, (kind & 2U) != 0,
                                       (kind & 4U) != 0};
                ns_[kind][code] =
                    static_cast<std::int64_t>(longest_frame_time_s(shape, rates) * 1e9);
            }
    }

    [[nodiscard]] std::int64_t ns(const Frame& frame) const noexcept {
        const unsigned kind = (frame.is_extended ? 1U : 0U) | (frame.is_fd ? 2U : 0U) |
                              (frame.bitrate_switch ? 4U : 0U);
        return ns_[kind][code_of_[frame.length]];
    }

private:
    static constexpr unsigned kinds = 8;
    static constexpr std::array<std::uint8_t, largest_length + 1> code_of_ = [] {
        std::array<std::uint8_t, largest_length + 1> codes{};
        for (std::size_t length = 0; length < codes.size(); ++length)
            codes[length] = code_of_length(length);
        return codes;
    }();
    std::array<std::array<std::int64_t, 16>, kinds> ns_{};
};

}  // namespace ghostcar::can_bridge
