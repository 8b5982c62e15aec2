// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/uds/security.h"

#include <algorithm>

namespace ghostcar::can_bridge::uds {
ResponseCode Security::request_seed(std::uint8_t level, Port& port, std::int64_t now_ns,
                                    ByteWriter& answer) {
    const std::size_t length = std::min(port.seed_length(level), longest_seed);
    if (is_unlocked(level)) {
        for (std::size_t count = 0; count < length; ++count) answer.put(0);
        return ResponseCode::positive;
    }
    if (is_delayed_ && now_ns < delay_end_ns_) return ResponseCode::delay_not_expired;
    if (is_delayed_) {
        is_delayed_ = false;
        attempts_ = 0;
    }
    seed_length_ = length;
    asked_ = level;
    port.make_seed(level, {seed_.data(), length});
    answer.put({seed_.data(), length});
    return ResponseCode::positive;
}

ResponseCode Security::send_key(std::uint8_t level, std::span<const std::uint8_t> key, Port& port,
                                std::int64_t now_ns) {
    // A key is only worth something right after its own seed, and once.
    if (asked_ != level) return ResponseCode::sequence_error;
    asked_ = 0;
    if (port.is_key(level, {seed_.data(), seed_length_}, key)) {
        unlocked_ = level;
        attempts_ = 0;
        return ResponseCode::positive;
    }
    if (++attempts_ < config_.most_attempts) return ResponseCode::invalid_key;
    is_delayed_ = true;
    delay_end_ns_ = now_ns + config_.delay_ms * ns_per_ms;
    return ResponseCode::exceeded_attempts;
}

void Security::lock() noexcept {
    asked_ = 0;
    unlocked_ = 0;
}

}  // namespace ghostcar::can_bridge::uds
