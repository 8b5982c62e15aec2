// SPDX-License-Identifier: Apache-2.0
// One diagnosable control unit on the bus: ISO-TP below, OBD-II and UDS above. Off the real-time
// thread; frames and time are passed in.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "can_bridge/frame.h"
#include "can_bridge/iso_tp/receiver.h"
#include "can_bridge/iso_tp/sender.h"
#include "can_bridge/obd/server.h"
#include "can_bridge/uds/server.h"

namespace ghostcar::can_bridge {

struct DiagnosticAddress {
    std::uint32_t functional_id = 0x7DF;
    std::uint32_t request_id = 0x7E0;
    std::uint32_t response_id = 0x7E8;
    bool is_extended = false;
};

class DiagnosticNode {
public:
    /// `transport`'s id is taken from `address`.
    DiagnosticNode(const DiagnosticAddress& address, iso_tp::Config transport,
                   const uds::ServerConfig& config, uds::Port& uds_port, obd::Port& obd_port);

    /// A frame from the bus; true if it was for this node.
    bool receive(const Frame& frame, std::int64_t now_ns);

    /// Call it every few ms: timeouts, pending answers.
    void poll(std::int64_t now_ns);

    /// The frames that are due, one after the other, until there is none.
    [[nodiscard]] std::optional<Frame> next(std::int64_t now_ns);

    [[nodiscard]] const uds::Server& uds() const noexcept { return uds_; }

private:
    void answer(std::span<const std::uint8_t> message);

    DiagnosticAddress address_;
    iso_tp::Receiver physical_;
    iso_tp::Receiver functional_;
    iso_tp::Sender sender_;
    uds::Server uds_;
    obd::Server obd_;
};

}  // namespace ghostcar::can_bridge
