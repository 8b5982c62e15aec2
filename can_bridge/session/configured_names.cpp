// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/configured_names.h"

#include <toml++/toml.h>

#include "can_bridge/session/protection_config.h"

namespace ghostcar::can_bridge {
namespace {

double cycle_ms(std::int64_t ticks, const dbc::Message& message) {
    return ticks > 0 ? static_cast<double>(ticks) : message.cycle_time_ms.value_or(0.0);
}

/// What the session says about a message it uses, otherwise what the DBC file says. A message is
/// known by its name: the mapping may have given it another id. Used twice, the first one counts.
MessagePlace place_of(std::uint32_t bus_index, const BusConfig& bus, const dbc::Message& message) {
    const auto used = [&](const MessageName& name, const auto& protection, std::int64_t ticks) {
        return MessagePlace{bus_index, &message,         protection,
                            name.id,   name.is_extended, cycle_ms(ticks, message)};
    };
    for (const PlannedReceive& receive : bus.receives)
        if (receive.name.name == message.name)
            return used(receive.name, receive.contract.protection, receive.contract.cycle_ticks);
    for (const PlannedSend& send : bus.sends)
        if (send.name.name == message.name)
            return used(send.name, send.config.protection, send.config.cycle_ticks);
    const toml::table nothing;
    model::TableReader reader(nothing);
    return {bus_index,
            &message,
            protection_from(reader, bus.database, message),
            message.id,
            message.is_extended,
            cycle_ms(0, message)};
}

bool has(const MessageName& name, std::uint32_t id, bool is_extended) {
    return name.id == id && name.is_extended == is_extended;
}

}  // namespace

std::optional<std::uint32_t> ConfiguredNames::find_bus(std::string_view name) const {
    for (std::uint32_t index = 0; index < config_.buses.size(); ++index)
        if (name.empty() || config_.buses[index].name == name) return index;
    return std::nullopt;
}

std::optional<MessagePlace> ConfiguredNames::find_message(std::uint32_t bus,
                                                          std::string_view name) const {
    const BusConfig& found = config_.buses.at(bus);
    const dbc::Message* message = found.database.find(name);
    if (message == nullptr) return std::nullopt;
    return place_of(bus, found, *message);
}

std::optional<std::string> ConfiguredNames::find_owner(std::uint32_t bus, std::uint32_t id,
                                                       bool is_extended) const {
    const BusConfig& found = config_.buses.at(bus);
    for (const PlannedReceive& receive : found.receives)
        if (has(receive.name, id, is_extended)) return receive.name.name + " (received)";
    for (const PlannedSend& send : found.sends)
        if (has(send.name, id, is_extended)) return send.name.name + " (sent)";
    return std::nullopt;
}

std::optional<std::size_t> ConfiguredNames::find_received(std::string_view name) const {
    std::size_t index = 0;
    for (const BusConfig& bus : config_.buses)
        for (const PlannedReceive& receive : bus.receives) {
            if (receive.name.name == name) return index;
            ++index;
        }
    return std::nullopt;
}

}  // namespace ghostcar::can_bridge
