// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/message_reader.h"

#include <cctype>
#include <cmath>

#include "can_bridge/dbc/overlap.h"
#include "can_bridge/session/units.h"
#include "model/config/nearest.h"

namespace ghostcar::can_bridge::message_reader {

using model::TableReader;

namespace {

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
    const std::string best = model::nearest(word, known);
    return best.empty() ? "check its spelling" : "did you mean \"" + best + "\"?";
}

bool means_not_available(const std::string& text) {
    const std::string letters = letters_of(text);
    return letters == "notavailable" || letters == "sna" || letters == "signalnotavailable";
}

}  // namespace

std::string letters_of(const std::string& text) {
    std::string letters;
    for (const char character : text)
        if (std::isalpha(static_cast<unsigned char>(character)) != 0)
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    return letters;
}

const dbc::Message& find_message(TableReader& table, const dbc::Database& database) {
    const std::string name = table.text("message");
    const dbc::Message* message = database.find(name);
    if (message == nullptr) {
        std::vector<std::string> known;
        for (const dbc::Message& other : database.messages) known.push_back(other.name);
        table.fail("message", "\"" + name + "\" is no message of " + database.file,
                   suggestion(name, known));
    }
    return *message;
}

MessageName name_of(TableReader& table, const dbc::Message& message) {
    MessageName name{message.name, message.id, message.is_extended};
    if (message.is_id_too_long && !table.has("extended"))
        table.fail("message",
                   "the id " + std::to_string(message.id) + " of " + message.name +
                       " has more than 11 bits, and the file does not call it extended",
                   "write `extended = true` if it is");
    name.is_extended = table.boolean_or("extended", message.is_extended);
    name.id = static_cast<std::uint32_t>(
        table.integer_or("id", message.id, 0, largest_id(name.is_extended)));
    if (name.id > largest_id(name.is_extended))
        table.fail("extended", "the id " + std::to_string(name.id) + " has more than 11 bits",
                   "write true, or another id");
    return name;
}

Part find_signal(TableReader& table, const dbc::Message& message, const dbc::Database& database) {
    const std::string name = table.text("signal");
    std::vector<std::string> known;
    for (std::size_t index = 0; index < message.signals.size(); ++index) {
        const dbc::Signal& signal = message.signals[index];
        known.push_back(signal.name);
        if (signal.name != name) continue;
        if (const std::string refusal = SignalCodec::refusal(signal); !refusal.empty())
            table.fail("signal", "\"" + name + "\": " + refusal, "map another one");
        if (!dbc::fits(signal, message.length))
            table.fail("signal",
                       "\"" + name + "\" lies outside the " + std::to_string(message.length) +
                           " bytes of " + message.name,
                       "mend the DBC file");
        if (signal.scale == 0.0)
            table.fail("signal",
                       "\"" + name + "\" of " + message.name +
                           " has the factor 0, so it says the same whatever its bits are",
                       "mend the DBC file");
        return {signal, index, SignalCodec(signal)};
    }
    table.fail(
        "signal",
        "message " + message.name + " of " + database.file + " has no signal \"" + name + "\"",
        suggestion(name, known));
}

std::int64_t cycle_ticks(TableReader& table, const dbc::Message& message) {
    const double fallback = message.cycle_time_ms.value_or(0.0);
    const double cycle_ms =
        table.number_or("cycle_ms", fallback, model::Range::between(0.0, 3'600'000.0));
    if (std::floor(cycle_ms) != cycle_ms || !(cycle_ms >= 0.0 && cycle_ms <= 3'600'000.0))
        table.fail(table.has("cycle_ms") ? "cycle_ms" : "message",
                   "a cycle of " + std::to_string(cycle_ms) + " ms",
                   "write whole milliseconds, 0 for none");
    return static_cast<std::int64_t>(cycle_ms);
}

std::optional<std::uint64_t> not_available(TableReader& table, const Part& part) {
    const bool is_integer = part.signal.type == dbc::ValueType::unsigned_integer ||
                            part.signal.type == dbc::ValueType::signed_integer;
    if (table.has("not_available")) {
        if (!is_integer)
            table.fail("not_available", "the signal is a float", "leave it out: NaN is rejected");
        const double raw = table.number("not_available", model::Range::any());
        if (std::floor(raw) != raw)
            table.fail("not_available", "is not whole", "write the raw number, before scaling");
        return part.codec.bits_of_raw(raw);
    }
    if (is_integer)
        for (const dbc::ValueName& value : part.signal.value_names)
            if (means_not_available(value.name)) return part.codec.bits_of_raw(value.value);
    return std::nullopt;
}

Quantity quantity_of(TableReader& table, const dbc::Signal& signal, std::string& unit) {
    unit = table.text_or("unit", signal.unit);
    return {signal.name, unit};
}

Conversion conversion(TableReader& table, Quantity source, Quantity target) {
    Conversion result;
    if (table.has("factor")) {
        result.factor = table.number("factor", model::Range::any());
        if (result.factor == 0.0) table.fail("factor", "found 0", "write another number");
        result.offset = table.number_or("offset", 0.0, model::Range::any());
        return result;
    }
    result.factor = unit_ratio(source.unit, target.unit);
    if (result.factor == 0.0)
        table.fail(table.has("unit") ? "unit" : "signal",
                   std::string(source.name) + " is in \"" + std::string(source.unit) + "\", " +
                       std::string(target.name) + " in \"" + std::string(target.unit) + "\"",
                   "add a factor (and an offset)");
    return result;
}

}  // namespace ghostcar::can_bridge::message_reader
