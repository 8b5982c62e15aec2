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

struct KindWord {
    WireFaultKind kind;
    WireCondition condition;
};

constexpr std::array<std::pair<std::string_view, KindWord>, 6> kind_words{{
    {"open", {WireFaultKind::broken, WireCondition::open}},
    {"short", {WireFaultKind::broken, WireCondition::shorted}},
    {"stuck", {WireFaultKind::broken, WireCondition::stuck}},
    {"drift", {WireFaultKind::drift, WireCondition::healthy}},
    {"noise", {WireFaultKind::noise, WireCondition::healthy}},
    {"delay", {WireFaultKind::delay, WireCondition::healthy}},
}};

std::int64_t ticks(double seconds) {
    return model::to_integer(seconds / rt_core::tick_s + 0.5, 0, 1'000'000'000'000);
}

}  // namespace

WireFault WireFault::from_toml(model::TableReader& reader) {
    const auto time = model::Range::between(0.0, 1e9);
    WireFault fault;
    fault.signal = reader.choice("signal", signal_words);
    const KindWord word = reader.choice("kind", kind_words);
    fault.kind = word.kind;
    fault.condition = word.condition;
    fault.first_tick = ticks(reader.number("at_s", time));
    fault.end_tick = fault.first_tick + ticks(reader.number("for_s", time));
    const bool on_lever = fault.signal == WireSignal::lever;
    switch (fault.kind) {
        case WireFaultKind::broken:
            fault.track = reader.integer_or("track", 1, 1, on_lever ? 1 : 2);
            break;
        case WireFaultKind::drift:
            fault.amount = reader.number("share", model::Range::between(-0.5, 0.5));
            break;
        case WireFaultKind::noise:
            fault.amount = reader.number("share", model::Range::between(0.0, 0.5));
            break;
        case WireFaultKind::delay:
            fault.amount = static_cast<double>(reader.integer("delay_ms", 1, longest_wire_delay));
            break;
    }
    if (on_lever && fault.kind != WireFaultKind::broken)
        reader.fail("kind", "is for pedals", "use open, short or stuck for the lever");
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

std::array<WireCondition, wire_signal_count> WireFaultList::at(std::int64_t driving_tick,
                                                               std::int64_t track) const noexcept {
    std::array<WireCondition, wire_signal_count> conditions{};
    for (const WireFault& fault : all()) {
        if (fault.kind == WireFaultKind::broken && fault.track == track &&
            driving_tick >= fault.first_tick && driving_tick < fault.end_tick) {
            conditions[static_cast<std::size_t>(fault.signal)] = fault.condition;
        }
    }
    return conditions;
}

SensorTrouble WireFaultList::trouble_of(WireSignal pedal,
                                        std::int64_t driving_tick) const noexcept {
    SensorTrouble trouble;
    for (const WireFault& fault : all()) {
        if (fault.signal != pedal || driving_tick < fault.first_tick) continue;
        const bool over = driving_tick >= fault.end_tick;
        if (fault.kind == WireFaultKind::drift) {
            const double share = over ? 1.0
                                      : static_cast<double>(driving_tick - fault.first_tick) /
                                            static_cast<double>(fault.end_tick - fault.first_tick);
            trouble.offset += fault.amount * share;
        } else if (fault.kind == WireFaultKind::noise && !over) {
            trouble.noise += fault.amount;
        } else if (fault.kind == WireFaultKind::delay && !over) {
            const std::int64_t delay = model::to_integer(fault.amount, 0, longest_wire_delay);
            if (delay > trouble.delay_ticks) trouble.delay_ticks = delay;
        }
    }
    return trouble;
}

}  // namespace ghostcar::drivers
