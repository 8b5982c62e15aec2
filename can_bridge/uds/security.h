// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "can_bridge/byte_writer.h"
#include "can_bridge/uds/port.h"

namespace ghostcar::can_bridge::uds {

constexpr std::int64_t ns_per_ms = 1'000'000;

struct SecurityConfig {
    int most_attempts = 3;
    std::int64_t delay_ms = 10000;  // after too many wrong keys
};

/// SecurityAccess (27): a seed, then the key that belongs to it; too many wrong keys and nobody is
/// heard for a while. One level is unlocked at a time.
class Security {
public:
    static constexpr std::size_t longest_seed = 32;

    explicit Security(SecurityConfig config) noexcept : config_(config) {}

    /// An odd `level`: writes the seed, all zeros if the level is unlocked already.
    ResponseCode request_seed(std::uint8_t level, Port& port, std::int64_t now_ns,
                              ByteWriter& answer);
    /// `level` is the odd number of the seed request before.
    ResponseCode send_key(std::uint8_t level, std::span<const std::uint8_t> key, Port& port,
                          std::int64_t now_ns);
    void lock() noexcept;

    [[nodiscard]] bool is_unlocked(std::uint8_t level) const noexcept {
        return level != 0 && unlocked_ == level;
    }

private:
    SecurityConfig config_;
    std::array<std::uint8_t, longest_seed> seed_{};
    std::size_t seed_length_ = 0;
    std::uint8_t asked_ = 0;     // the level whose seed is out
    std::uint8_t unlocked_ = 0;  // 0: none
    int attempts_ = 0;
    std::int64_t delay_end_ns_ = 0;
    bool is_delayed_ = false;
};

}  // namespace ghostcar::can_bridge::uds
