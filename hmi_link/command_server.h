// SPDX-License-Identifier: Apache-2.0
// Commands over UDP: a thread beside the loop receives them and asks the gate; what it lets
// through enters the tick, one command per tick. Format: docs/streams.md.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "hmi_link/command_config.h"
#include "hmi_link/command_gate.h"
#include "hmi_link/udp_socket.h"
#include "hmi_link/worker_thread.h"
#include "rt_core/ports.h"
#include "rt_core/ring.h"

namespace ghostcar::hmi_link {

class CommandServer : public rt_core::InputSource {
public:
    static constexpr std::size_t queue_capacity = 64;

    /// Without a listen address there is no socket and no thread. Throws std::runtime_error, one
    /// line with the remedy, when it cannot listen or the key cannot be used.
    explicit CommandServer(const CommandConfig& config);
    ~CommandServer() override;
    CommandServer(const CommandServer&) = delete;
    CommandServer& operator=(const CommandServer&) = delete;

    /// In the tick: the oldest waiting command, unless another source gave one already.
    void latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept override;

    /// Ends the thread; the destructor does it too.
    void close();

    /// How many datagrams met this fate so far.
    [[nodiscard]] std::uint64_t count(CommandFate fate) const noexcept;
    /// Everything that was neither a command for the tick nor a hello.
    [[nodiscard]] std::uint64_t dropped() const noexcept;
    /// Where it listens; only when a listen address was configured.
    [[nodiscard]] SocketAddress address() const noexcept { return socket_->address(); }

private:
    void work();
    void receive_all();
    void handle(std::string_view datagram, const SocketAddress& from);

    CommandGate gate_;
    std::optional<UdpSocket> socket_;
    int wake_event_ = -1;  // ends the thread's wait
    rt_core::Ring<rt_core::Command> commands_{queue_capacity};
    std::array<std::atomic<std::uint64_t>, command_fate_count> counts_{};
    std::atomic<bool> stop_{false};
    std::unique_ptr<rt_core::Thread> thread_;
};

}  // namespace ghostcar::hmi_link
