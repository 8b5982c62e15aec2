// SPDX-License-Identifier: Apache-2.0
// How fast simulation time passes against the wall clock. The pace never changes a result.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ghostcar::rt_core {

struct Pace {
    bool fast = false;    // true: no sleeping at all
    double factor = 1.0;  // simulated seconds per second of the wall clock

    static constexpr double slowest = 1.0 / 64.0;
    static constexpr double fastest = 128.0;

    [[nodiscard]] bool is_realtime() const noexcept { return !fast && factor == 1.0; }
    [[nodiscard]] std::string text() const;

    /// "realtime", "fast", a factor ("4", "0.5") or a fraction ("1/64"); nothing if it is none.
    static std::optional<Pace> parse(std::string_view text);
};

}  // namespace ghostcar::rt_core
