// SPDX-License-Identifier: Apache-2.0
// A socketcand server on loopback: SavvyCAN or Kayak connect and see the bus. What they send
// arrives like any frame. One client at a time.
#pragma once

#include <optional>
#include <string>

#include "can_bridge/transport/file_descriptor.h"
#include "can_bridge/transport/queued_transport.h"
#include "can_bridge/transport/socketcand.h"

namespace ghostcar::can_bridge {

class SocketcandTransport final : public QueuedTransport {
public:
    /// The bus's name on the wire, whatever it is called in the session.
    static constexpr const char* bus_name = "can0";

    /// Throws std::runtime_error.
    SocketcandTransport(std::uint16_t port, SendDeadline deadline);
    ~SocketcandTransport() override;

private:
    void wait(std::int64_t longest_ns) override;
    void read_all() override;
    bool write(const TimedFrame& timed) override;

    void meet_client();
    void lose_client();
    bool say(std::string_view text);

    FileDescriptor listener_;
    FileDescriptor client_;
    std::optional<SocketcandSession> session_;
};

}  // namespace ghostcar::can_bridge
