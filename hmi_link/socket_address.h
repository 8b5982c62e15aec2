// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/config/table_reader.h"

namespace ghostcar::hmi_link {

/// An IPv4 or IPv6 address with a port. Numbers only: looking up a name may take seconds and
/// goes over the network.
class SocketAddress {
public:
    SocketAddress() = default;
    SocketAddress(const sockaddr_storage& storage, socklen_t size) noexcept;

    /// "192.168.1.20:5500", "[::1]:5500" or "localhost:5500".
    static std::optional<SocketAddress> parse(std::string_view text);

    [[nodiscard]] const sockaddr* data() const noexcept;
    [[nodiscard]] socklen_t size() const noexcept { return size_; }
    [[nodiscard]] int family() const noexcept { return storage_.ss_family; }
    [[nodiscard]] std::uint16_t port() const noexcept;
    /// From this machine: 127.0.0.0/8, ::1, or the former written as IPv6.
    [[nodiscard]] bool is_loopback() const noexcept;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool operator==(const SocketAddress& other) const noexcept;

private:
    sockaddr_storage storage_{};
    socklen_t size_ = 0;
};

/// Reads an address from a configuration file; a mistake names file, line, key and remedy.
SocketAddress address_from_toml(model::TableReader& table, std::string_view key);

}  // namespace ghostcar::hmi_link
