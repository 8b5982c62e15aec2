// SPDX-License-Identifier: Apache-2.0
// The words that results, panel and report use for the session's enumerations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rt_core/fault_table.h"
#include "rt_core/state.h"

namespace ghostcar::board {

[[nodiscard]] constexpr std::string_view phase_word(rt_core::Phase phase) noexcept {
    constexpr std::string_view words[] = {"configure", "ready",   "countdown", "running", "paused",
                                          "finished",  "results", "fault",     "aborted"};
    static_assert(std::size(words) == rt_core::phase_count);
    return words[static_cast<std::size_t>(phase)];
}

/// A run that ended without an outcome of its own (its loop was cut short) is invalid.
[[nodiscard]] constexpr std::string_view outcome_word(rt_core::Outcome outcome) noexcept {
    constexpr std::string_view words[] = {"invalid", "finished", "violation", "aborted", "invalid"};
    return words[static_cast<std::size_t>(outcome)];
}

/// "R", "N", "1" …
[[nodiscard]] inline std::string gear_word(std::int64_t gear) {
    return gear < 0 ? "R" : gear == 0 ? "N" : std::to_string(gear);
}

/// The messages of all `faults`, joined.
[[nodiscard]] std::string fault_words(rt_core::FaultBits faults);

/// Why a run is not real-time and what to do, a line each below a heading; "" when all was granted.
[[nodiscard]] std::string refusal_words(const std::vector<std::string>& refused);

/// "0x0123456789abcdef" as results write it: without the prefix.
[[nodiscard]] std::string hex_word(std::uint64_t value);

}  // namespace ghostcar::board
