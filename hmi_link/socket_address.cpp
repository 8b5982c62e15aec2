// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/socket_address.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace ghostcar::hmi_link {
namespace {

constexpr std::uint8_t loopback_network = 127;  // 127.0.0.0/8, RFC 1122 section 3.2.1.3

bool is_port(std::string_view text) {
    const bool digits =
        std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits && !text.empty() && text.size() <= 5 && std::stoi(std::string(text)) <= 65535;
}

}  // namespace

SocketAddress::SocketAddress(const sockaddr_storage& storage, socklen_t size) noexcept
    : storage_(storage), size_(size) {}

std::optional<SocketAddress> SocketAddress::parse(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || !is_port(text.substr(colon + 1))) return std::nullopt;
    std::string host(text.substr(0, colon));
    const std::string port(text.substr(colon + 1));
    const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (bracketed) host = host.substr(1, host.size() - 2);
    if (host == "localhost") host = "127.0.0.1";

    addrinfo hints{};
    hints.ai_family = bracketed ? AF_INET6 : AF_INET;
    hints.ai_socktype = SOCK_DGRAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    if (host.empty() || ::getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0)
        return std::nullopt;
    SocketAddress address;
    std::memcpy(&address.storage_, found->ai_addr, found->ai_addrlen);
    address.size_ = found->ai_addrlen;
    ::freeaddrinfo(found);
    return address;
}

const sockaddr* SocketAddress::data() const noexcept {
    return reinterpret_cast<const sockaddr*>(&storage_);
}

std::uint16_t SocketAddress::port() const noexcept {
    // The port is at the same place in both families' structures.
    sockaddr_in address{};
    std::memcpy(&address, &storage_, sizeof address);
    return ntohs(address.sin_port);
}

bool SocketAddress::operator==(const SocketAddress& other) const noexcept {
    return size_ == other.size_ && std::memcmp(&storage_, &other.storage_, size_) == 0;
}

bool SocketAddress::is_loopback() const noexcept {
    if (family() == AF_INET) {
        sockaddr_in address{};
        std::memcpy(&address, &storage_, sizeof address);
        return (ntohl(address.sin_addr.s_addr) >> 24U) == loopback_network;
    }
    if (family() != AF_INET6) return false;
    sockaddr_in6 address{};
    std::memcpy(&address, &storage_, sizeof address);
    if (IN6_IS_ADDR_V4MAPPED(&address.sin6_addr))
        return address.sin6_addr.s6_addr[12] == loopback_network;
    return IN6_IS_ADDR_LOOPBACK(&address.sin6_addr);
}

std::string SocketAddress::text() const {
    std::array<char, NI_MAXHOST> host{};
    if (::getnameinfo(data(), size_, host.data(), host.size(), nullptr, 0, NI_NUMERICHOST) != 0)
        return "(no address)";
    const std::string name(host.data());
    return (family() == AF_INET6 ? "[" + name + "]" : name) + ":" + std::to_string(port());
}

SocketAddress address_from_toml(model::TableReader& table, std::string_view key) {
    const std::string text = table.text(key);
    const std::optional<SocketAddress> address = SocketAddress::parse(text);
    if (!address)
        table.fail(key, "found \"" + text + "\"",
                   "write a numeric address and a port, like \"192.168.1.20:5500\" or "
                   "\"[::1]:5500\"");
    return *address;
}

}  // namespace ghostcar::hmi_link
