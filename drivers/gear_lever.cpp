// SPDX-License-Identifier: Apache-2.0
#include "drivers/gear_lever.h"

#include <bit>
#include <string>
#include <vector>

namespace ghostcar::drivers {

GearLever GearLever::from_toml(model::TableReader& reader) {
    Parameters parameters{};
    const std::vector<double> gears = reader.numbers("gears", model::Range::between(-1.0, 6.0));
    if (gears.size() > largest_switch_count) {
        reader.fail("gears", "found " + std::to_string(gears.size()) + " switches",
                    "there can be at most " + std::to_string(largest_switch_count));
    }
    for (const double number : gears) {
        const auto gear = static_cast<std::int64_t>(number);
        if (static_cast<double>(gear) != number || gear == 0) {
            reader.fail("gears", "found a gear that no switch can stand for",
                        "list -1 for reverse and 1 to 6; neutral is no switch at all");
        }
        for (std::size_t other = 0; other < parameters.switch_count; ++other) {
            if (parameters.gears[other] == gear) {
                reader.fail("gears", "found gear " + std::to_string(gear) + " twice",
                            "one switch per gear");
            }
        }
        parameters.gears[parameters.switch_count++] = gear;
    }
    parameters.debounce_ticks = reader.integer("debounce_ms", 1, 1'000);
    parameters.fault_after_ticks = reader.integer("fault_after_ms", 0, 10'000);
    return GearLever(parameters);
}

SwitchBits GearLever::switch_of(std::int64_t gear) const noexcept {
    for (std::size_t index = 0; index < parameters_.switch_count; ++index) {
        if (parameters_.gears[index] == gear) {
            return SwitchBits{1} << index;
        }
    }
    return 0;
}

void GearLever::examine(LeverSignal& signal, SwitchBits switches) const noexcept {
    const SwitchBits pattern = switches & all_switches();
    signal.steady_ticks = pattern == signal.pattern ? signal.steady_ticks + 1 : 1;
    signal.pattern = pattern;

    const bool plausible = (pattern & (pattern - 1)) == 0;  // at most one bit is set
    signal.implausible_ticks = plausible ? 0 : signal.implausible_ticks + 1;
    if (signal.implausible_ticks > parameters_.fault_after_ticks) {
        signal.faulty = true;
    }
    signal.accepted = plausible && signal.steady_ticks >= parameters_.debounce_ticks;
    if (!signal.accepted) return;
    signal.faulty = false;
    const auto index = static_cast<std::size_t>(std::countr_zero(pattern));
    signal.gear = pattern == 0 ? 0 : parameters_.gears[index];
}

}  // namespace ghostcar::drivers
