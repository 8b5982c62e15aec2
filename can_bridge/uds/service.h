// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "can_bridge/uds/server.h"

namespace ghostcar::can_bridge::uds {

constexpr std::uint8_t security_access_id = 0x27;
constexpr std::uint8_t tester_present_id = 0x3E;
constexpr std::uint8_t all_message_kinds = 0x03;  // normal and network management

/// One row of the table of services.
struct Server::Service {
    std::uint8_t id;
    bool needs_extended_session;
    std::size_t shortest;  // bytes that every request of the service has
    bool has_subfunction;
    std::span<const std::uint8_t> subfunctions;  // those that exist
    Handler handler;
};

}  // namespace ghostcar::can_bridge::uds
