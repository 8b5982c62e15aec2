// SPDX-License-Identifier: Apache-2.0
// Any of the protections, chosen when the session is read; in the tick one jump, no allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "can_bridge/e2e/plain_protection.h"
#include "can_bridge/e2e/profile1.h"
#include "can_bridge/e2e/profile2.h"
#include "can_bridge/e2e/profile5.h"

namespace ghostcar::can_bridge::e2e {

using Protection = std::variant<PlainProtection, Profile1, Profile2, Profile5>;

/// Bytes that a frame must have for this protection to fit.
[[nodiscard]] std::size_t shortest_frame(const Protection& protection) noexcept;

/// How many values its counter has; 1 without one.
[[nodiscard]] int counters_of(const Protection& protection) noexcept;

namespace detail {
void protect_otherwise(const Protection& protection, std::span<std::uint8_t> data,
                       int counter) noexcept;
[[nodiscard]] Reading read_otherwise(const Protection& protection,
                                     std::span<const std::uint8_t> data) noexcept;
}  // namespace detail

// Every frame of the usual profile comes by here, so it is part of its caller.

/// Writes counter (below counters_of) and checksum. `data` is at least shortest_frame bytes.
[[gnu::always_inline]] inline void protect(const Protection& protection,
                                           std::span<std::uint8_t> data, int counter) noexcept {
    if (const auto* profile1 = std::get_if<Profile1>(&protection))
        profile1->protect(data, counter);
    else
        detail::protect_otherwise(protection, data, counter);
}

/// Data that is too short is not intact.
[[nodiscard, gnu::always_inline]] inline Reading read(const Protection& protection,
                                                      std::span<const std::uint8_t> data) noexcept {
    if (const auto* profile1 = std::get_if<Profile1>(&protection)) return profile1->read(data);
    return detail::read_otherwise(protection, data);
}

/// The byte, or the first of the bytes, that the checksum is in; nothing without one.
[[nodiscard]] std::optional<std::size_t> checksum_byte(const Protection& protection) noexcept;

/// The counter of the next frame.
[[nodiscard]] inline int next_counter(const Protection& protection, int counter) noexcept {
    return counter + 1 < counters_of(protection) ? counter + 1 : 0;
}

}  // namespace ghostcar::can_bridge::e2e
