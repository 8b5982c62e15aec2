// SPDX-License-Identifier: Apache-2.0
// A controller at the other end of a network: one datagram a control period each way, protobuf.
// Two threads beside the loop: one sends the questions of the exchange, one brings the answers.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "hmi_link/udp_socket.h"
#include "hmi_link/worker_thread.h"
#include "rt_core/controller/exchange.h"

namespace ghostcar::hmi_link {

class UdpController {
public:
    /// Listens at once. Throws std::runtime_error naming the address.
    UdpController(const SocketAddress& listen, rt_core::Exchange& exchange);
    ~UdpController();
    UdpController(const UdpController&) = delete;
    UdpController& operator=(const UdpController&) = delete;

    /// Has somebody said "here I am"? Whoever said so last is asked; from the first question on it
    /// stays that one, unless it is silent.
    [[nodiscard]] bool has_peer() const noexcept { return has_peer_.load(); }
    [[nodiscard]] SocketAddress address() const noexcept { return socket_.address(); }
    /// Datagrams that were no command.
    [[nodiscard]] std::uint64_t malformed() const noexcept { return malformed_.load(); }

    /// Tells the controller that the run is over, and ends the threads.
    void close();

private:
    void ask();
    void listen();
    void take(const char* datagram, std::size_t size, const SocketAddress& from);
    void send(const std::string& datagram);
    /// May whoever is at this address be the one to be asked?
    [[nodiscard]] bool may_drive(const SocketAddress& from) const;

    UdpSocket socket_;
    rt_core::Exchange& exchange_;
    std::mutex peer_lock_;
    SocketAddress peer_;  // written by the thread that listens
    std::atomic<bool> has_peer_{false};
    std::atomic<bool> closing_{false};
    std::atomic<std::uint32_t> asked_{0};           // the question that is out …
    std::atomic<std::int64_t> asked_at_ns_{0};      // … and since when
    std::atomic<std::int64_t> silent_since_ns_{0};  // the peer, with a question to answer
    std::atomic<std::uint64_t> malformed_{0};
    std::unique_ptr<rt_core::Thread> asking_;
    std::unique_ptr<rt_core::Thread> listening_;
};

}  // namespace ghostcar::hmi_link
