// SPDX-License-Identifier: Apache-2.0
#include "rt_core/session_config.h"

#include <cmath>

#include "rt_core/state.h"

namespace ghostcar::rt_core {
namespace {

// A million days: the longest run anybody has asked for, and far below 2^63 ticks.
constexpr double longest_s = 86400.0 * 1e6;

std::int64_t ticks(double seconds) {
    return static_cast<std::int64_t>(std::floor(seconds / tick_s + 0.5));
}

}  // namespace

SessionConfig SessionConfig::from_toml(model::TableReader& session, std::int64_t whole_ticks) {
    SessionConfig config;
    const auto duration = model::Range::between(tick_s, longest_s);
    config.duration_ticks = ticks(
        whole_ticks > 0
            ? session.number_or("duration_s", static_cast<double>(whole_ticks) * tick_s, duration)
            : session.number("duration_s", duration));
    config.countdown_ticks =
        ticks(session.number_or("countdown_s", 0.0, model::Range::between(0.0, 3600.0)));
    config.autostart = session.boolean_or("autostart", true);
    return config;
}

}  // namespace ghostcar::rt_core
