// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/diagnostics/kernel_node.h"

#include <linux/can.h>
#include <linux/can/isotp.h>
#include <net/if.h>
#include <sys/socket.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "can_bridge/iso_tp/protocol.h"

namespace ghostcar::can_bridge {
namespace {

/// What fits into a single frame, and so into a request to everybody.
constexpr std::size_t longest_single = 7;

FileDescriptor iso_tp_socket() {
    return FileDescriptor(::socket(AF_CAN, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, CAN_ISOTP));
}

/// As our own ISO-TP is set up (iso_tp::Config): padded, no limit of blocks, no pause.
FileDescriptor open_socket(unsigned interface_index, const DiagnosticAddress& address,
                           std::uint32_t request_id, std::uint32_t further_flags) {
    FileDescriptor file = iso_tp_socket();
    can_isotp_options options{};
    options.flags = CAN_ISOTP_TX_PADDING | further_flags;
    options.txpad_content = iso_tp::Config{}.padding.value();
    sockaddr_can own{};
    own.can_family = AF_CAN;
    own.can_ifindex = static_cast<int>(interface_index);
    const canid_t flag = address.is_extended ? CAN_EFF_FLAG : 0U;
    own.can_addr.tp.rx_id = request_id | flag;
    own.can_addr.tp.tx_id = address.response_id | flag;
    if (!file.is_open() ||
        ::setsockopt(file.get(), SOL_CAN_ISOTP, CAN_ISOTP_OPTS, &options, sizeof options) != 0 ||
        ::bind(file.get(), reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0)
        throw std::runtime_error(
            "the kernel's ISO-TP cannot be used: " + std::generic_category().message(errno) +
            "; write can.diagnostics.iso_tp = \"own\"");
    return file;
}

}  // namespace

bool kernel_has_iso_tp() {
    return iso_tp_socket().is_open();
}

KernelNode::KernelNode(const std::string& interface, const DiagnosticAddress& address,
                       DiagnosticServer& server)
    : server_(server),
      physical_(open_socket(::if_nametoindex(interface.c_str()), address, address.request_id, 0)),
      // Nobody answers a first frame to everybody: a socket that only listens does not.
      functional_(open_socket(::if_nametoindex(interface.c_str()), address, address.functional_id,
                              CAN_ISOTP_LISTEN_MODE)),
      request_(iso_tp::longest_12_bit_message) {}

/// Empty when there is none. What the kernel reports instead of a message (a transfer that broke
/// off, an interface that went down) is over with having been read.
std::span<const std::uint8_t> KernelNode::read(const FileDescriptor& file) {
    const ssize_t size = ::recv(file.get(), request_.data(), request_.size(), MSG_TRUNC);
    if (size <= 0 || static_cast<std::size_t>(size) > request_.size()) return {};
    return {request_.data(), static_cast<std::size_t>(size)};
}

void KernelNode::turn(std::int64_t now_ns) {
    for (std::span request = read(physical_); !request.empty(); request = read(physical_))
        answer(server_.handle(request, false, now_ns));
    for (std::span request = read(functional_); !request.empty(); request = read(functional_))
        if (request.size() <= longest_single) answer(server_.handle(request, true, now_ns));
    answer(server_.poll(now_ns));
    flush();
}

/// A tester who asks again before the answer is out gets the new answer.
void KernelNode::answer(std::span<const std::uint8_t> message) {
    if (message.empty()) return;
    waiting_.assign(message.begin(), message.end());
    flush();
}

void KernelNode::flush() {
    if (waiting_.empty()) return;
    const ssize_t sent = ::send(physical_.get(), waiting_.data(), waiting_.size(), MSG_DONTWAIT);
    // Busy: until the answer before it is out, or its tester silent for a second.
    if (sent < 0 && errno == EAGAIN) return;
    waiting_.clear();
}

}  // namespace ghostcar::can_bridge
