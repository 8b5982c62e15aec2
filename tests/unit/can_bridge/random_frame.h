// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "can_bridge/frame.h"
#include "tests/unit/can_bridge/random.h"

namespace ghostcar::tests {

/// Any frame that a controller could send.
inline can_bridge::Frame random_frame(Random& random) {
    can_bridge::Frame frame;
    frame.is_extended = random.below(2) == 0;
    frame.id =
        static_cast<std::uint32_t>(random.next()) & can_bridge::largest_id(frame.is_extended);
    frame.is_fd = random.below(2) == 0;
    if (frame.is_fd) {
        frame.bitrate_switch = random.below(2) == 0;
        frame.error_state_indicator = random.below(2) == 0;
        frame.length = can_bridge::length_of_code[static_cast<std::size_t>(random.below(16))];
    } else {
        frame.is_remote = random.below(4) == 0;
        frame.length = static_cast<std::uint8_t>(random.below(9));
    }
    for (std::size_t byte = 0; byte < frame.payload().size(); ++byte)
        frame.data[byte] = static_cast<std::uint8_t>(random.next());
    return frame;
}

/// With a time in whole microseconds, which every log can hold.
inline can_bridge::TimedFrame random_timed_frame(Random& random) {
    can_bridge::TimedFrame timed;
    timed.time_ns = static_cast<std::int64_t>(random.next() >> 20U) * 1000;
    timed.channel = static_cast<std::uint32_t>(random.below(4));
    timed.frame = random_frame(random);
    return timed;
}

}  // namespace ghostcar::tests
