// SPDX-License-Identifier: Apache-2.0
// The twin of the magnetic switches at the gear lever. A contact that opens or closes bounces: for
// a few milliseconds it is open or closed at random.
#pragma once

#include <cstdint>

#include "drivers/gear_lever.h"
#include "drivers/virtual/wire_fault.h"
#include "model/config/table_reader.h"

namespace ghostcar::drivers {

/// What the switches carry from tick to tick.
struct VirtualLeverState {
    std::int64_t gear = 0;          // gate the lever is in
    SwitchBits steady = 0;          // its switch
    SwitchBits bouncing = 0;        // contacts that have just moved
    std::int64_t bounce_ticks = 0;  // how long they still bounce
    SwitchBits last = 0;            // what was reported in the tick before
};

class VirtualLever {
public:
    VirtualLever(const GearLever& lever, std::int64_t bounce_ticks) noexcept
        : lever_(lever), bounce_ticks_(bounce_ticks) {}

    /// Reads bounce_ms; `lever` knows which switch stands for which gear.
    static VirtualLever from_toml(model::TableReader& reader, const GearLever& lever);

    /// Does nothing but repeat itself: step() need not be called and noise is not needed.
    [[nodiscard]] bool is_quiet(const VirtualLeverState& state, std::int64_t gear,
                                WireCondition condition) const noexcept {
        return gear == state.gear && state.bounce_ticks == 0 &&
               condition == WireCondition::healthy && state.last == state.steady;
    }

    /// One tick with the lever in `gear`; each bit of `noise` is a toss of a coin.
    SwitchBits step(VirtualLeverState& state, std::int64_t gear, std::uint64_t noise,
                    WireCondition condition) const noexcept;

private:
    GearLever lever_;
    std::int64_t bounce_ticks_;
};

}  // namespace ghostcar::drivers
