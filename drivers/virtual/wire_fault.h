// SPDX-License-Identifier: Apache-2.0
// Broken wires and bad sensors on purpose: a session names a signal, what happens to it, when and
// for how long.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "drivers/wire_report.h"
#include "model/config/table_reader.h"

namespace ghostcar::drivers {

enum class WireCondition : std::int64_t {
    healthy,
    open,     // pedal: 0 V; lever: no switch seen, which reads as neutral
    shorted,  // pedal: supply voltage; lever: all switches at once
    stuck,    // the last value before the fault stays
};

/// What else can be wrong with a pedal's sensor, in shares of the travel.
struct SensorTrouble {
    double offset = 0.0;
    double noise = 0.0;            // largest deviation either way, on top of the sensor's own
    std::int64_t delay_ticks = 0;  // at most longest_delay
};
constexpr std::int64_t longest_wire_delay = 31;

enum class WireFaultKind : std::int64_t { broken, drift, noise, delay };

struct WireFault {
    WireSignal signal = WireSignal::accelerator;
    WireFaultKind kind = WireFaultKind::broken;
    WireCondition condition = WireCondition::healthy;  // of a broken one
    double amount = 0.0;                               // drift, noise: a share; delay: ticks
    std::int64_t track = 1;                            // of a broken one: 2 is the second track
    std::int64_t first_tick = 0;                       // of driving: 0 is the robot's first
    std::int64_t end_tick = 0;                         // the first healthy one again

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
    [[nodiscard]] std::span<const WireFault> all() const noexcept {
        return {faults_.data(), count_};
    }

    /// The condition of every wire; where faults overlap, the later one in the list wins.
    [[nodiscard]] std::array<WireCondition, wire_signal_count> at(
        std::int64_t driving_tick, std::int64_t track = 1) const noexcept;

    /// What else troubles a pedal: a drift grows evenly during its time and stays; drifts and
    /// noises add up, the longest delay counts.
    [[nodiscard]] SensorTrouble trouble_of(WireSignal pedal,
                                           std::int64_t driving_tick) const noexcept;

private:
    std::array<WireFault, largest_count> faults_{};
    std::size_t count_ = 0;
};

}  // namespace ghostcar::drivers
