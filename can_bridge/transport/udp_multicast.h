// SPDX-License-Identifier: Apache-2.0
// The datagrams of python-can's udp_multicast interface: one frame each, a MessagePack map of
// eleven keys. It is the desk bus where the kernel has no AF_CAN.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "can_bridge/frame.h"

namespace ghostcar::can_bridge {

constexpr std::uint16_t udp_multicast_port = 43113;
constexpr const char* udp_multicast_group = "239.74.163.2";

/// The keys, an eight-byte time, a five-byte id, 64 bytes of data and their headers.
constexpr std::size_t longest_udp_multicast_datagram = 256;

struct UdpMulticastDatagram {
    std::array<std::uint8_t, longest_udp_multicast_datagram> bytes;
    std::size_t size;

    [[nodiscard]] std::span<const std::uint8_t> view() const noexcept {
        return {bytes.data(), size};
    }
};

/// Exactly the keys that python-can's receiver accepts: it raises an error at any other.
[[nodiscard]] UdpMulticastDatagram encode_udp_multicast(const TimedFrame& timed) noexcept;

/// Nothing for what is no such datagram, or no frame that can exist. Keys may come in any order,
/// unknown ones are passed over.
[[nodiscard]] std::optional<TimedFrame> decode_udp_multicast(
    std::span<const std::uint8_t> datagram) noexcept;

}  // namespace ghostcar::can_bridge
