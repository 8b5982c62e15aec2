// SPDX-License-Identifier: Apache-2.0
// From the magnetic switches at the gear lever's gates to the gear, for virtual and real wires
// alike. One switch per gear: none closed is neutral (the lever is between the gates), two at once
// cannot be and the last gear is held.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/config/table_reader.h"

namespace ghostcar::drivers {

/// One bit a switch, in the order of the board file's `gears`; set: closed.
using SwitchBits = std::uint64_t;

/// What the lever's conversion carries from tick to tick.
struct LeverSignal {
    SwitchBits pattern = 0;              // as seen in the last tick
    std::int64_t steady_ticks = 0;       // how many ticks in a row it was seen
    std::int64_t gear = 0;               // the debounced gear
    std::int64_t implausible_ticks = 0;  // how many ticks in a row two switches were closed
    bool accepted = false;               // `gear` stands for `pattern`
    bool faulty = false;
};

class GearLever {
public:
    static constexpr std::size_t largest_switch_count = 8;

    struct Parameters {
        std::array<std::int64_t, largest_switch_count> gears;  // gear of each switch
        std::size_t switch_count;
        std::int64_t debounce_ticks;     // a pattern counts once it was seen this often in a row
        std::int64_t fault_after_ticks;  // two switches for longer: a fault
    };

    explicit GearLever(const Parameters& parameters) noexcept : parameters_(parameters) {}

    /// Reads gears, debounce_ms and fault_after_ms.
    static GearLever from_toml(model::TableReader& reader);

    /// One sample of all switches. The fault ends with the first steady plausible pattern.
    void step(LeverSignal& signal, SwitchBits switches) const noexcept {
        // Nearly always nothing has changed since a gear was accepted.
        if (switches == signal.pattern && signal.accepted) return;
        examine(signal, switches);
    }

    /// The switch that closes in `gear`; no bit for neutral or a gear without a switch.
    [[nodiscard]] SwitchBits switch_of(std::int64_t gear) const noexcept;
    [[nodiscard]] SwitchBits all_switches() const noexcept {
        return (SwitchBits{1} << parameters_.switch_count) - 1;
    }

private:
    void examine(LeverSignal& signal, SwitchBits switches) const noexcept;

    Parameters parameters_;
};

}  // namespace ghostcar::drivers
