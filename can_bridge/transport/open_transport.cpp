// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/transport/open_transport.h"

#include <charconv>
#include <stdexcept>

#include "can_bridge/transport/cannelloni_transport.h"
#include "can_bridge/transport/desk_transport.h"
#include "can_bridge/transport/no_transport.h"
#include "can_bridge/transport/socket_can.h"
#include "can_bridge/transport/socketcand.h"
#include "can_bridge/transport/socketcand_transport.h"

namespace ghostcar::can_bridge {
namespace {

std::uint16_t port_from(const std::string& text) {
    unsigned port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || port == 0 ||
        port > 0xFFFF)
        throw std::runtime_error("\"" + text + "\" is no port; write a number from 1 to 65535");
    return static_cast<std::uint16_t>(port);
}

/// "desk:239.1.2.3:4000" in its parts.
std::vector<std::string> parts_of(const std::string& channel) {
    std::vector<std::string> parts{""};
    for (const char character : channel) {
        if (character == ':')
            parts.emplace_back();
        else
            parts.back() += character;
    }
    return parts;
}

}  // namespace

bool is_interface(const std::string& channel) {
    return !channel.empty() && channel.find(':') == std::string::npos && channel != "none" &&
           channel != "desk" && channel != "socketcand";
}

std::unique_ptr<Transport> open_transport(const TransportWish& wish) {
    const std::vector<std::string> parts = parts_of(wish.channel);
    const std::string& kind = parts.front();
    const SendDeadline deadline{wish.deadline_ns, wish.segments};
    if (kind == "none" && parts.size() == 1) return std::make_unique<NoTransport>();
    if (kind == "desk" && parts.size() <= 3)
        return std::make_unique<DeskTransport>(
            parts.size() > 1 ? parts[1] : udp_multicast_group,
            parts.size() > 2 ? port_from(parts[2]) : udp_multicast_port, deadline);
    if (kind == "socketcand" && parts.size() <= 2)
        return std::make_unique<SocketcandTransport>(
            parts.size() > 1 ? port_from(parts[1]) : socketcand_port, deadline);
    if (kind == "cannelloni" && (parts.size() == 3 || parts.size() == 4))
        return std::make_unique<CannelloniTransport>(parts[1], port_from(parts[2]),
                                                     port_from(parts.back()), deadline);
    if (!is_interface(wish.channel))
        throw std::runtime_error(
            "is no channel; write an interface (can0), \"desk\", \"none\", \"socketcand\" or "
            "\"cannelloni:HOST:PORT\"");
    return std::make_unique<SocketCan>(
        SocketCanConfig{kind, wish.receive_all, wish.sends_fd, wish.receive, wish.deadline_ns});
}

}  // namespace ghostcar::can_bridge
