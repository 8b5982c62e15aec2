// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "can_bridge/bus_ports.h"

namespace ghostcar::can_bridge {

struct TransportWish {
    std::string channel;
    std::vector<SideLink::Id> receive;  // what the session hears and says
    bool receive_all = false;           // a log wants everything
    bool sends_fd = false;
    std::int64_t deadline_ns = 10'000'000;
    std::vector<SideLink::Id> segments;  // of diagnostic transfers, which may be later
};

/// Whether a channel is an interface of the kernel (SocketCAN).
[[nodiscard]] bool is_interface(const std::string& channel);

/// Opens the channel of a bus:
///   can0, vcan0, …                a CAN interface of the kernel
///   desk, desk:GROUP[:PORT]       the desk bus: python-can's udp_multicast on loopback
///   socketcand, socketcand:PORT   a server for SavvyCAN and Kayak, on loopback
///   cannelloni:HOST:PORT[:OWN]    a cannelloni peer; we listen on the same port, or on our own
///   none                          no wire
/// Throws std::runtime_error, one line without the name of the channel.
[[nodiscard]] std::unique_ptr<Transport> open_transport(const TransportWish& wish);

}  // namespace ghostcar::can_bridge
