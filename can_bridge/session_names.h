// SPDX-License-Identifier: Apache-2.0
// What names in a session file lead to: buses, messages and signals of their DBC files, other
// files. Faults and stimulus files are read against it before the run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "can_bridge/bus_load.h"
#include "can_bridge/dbc/database.h"
#include "can_bridge/e2e/protection.h"
#include "can_bridge/frame.h"
#include "can_bridge/message_codec.h"

namespace ghostcar::can_bridge {

struct MessagePlace {
    std::uint32_t bus = 0;
    const dbc::Message* message = nullptr;
    std::optional<e2e::Protection> protection;  // as the session or the file says …
    std::uint32_t id = 0;  // … and so are these: a mapping may give another id
    bool is_extended = false;
    double cycle_ms = 0.0;  // 0: none
};

class SessionNames {
public:
    virtual ~SessionNames() = default;

    /// "" is the first bus; nothing for a name that no bus has.
    [[nodiscard]] virtual std::optional<std::uint32_t> find_bus(std::string_view name) const = 0;
    /// On one bus; nothing for a name that its DBC file does not have.
    [[nodiscard]] virtual std::optional<MessagePlace> find_message(std::uint32_t bus,
                                                                   std::string_view name) const = 0;
    /// The place of a received message in State's status word; nothing if it is not received.
    [[nodiscard]] virtual std::optional<std::size_t> find_received(std::string_view name) const = 0;
    /// Which message of the session has that id on a bus, in words; nothing if none has.
    [[nodiscard]] virtual std::optional<std::string> find_owner(std::uint32_t bus, std::uint32_t id,
                                                                bool is_extended) const = 0;
    [[nodiscard]] virtual std::uint32_t bus_count() const = 0;
    [[nodiscard]] virtual BitRates rates(std::uint32_t bus) const = 0;
    /// Where the bus is, as open_transport.h takes it.
    [[nodiscard]] virtual std::string channel(std::uint32_t bus) const = 0;
    /// The bytes of a file that the session names. Throws model::ConfigError.
    [[nodiscard]] virtual std::string read_file(const std::string& path) const = 0;
};

struct SignalPlace {
    MessagePlace place;
    MessageCodec message;
    std::size_t signal = 0;
};

/// "Message.Signal" on the first bus that has it; only signals that are numbers.
[[nodiscard]] std::optional<SignalPlace> find_signal(const SessionNames& names,
                                                     std::string_view name);

/// A frame of the message with the start values of its file, everything else 0.
[[nodiscard]] Frame start_frame(const MessagePlace& place);

}  // namespace ghostcar::can_bridge
