// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/transport/desk_transport.h"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "can_bridge/transport/socket_option.h"

namespace ghostcar::can_bridge {
namespace {

// Bursts of 2000 frames fit; the default room loses a tenth of them.
constexpr int desk_buffer_bytes = 4 * 1024 * 1024;

[[noreturn]] void fail(const char* what) {
    throw std::runtime_error(std::string(what) + ": " + std::generic_category().message(errno));
}

FileDescriptor udp_socket() {
    FileDescriptor file(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!file.is_open()) fail("no UDP socket");
    return file;
}

void bind_to(const FileDescriptor& file, const sockaddr_in& address, const char* what) {
    if (::bind(file.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        fail(what);
}

sockaddr_in address_of(in_addr host, std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr = host;
    return address;
}

}  // namespace

DeskTransport::DeskTransport(const std::string& group, std::uint16_t port, SendDeadline deadline)
    : QueuedTransport(std::move(deadline)), receiver_(udp_socket()), sender_(udp_socket()) {
    in_addr group_host{};
    if (::inet_pton(AF_INET, group.c_str(), &group_host) != 1 ||
        !IN_MULTICAST(ntohl(group_host.s_addr)))
        throw std::runtime_error("\"" + group + "\" is no multicast group (224.0.0.0 and above)");
    const in_addr loopback{htonl(INADDR_LOOPBACK)};
    group_ = address_of(group_host, port);

    const int on = 1;
    set_option(receiver_, SOL_SOCKET, SO_REUSEADDR, on, "the port cannot be shared");
    set_option(receiver_, SOL_SOCKET, SO_RXQ_OVFL, on, "drops cannot be counted");
    // With the right to it the room is what was asked for, without it what the system allows.
    if (::setsockopt(receiver_.get(), SOL_SOCKET, SO_RCVBUFFORCE, &desk_buffer_bytes,
                     sizeof desk_buffer_bytes) != 0)
        set_option(receiver_, SOL_SOCKET, SO_RCVBUF, desk_buffer_bytes, "no receive buffer");
    bind_to(receiver_, group_, "the port of the group cannot be opened");
    set_option(receiver_, IPPROTO_IP, IP_ADD_MEMBERSHIP, ip_mreq{group_host, loopback},
               "the group cannot be joined on the loopback interface");

    bind_to(sender_, address_of(loopback, 0), "no port to send from");
    set_option(sender_, IPPROTO_IP, IP_MULTICAST_IF, loopback, "no multicast on loopback");
    socklen_t size = sizeof own_;
    if (::getsockname(sender_.get(), reinterpret_cast<sockaddr*>(&own_), &size) != 0)
        fail("no port to send from");
    start("ghostcar-desk");
}

DeskTransport::~DeskTransport() {
    stop();
}

void DeskTransport::wait(std::int64_t longest_ns) {
    wait_for_input(receiver_, longest_ns);
}

void DeskTransport::read_all() {
    std::array<std::uint8_t, 2048> bytes{};  // longer ones are cut, and refused by the decoder
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(std::uint32_t))> control{};
    for (;;) {
        sockaddr_in from{};
        iovec part{bytes.data(), bytes.size()};
        msghdr message{};
        message.msg_name = &from;
        message.msg_namelen = sizeof from;
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        const ssize_t size = ::recvmsg(receiver_.get(), &message, MSG_DONTWAIT);
        if (size < 0) return;
        if (const cmsghdr* header = CMSG_FIRSTHDR(&message);
            header != nullptr && header->cmsg_type == SO_RXQ_OVFL) {
            std::uint32_t drops = 0;  // since the socket was made
            std::memcpy(&drops, CMSG_DATA(header), sizeof drops);
            count_dropped(drops - kernel_drops_);
            kernel_drops_ = drops;
        }
        if (from.sin_addr.s_addr == own_.sin_addr.s_addr && from.sin_port == own_.sin_port) {
            count_own();
            continue;
        }
        const std::optional<TimedFrame> timed =
            decode_udp_multicast({bytes.data(), static_cast<std::size_t>(size)});
        if (timed)
            deliver(timed->frame);
        else
            count_malformed();
    }
}

bool DeskTransport::write(const TimedFrame& timed) {
    const UdpMulticastDatagram datagram = encode_udp_multicast(timed);
    return ::sendto(sender_.get(), datagram.bytes.data(), datagram.size, MSG_DONTWAIT,
                    reinterpret_cast<const sockaddr*>(&group_),
                    sizeof group_) == static_cast<ssize_t>(datagram.size);
}

}  // namespace ghostcar::can_bridge
