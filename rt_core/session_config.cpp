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

SessionConfig SessionConfig::from_toml(model::TableReader& session) {
    SessionConfig config;
    config.duration_ticks =
        ticks(session.number("duration_s", model::Range::between(tick_s, longest_s)));
    config.countdown_ticks =
        ticks(session.number_or("countdown_s", 0.0, model::Range::between(0.0, 3600.0)));
    config.autostart = session.boolean_or("autostart", true);
    return config;
}

}  // namespace ghostcar::rt_core
