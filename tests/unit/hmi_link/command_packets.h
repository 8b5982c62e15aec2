// SPDX-License-Identifier: Apache-2.0
// Makes the datagrams an operator sends.
#pragma once

#include <sodium.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "hmi_link/byte_order.h"
#include "hmi_link/command_key.h"
#include "hmi_link/proto/ghostcar.pb.h"

namespace ghostcar::tests {

inline std::array<std::uint8_t, 32> key_bytes(std::uint8_t fill) {
    std::array<std::uint8_t, 32> bytes{};
    bytes.fill(fill);
    return bytes;
}

inline std::string command_bytes(v1::CommandKind kind, v1::Parameter parameter = {},
                                 double value = 0.0) {
    v1::Command command;
    command.set_kind(kind);
    command.set_parameter(parameter);
    command.set_value(value);
    return command.SerializeAsString();
}

inline std::string plain_packet(std::string_view command, std::uint64_t counter = 0) {
    v1::CommandPacket packet;
    packet.set_counter(counter);
    packet.set_command(std::string(command));
    return packet.SerializeAsString();
}

inline v1::CommandPacket signed_packet(const hmi_link::CommandKey& key, std::string_view nonce,
                                       std::uint64_t counter, std::string_view command) {
    std::string covered(nonce);
    hmi_link::append_integer(covered, counter);
    covered += command;
    std::string authenticator(crypto_auth_BYTES, '\0');
    crypto_auth(reinterpret_cast<std::uint8_t*>(authenticator.data()),
                reinterpret_cast<const std::uint8_t*>(covered.data()), covered.size(), key.data());
    v1::CommandPacket packet;
    packet.set_nonce(std::string(nonce));
    packet.set_counter(counter);
    packet.set_command(std::string(command));
    packet.set_authenticator(authenticator);
    return packet;
}

inline std::string hello_packet(std::size_t padding) {
    v1::CommandPacket packet;
    packet.mutable_hello()->set_padding(std::string(padding, '\0'));
    return packet.SerializeAsString();
}

}  // namespace ghostcar::tests
