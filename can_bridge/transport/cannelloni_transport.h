// SPDX-License-Identifier: Apache-2.0
// A cannelloni peer: another machine's CAN bus over UDP.
#pragma once

#include <netinet/in.h>

#include <array>
#include <string>

#include "can_bridge/transport/cannelloni.h"
#include "can_bridge/transport/file_descriptor.h"
#include "can_bridge/transport/queued_transport.h"

namespace ghostcar::can_bridge {

class CannelloniTransport final : public QueuedTransport {
public:
    /// Sends to `port` of `host` (an IPv4 address) and hears only from that host, on `own_port`.
    /// Throws std::runtime_error.
    CannelloniTransport(const std::string& host, std::uint16_t port, std::uint16_t own_port,
                        SendDeadline deadline);
    ~CannelloniTransport() override;

private:
    void wait(std::int64_t longest_ns) override;
    void read_all() override;
    bool write(const TimedFrame& timed) override;
    void flush() override;

    FileDescriptor socket_;
    sockaddr_in peer_{};
    std::uint8_t sequence_ = 0;
    CannelloniPacket packet_{0};
    std::size_t packet_frames_ = 0;
    std::array<std::uint8_t, 65536> arrived_{};
};

}  // namespace ghostcar::can_bridge
