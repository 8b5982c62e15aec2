// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/diagnostic_node.h"

namespace ghostcar::can_bridge {
namespace {

iso_tp::Config addressed(iso_tp::Config transport, const DiagnosticAddress& address) {
    transport.transmit_id = address.response_id;
    transport.is_extended = address.is_extended;
    return transport;
}

}  // namespace

DiagnosticNode::DiagnosticNode(const DiagnosticAddress& address, iso_tp::Config transport,
                               DiagnosticServer& server)
    : server_(server),
      address_(address),
      physical_(addressed(transport, address)),
      functional_(addressed(transport, address)),
      sender_(addressed(transport, address)) {}

bool DiagnosticNode::receive(const Frame& frame, std::int64_t now_ns) {
    if (frame.is_error || frame.is_remote || frame.is_extended != address_.is_extended)
        return false;
    const bool is_functional = frame.id == address_.functional_id;
    if (!is_functional && frame.id != address_.request_id) return false;
    if (!is_functional) sender_.receive(frame.payload(), now_ns);
    iso_tp::Receiver& receiver = is_functional ? functional_ : physical_;
    if (receiver.receive(frame.payload(), is_functional, now_ns) != iso_tp::ReceiveEvent::complete)
        return true;
    answer(server_.handle(receiver.message(), is_functional, now_ns));
    return true;
}

void DiagnosticNode::answer(std::span<const std::uint8_t> message) {
    if (message.empty()) return;
    // A tester who asks again before the answer is out gets the new answer, not two mixed ones.
    if (sender_.is_busy()) sender_.abort();
    static_cast<void>(sender_.start(message));
}

void DiagnosticNode::poll(std::int64_t now_ns) {
    static_cast<void>(physical_.poll(now_ns));
    static_cast<void>(functional_.poll(now_ns));
    answer(server_.poll(now_ns));
}

std::optional<Frame> DiagnosticNode::next(std::int64_t now_ns) {
    if (std::optional<Frame> flow = physical_.take_flow_control()) return flow;
    return sender_.next(now_ns);
}

}  // namespace ghostcar::can_bridge
