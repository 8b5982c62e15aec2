// SPDX-License-Identifier: Apache-2.0
// One diagnosable control unit on the bus: our own ISO-TP below, OBD-II and UDS above. Off the
// real-time thread; frames and time are passed in. Its twin on the kernel's ISO-TP is
// diagnostics/kernel_node.h.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "can_bridge/diagnostics/diagnostic_server.h"
#include "can_bridge/frame.h"
#include "can_bridge/iso_tp/receiver.h"
#include "can_bridge/iso_tp/sender.h"

namespace ghostcar::can_bridge {

class DiagnosticNode {
public:
    /// `transport`'s id is taken from `address`.
    DiagnosticNode(const DiagnosticAddress& address, iso_tp::Config transport,
                   DiagnosticServer& server);

    /// A frame from the bus; true if it was for this node.
    bool receive(const Frame& frame, std::int64_t now_ns);

    /// Call it every few ms: timeouts, pending answers.
    void poll(std::int64_t now_ns);

    /// The frames that are due, one after the other, until there is none.
    [[nodiscard]] std::optional<Frame> next(std::int64_t now_ns);

private:
    void answer(std::span<const std::uint8_t> message);

    DiagnosticServer& server_;
    DiagnosticAddress address_;
    iso_tp::Receiver physical_;
    iso_tp::Receiver functional_;
    iso_tp::Sender sender_;
};

}  // namespace ghostcar::can_bridge
