// SPDX-License-Identifier: Apache-2.0
// Broken wires on purpose: a session names a signal, what happens to it, when and for how long.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/config/table_reader.h"

namespace ghostcar::drivers {

enum class WireSignal : std::int64_t { accelerator = 0, brake = 1, clutch = 2, lever = 3 };
constexpr std::size_t wire_signal_count = 4;

enum class WireCondition : std::int64_t {
    healthy,
    open,     // pedal: 0 V; lever: no switch seen, which reads as neutral
    shorted,  // pedal: supply voltage; lever: all switches at once
    stuck,    // the last value before the fault stays
};

struct WireFault {
    WireSignal signal = WireSignal::accelerator;
    WireCondition condition = WireCondition::healthy;
    std::int64_t first_tick = 0;  // of driving: 0 is the robot's first
    std::int64_t end_tick = 0;    // the first healthy one again

    /// Reads one [[wires.fault]] table to its end.
    static WireFault from_toml(model::TableReader& reader);
};

/// The session's list. Fixed size: it is looked through in every tick.
class WireFaultList {
public:
    static constexpr std::size_t largest_count = 16;

    /// Reads the session's [wires] table to its end.
    static WireFaultList from_toml(model::TableReader& session_wires);

    /// False when the list is full.
    bool add(const WireFault& fault) noexcept;

    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }

    /// The condition of every wire; where faults overlap, the later one in the list wins.
    [[nodiscard]] std::array<WireCondition, wire_signal_count> at(
        std::int64_t driving_tick) const noexcept;

private:
    std::array<WireFault, largest_count> faults_{};
    std::size_t count_ = 0;
};

}  // namespace ghostcar::drivers
