// SPDX-License-Identifier: Apache-2.0
#include "drivers/virtual/virtual_lever.h"

namespace ghostcar::drivers {

VirtualLever VirtualLever::from_toml(model::TableReader& reader, const GearLever& lever) {
    return {lever, reader.integer("bounce_ms", 0, 1'000)};
}

SwitchBits VirtualLever::step(VirtualLeverState& state, std::int64_t gear, std::uint64_t noise,
                              WireCondition condition) const noexcept {
    if (gear != state.gear) {
        const SwitchBits left = state.steady;
        state.gear = gear;
        state.steady = lever_.switch_of(gear);
        state.bouncing = state.steady | left;
        state.bounce_ticks = bounce_ticks_;
    }
    SwitchBits switches = state.steady;
    if (state.bounce_ticks > 0) {
        --state.bounce_ticks;
        switches = (state.steady & ~state.bouncing) | (noise & state.bouncing);
    }
    switch (condition) {
        case WireCondition::open:
            switches = 0;
            break;
        case WireCondition::shorted:
            switches = lever_.all_switches();
            break;
        case WireCondition::stuck:
            switches = state.last;
            break;
        case WireCondition::healthy:
            break;
    }
    state.last = switches;
    return switches;
}

}  // namespace ghostcar::drivers
