// SPDX-License-Identifier: Apache-2.0
// The desk bus: python-can's udp_multicast on the loopback interface. Needs no CAN in the kernel,
// no rights and no hardware; python-can, scapy and the like join it as they are.
#pragma once

#include <netinet/in.h>

#include <string>

#include "can_bridge/transport/file_descriptor.h"
#include "can_bridge/transport/queued_transport.h"
#include "can_bridge/transport/udp_multicast.h"

namespace ghostcar::can_bridge {

class DeskTransport final : public QueuedTransport {
public:
    /// Joins the group. Throws std::runtime_error, one line without the name of the bus.
    DeskTransport(const std::string& group, std::uint16_t port, SendDeadline deadline);
    ~DeskTransport() override;

    /// The kernel gives our own datagrams back.
    [[nodiscard]] std::optional<std::uint64_t> confirmed() const noexcept override {
        return counts().own;
    }

private:
    void wait(std::int64_t longest_ns) override;
    void read_all() override;
    bool write(const TimedFrame& timed) override;

    // Two sockets: all members receive on one port and python-can also sends from it, so only a
    // port of our own tells our frames from others'.
    FileDescriptor receiver_;
    FileDescriptor sender_;
    sockaddr_in group_{};
    sockaddr_in own_{};
    std::uint32_t kernel_drops_ = 0;
};

}  // namespace ghostcar::can_bridge
