// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/udp_socket.h"

#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace ghostcar::hmi_link {

UdpSocket::UdpSocket(int family)
    : socket_(::socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    if (socket_ >= 0) return;
    const int error = errno;
    throw std::runtime_error(
        "a UDP socket cannot be opened: " + std::generic_category().message(error) +
        (error == EAFNOSUPPORT ? "; this kernel has no such addresses: write IPv4 ones"
                               : "; raise the limit on open files: ulimit -n"));
}

UdpSocket::UdpSocket(const SocketAddress& address) : UdpSocket(address.family()) {
    if (::bind(socket_, address.data(), address.size()) != 0)
        throw std::runtime_error(address.text() +
                                 ": cannot listen: " + std::generic_category().message(errno) +
                                 "; choose another address or port");
}

UdpSocket::~UdpSocket() {
    ::close(socket_);
}

bool UdpSocket::send(std::string_view datagram, const SocketAddress& to) noexcept {
    const ssize_t sent =
        ::sendto(socket_, datagram.data(), datagram.size(), MSG_NOSIGNAL, to.data(), to.size());
    return sent == static_cast<ssize_t>(datagram.size());
}

std::int64_t UdpSocket::receive(char* buffer, std::size_t capacity, SocketAddress& from) noexcept {
    sockaddr_storage storage{};
    socklen_t size = sizeof storage;
    // MSG_TRUNC: the whole length of the datagram, however much of it fits (recv(2)).
    const ssize_t length = ::recvfrom(socket_, buffer, capacity, MSG_TRUNC,
                                      reinterpret_cast<sockaddr*>(&storage), &size);
    from = SocketAddress(storage, size);
    return length;
}

SocketAddress UdpSocket::address() const noexcept {
    sockaddr_storage storage{};
    socklen_t size = sizeof storage;
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&storage), &size);
    return {storage, size};
}

}  // namespace ghostcar::hmi_link
