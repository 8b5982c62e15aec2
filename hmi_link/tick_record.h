// SPDX-License-Identifier: Apache-2.0
// A tick of a recording as the bytes of the message TickRecord (proto/ghostcar.proto), written by
// hand: there is one for every tick, and the library's way costs three times as much. The bytes are
// those the library would write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hmi_link/recording.h"

namespace ghostcar::hmi_link {

/// Room for any tick.
constexpr std::size_t largest_tick_record = 192;

/// Returns how many bytes were written.
[[nodiscard]] std::size_t write_tick_record(
    const RecordedTick& tick, std::span<std::uint8_t, largest_tick_record> room) noexcept;

}  // namespace ghostcar::hmi_link
