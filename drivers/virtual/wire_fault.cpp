// SPDX-License-Identifier: Apache-2.0
#include "drivers/virtual/wire_fault.h"

#include <string>
#include <string_view>
#include <utility>

#include "model/math/numeric.h"
#include "rt_core/state.h"

namespace ghostcar::drivers {
namespace {

constexpr std::array<std::pair<std::string_view, WireSignal>, 4> signal_words{{
    {"accelerator", WireSignal::accelerator},
    {"brake", WireSignal::brake},
    {"clutch", WireSignal::clutch},
    {"lever", WireSignal::lever},
}};

constexpr std::array<std::pair<std::string_view, WireCondition>, 3> condition_words{{
    {"open", WireCondition::open},
    {"short", WireCondition::shorted},
    {"stuck", WireCondition::stuck},
}};

std::int64_t ticks(double seconds) {
    return model::to_integer(seconds / rt_core::tick_s + 0.5, 0, 1'000'000'000'000);
}

}  // namespace

WireFault WireFault::from_toml(model::TableReader& reader) {
    const auto time = model::Range::between(0.0, 1e9);
    WireFault fault;
    fault.signal = reader.choice("signal", signal_words);
    fault.condition = reader.choice("kind", condition_words);
    fault.first_tick = ticks(reader.number("at_s", time));
    fault.end_tick = fault.first_tick + ticks(reader.number("for_s", time));
    reader.finish();
    return fault;
}

WireFaultList WireFaultList::from_toml(model::TableReader& session_wires) {
    WireFaultList list;
    for (model::TableReader& table : session_wires.tables_if("fault")) {
        if (!list.add(WireFault::from_toml(table))) {
            session_wires.fail("fault", "too many faults",
                               "write at most " + std::to_string(largest_count));
        }
    }
    session_wires.finish();
    return list;
}

bool WireFaultList::add(const WireFault& fault) noexcept {
    if (count_ == largest_count) return false;
    faults_[count_++] = fault;
    return true;
}

std::array<WireCondition, wire_signal_count> WireFaultList::at(
    std::int64_t driving_tick) const noexcept {
    std::array<WireCondition, wire_signal_count> conditions{};
    for (std::size_t index = 0; index < count_; ++index) {
        const WireFault& fault = faults_[index];
        if (driving_tick >= fault.first_tick && driving_tick < fault.end_tick) {
            conditions[static_cast<std::size_t>(fault.signal)] = fault.condition;
        }
    }
    return conditions;
}

}  // namespace ghostcar::drivers
