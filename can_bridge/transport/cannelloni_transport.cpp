// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/transport/cannelloni_transport.h"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace ghostcar::can_bridge {

CannelloniTransport::CannelloniTransport(const std::string& host, std::uint16_t port,
                                         std::uint16_t own_port, SendDeadline deadline)
    : QueuedTransport(std::move(deadline)),
      socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    peer_.sin_family = AF_INET;
    peer_.sin_port = htons(port);
    if (::inet_pton(AF_INET, host.c_str(), &peer_.sin_addr) != 1)
        throw std::runtime_error("\"" + host + "\" is no IPv4 address");
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_port = htons(own_port);
    if (ntohl(peer_.sin_addr.s_addr) >> 24U == IN_LOOPBACKNET)
        own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (!socket_.is_open() ||
        ::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0)
        throw std::runtime_error("UDP port " + std::to_string(own_port) +
                                 " cannot be opened: " + std::generic_category().message(errno) +
                                 "; another one is written as cannelloni:HOST:PORT:OWN_PORT");
    start("ghostcar-cannel");
}

CannelloniTransport::~CannelloniTransport() {
    stop();
}

void CannelloniTransport::wait(std::int64_t longest_ns) {
    wait_for_input(socket_, longest_ns);
}

void CannelloniTransport::read_all() {
    for (;;) {
        sockaddr_in from{};
        socklen_t from_size = sizeof from;
        const ssize_t size =
            ::recvfrom(socket_.get(), arrived_.data(), arrived_.size(), MSG_DONTWAIT,
                       reinterpret_cast<sockaddr*>(&from), &from_size);
        if (size < 0) return;
        if (from.sin_addr.s_addr != peer_.sin_addr.s_addr) {
            count_malformed();
            continue;
        }
        const std::optional<CannelloniContent> content =
            decode_cannelloni({arrived_.data(), static_cast<std::size_t>(size)});
        if (!content) count_malformed();
        if (content)
            for (const Frame& frame : content->frames) deliver(frame);
    }
}

bool CannelloniTransport::write(const TimedFrame& timed) {
    if (!packet_.add(timed.frame)) {
        flush();
        packet_.add(timed.frame);
    }
    ++packet_frames_;
    return true;
}

void CannelloniTransport::flush() {
    if (packet_frames_ == 0) return;
    const std::span<const std::uint8_t> bytes = packet_.view();
    if (::sendto(socket_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT,
                 reinterpret_cast<const sockaddr*>(&peer_), sizeof peer_) < 0)
        count_refused(packet_frames_);
    packet_ = CannelloniPacket(++sequence_);
    packet_frames_ = 0;
}

}  // namespace ghostcar::can_bridge
