// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/session/configured_names.h"

#include <toml++/toml.h>

#include "can_bridge/session/protection_config.h"

namespace ghostcar::can_bridge {
namespace {

/// What the session says about a message it uses, otherwise what the DBC file says.
std::optional<e2e::Protection> protection_of(const BusConfig& bus, const dbc::Message& message) {
    for (const PlannedReceive& receive : bus.receives)
        if (receive.name.id == message.id && receive.name.is_extended == message.is_extended)
            return receive.contract.protection;
    for (const PlannedSend& send : bus.sends)
        if (send.name.id == message.id && send.name.is_extended == message.is_extended)
            return send.config.protection;
    const toml::table nothing;
    model::TableReader reader(nothing);
    return protection_from(reader, bus.database, message);
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
    return MessagePlace{bus, message, protection_of(found, *message)};
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
