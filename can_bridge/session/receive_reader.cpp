// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <set>
#include <utility>

#include "can_bridge/session/message_reader.h"
#include "can_bridge/session/protection_config.h"
#include "model/config/nearest.h"
#include "model/math/numeric.h"

namespace ghostcar::can_bridge {
namespace {

using model::Range;
using model::TableReader;
using namespace message_reader;

constexpr std::int64_t most_pages = 65'536;

const ControlTarget& target_of(TableReader& table) {
    const std::string name = table.text("to");
    const ControlTarget* target = find_control_target(name);
    if (target == nullptr) {
        std::string known;
        for (const std::string& other : control_target_names())
            known += (known.empty() ? "" : ", ") + other;
        table.fail("to", "\"" + name + "\" is no control", "use one of " + known);
    }
    return *target;
}

/// How many groups of signals take turns with the one of this signal: those of its multiplexor,
/// times those of the multiplexor above.
std::int64_t pages_around(const dbc::Message& message, const dbc::Signal& signal) {
    std::int64_t pages = 1;
    for (const dbc::Signal* part = &signal; part->multiplexor != dbc::no_multiplexor;
         part = &message.signals[static_cast<std::size_t>(part->multiplexor)]) {
        std::set<std::pair<std::uint64_t, std::uint64_t>> groups;
        for (const dbc::Signal& other : message.signals)
            if (other.multiplexor == part->multiplexor)
                for (const dbc::ValueRange& range : other.present_for)
                    groups.insert({range.low, range.high});
        pages *= static_cast<std::int64_t>(groups.size());
        if (pages > most_pages) return most_pages;
    }
    return pages;
}

ReceivedSignal read_signal(TableReader& table, const dbc::Message& message,
                           const dbc::Database& database) {
    const Part part = find_signal(table, message, database);
    const ControlTarget& target = target_of(table);
    std::string unit;
    const Conversion to_target =
        conversion(table, quantity_of(table, part.signal, unit), {target.name, target.unit});
    ReceivedSignal signal{part.codec};
    signal.index = part.index;
    signal.is_multiplexed = part.signal.multiplexor != dbc::no_multiplexor;
    signal.pages = pages_around(message, part.signal);
    signal.target = &target;
    signal.field = WordField::of(part.codec);
    signal.factor = part.codec.scale() * to_target.factor;
    signal.offset = part.codec.offset() * to_target.factor + to_target.offset;
    signal.not_available = not_available(table, part);

    // The file's range, in our unit; then the control's own. Half a step beyond is rounding.
    double low = target.low;
    double high = target.high;
    if (part.signal.minimum != part.signal.maximum) {
        const double one = part.signal.minimum * to_target.factor + to_target.offset;
        const double other = part.signal.maximum * to_target.factor + to_target.offset;
        low = model::maximum(low, model::minimum(one, other));
        high = model::minimum(high, model::maximum(one, other));
    }
    low = table.number_or("low", low, Range::between(target.low, target.high));
    high = table.number_or("high", high, Range::between(low, target.high));
    const double half_step = 0.5 * model::magnitude(signal.factor);
    signal.low = low - half_step;
    signal.high = high + half_step;
    signal.substitute = target.substitute;
    if (table.has("substitute"))
        signal.substitute = table.number("substitute", Range::between(target.low, target.high));
    table.finish();
    return signal;
}

}  // namespace

PlannedReceive read_receive(TableReader& table, const dbc::Database& database) {
    const dbc::Message& message = find_message(table, database);
    PlannedReceive planned{name_of(table, message), {}, MessageCodec(message)};
    ReceiveContract& contract = planned.contract;
    contract.length = static_cast<std::size_t>(message.length);
    contract.cycle_ticks = cycle_ticks(table, message);
    contract.timeout_ticks = contract.cycle_ticks * table.integer_or("timeout_cycles", 3, 2, 1000);
    contract.protection = protection_from(table, database, message);
    for (TableReader& signal : table.tables_if("signals"))
        contract.signals.push_back(read_signal(signal, message, database));
    table.finish();
    return planned;
}

}  // namespace ghostcar::can_bridge
