// SPDX-License-Identifier: Apache-2.0
// How all buses of a session are, in one word of Inputs and State. 0: everything is as it should
// be.
//
//   bits 0 … 47   two for each received message, in the order of the session: MessageStatus
//   bits 48 … 55  two for each bus: WireState
//   bit 56        an id of ours was sent by somebody else
//   bit 57        received frames were dropped
//   bit 58        frames could not be sent
//
// The last three stay for a tenth of a second, so that nobody who looks at 100 Hz misses them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "can_bridge/bus_ports.h"

namespace ghostcar::can_bridge {

enum class MessageStatus : std::uint8_t {
    ok = 0,
    lagging = 1,   // the next frame is late; the last values hold
    invalid = 2,   // the last frame, or a signal of it, was rejected; the last values hold
    timed_out = 3  // nothing usable for too long (or ever): substitutes
};

constexpr std::size_t largest_received_messages = 24;
constexpr std::size_t largest_buses = 4;

constexpr unsigned wire_state_shift = 48;
constexpr std::uint64_t status_foreign_sender = std::uint64_t{1} << 56U;
constexpr std::uint64_t status_dropped = std::uint64_t{1} << 57U;
constexpr std::uint64_t status_not_sent = std::uint64_t{1} << 58U;
constexpr std::int64_t status_hold_ticks = 100;

constexpr std::uint64_t status_bits(std::size_t message, MessageStatus status) noexcept {
    return static_cast<std::uint64_t>(status) << (2U * message);
}
constexpr std::uint64_t status_bits(std::size_t bus, WireState state) noexcept {
    return static_cast<std::uint64_t>(state) << (wire_state_shift + 2U * bus);
}
constexpr MessageStatus message_status(std::uint64_t word, std::size_t message) noexcept {
    return static_cast<MessageStatus>((word >> (2U * message)) & 3U);
}
constexpr WireState wire_state(std::uint64_t word, std::size_t bus) noexcept {
    return static_cast<WireState>((word >> (wire_state_shift + 2U * bus)) & 3U);
}

}  // namespace ghostcar::can_bridge
