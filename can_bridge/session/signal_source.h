// SPDX-License-Identifier: Apache-2.0
// What a sent signal can say: a quantity of State, of the bus, or of the first car on a track, by
// name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rt_core/state.h"

namespace ghostcar::model {
struct RoadCarState;
}

namespace ghostcar::can_bridge {

/// How the buses are, for the message that tells it. Over the last whole second, or since the
/// start.
struct BusFigures {
    double load = 0.0;           // share
    std::uint64_t received = 0;  // frames of the last second
    std::uint64_t dropped = 0;   // since the start
    std::uint64_t invalid = 0;   // since the start
};

/// Everything a source can look at.
struct SourceView {
    const rt_core::State& state;
    const model::RoadCarState* car;  // nullptr without a track
    const BusFigures& figures;
    double wheel_radius_m;
    bool is_safe_state;  // what is of the car is "not available"
};

struct SignalSource {
    std::string_view name;
    std::string_view unit;
    bool is_of_the_car = true;  // in the safe state it is sent as "not available"
    /// NaN when this session does not have it: sent as "not available".
    double (*read)(const SourceView& view) noexcept = nullptr;
};

/// Everything of state_value.h, and what needs more than State.
[[nodiscard]] std::optional<SignalSource> find_signal_source(std::string_view name);
[[nodiscard]] std::vector<std::string> signal_source_names();

}  // namespace ghostcar::can_bridge
