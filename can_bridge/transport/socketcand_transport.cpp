// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/transport/socketcand_transport.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace ghostcar::can_bridge {

SocketcandTransport::SocketcandTransport(std::uint16_t port, SendDeadline deadline)
    : QueuedTransport(std::move(deadline)),
      listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_port = htons(port);
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);  // the protocol knows no passwords
    const int on = 1;
    if (listener_.is_open())
        ::setsockopt(listener_.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (!listener_.is_open() ||
        ::bind(listener_.get(), reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0 ||
        ::listen(listener_.get(), 1) != 0)
        throw std::runtime_error("TCP port " + std::to_string(port) +
                                 " cannot be opened: " + std::generic_category().message(errno));
    start("ghostcar-socktd");
}

SocketcandTransport::~SocketcandTransport() {
    stop();
}

void SocketcandTransport::wait(std::int64_t longest_ns) {
    wait_for_input(client_.is_open() ? client_ : listener_, longest_ns);
}

void SocketcandTransport::meet_client() {
    client_ =
        FileDescriptor(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!client_.is_open()) return;
    const int on = 1;
    ::setsockopt(client_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    session_.emplace(bus_name);
    say(SocketcandSession::greeting());
}

void SocketcandTransport::lose_client() {
    client_.reset();
    session_.reset();
}

/// A client that does not read loses its connection rather than frames out of the middle of text.
bool SocketcandTransport::say(std::string_view text) {
    if (text.empty()) return true;
    if (::send(client_.get(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL) ==
        static_cast<ssize_t>(text.size()))
        return true;
    lose_client();
    return false;
}

void SocketcandTransport::read_all() {
    if (!client_.is_open()) meet_client();
    std::array<char, 4096> bytes{};
    while (client_.is_open()) {
        const ssize_t size = ::recv(client_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
        std::string answers;
        std::vector<Frame> frames;
        if (size <= 0 ||
            !session_->feed({bytes.data(), static_cast<std::size_t>(size)}, answers, frames)) {
            if (size > 0) count_malformed();
            lose_client();
            return;
        }
        for (const Frame& frame : frames) deliver(frame);
        say(answers);
    }
}

/// Without a client frames go nowhere, as on a bus that nobody listens to.
bool SocketcandTransport::write(const TimedFrame& timed) {
    return !client_.is_open() || say(session_->frame_text(timed));
}

}  // namespace ghostcar::can_bridge
