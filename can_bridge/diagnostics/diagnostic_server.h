// SPDX-License-Identifier: Apache-2.0
// What a diagnosable control unit answers: OBD-II and UDS, told apart by the first byte. Messages
// in, messages out; who cuts them into frames is diagnostic_node.h or kernel_node.h.
#pragma once

#include <cstdint>
#include <span>

#include "can_bridge/obd/server.h"
#include "can_bridge/uds/server.h"

namespace ghostcar::can_bridge {

struct DiagnosticAddress {
    std::uint32_t functional_id = 0x7DF;
    std::uint32_t request_id = 0x7E0;
    std::uint32_t response_id = 0x7E8;
    bool is_extended = false;
};

class DiagnosticServer {
public:
    DiagnosticServer(const uds::ServerConfig& config, uds::Port& uds_port, obd::Port& obd_port)
        : uds_(config, uds_port), obd_(obd_port) {}

    /// The answer to a request; empty when there is none. It is valid until the next call.
    [[nodiscard]] std::span<const std::uint8_t> handle(std::span<const std::uint8_t> request,
                                                       bool is_functional, std::int64_t now_ns) {
        ++requests_;
        if (request.empty() || request[0] > obd::Server::largest_mode)
            return uds_.handle(request, is_functional, now_ns);
        uds_.keep_session(now_ns);
        return obd_.handle(request, is_functional);
    }

    /// Call it every few ms: sessions that end, and answers that took longer.
    [[nodiscard]] std::span<const std::uint8_t> poll(std::int64_t now_ns) {
        return uds_.poll(now_ns);
    }

    [[nodiscard]] const uds::Server& uds() const noexcept { return uds_; }
    [[nodiscard]] std::uint64_t requests() const noexcept { return requests_; }

private:
    uds::Server uds_;
    obd::Server obd_;
    std::uint64_t requests_ = 0;
};

}  // namespace ghostcar::can_bridge
