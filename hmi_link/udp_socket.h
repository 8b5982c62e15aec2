// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hmi_link/socket_address.h"

namespace ghostcar::hmi_link {

/// A UDP socket that never blocks.
class UdpSocket {
public:
    /// Only to send. Throws std::runtime_error.
    explicit UdpSocket(int family);
    /// Receives on `address`, too. Throws std::runtime_error naming the address.
    explicit UdpSocket(const SocketAddress& address);
    ~UdpSocket();
    UdpSocket(const UdpSocket&) = delete;
    UdpSocket& operator=(const UdpSocket&) = delete;

    /// False when the datagram did not leave: nothing is queued or tried again.
    bool send(std::string_view datagram, const SocketAddress& to) noexcept;

    /// The length of the next datagram, which may be larger than `capacity` (the rest of it is
    /// lost), or -1 when there is none.
    std::int64_t receive(char* buffer, std::size_t capacity, SocketAddress& from) noexcept;

    [[nodiscard]] int descriptor() const noexcept { return socket_; }
    /// Where it receives; tells the port when port 0 was asked for.
    [[nodiscard]] SocketAddress address() const noexcept;

private:
    int socket_;
};

}  // namespace ghostcar::hmi_link
