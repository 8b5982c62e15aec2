// SPDX-License-Identifier: Apache-2.0
// Decides which datagrams are commands. Pure: bytes and origin in, decision out; the socket is
// command_server.h's. Without a key this machine alone may command. With a key a command needs
//   authenticator = HMAC-SHA-512-256(key, nonce || counter || command)
// where the nonce is new in every run (commands of old runs fail) and the counter grows (a command
// heard on the wire cannot be sent again).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hmi_link/command_key.h"
#include "rt_core/inputs.h"

namespace ghostcar::hmi_link {

/// What became of a datagram.
enum class CommandFate : std::size_t {
    accepted,
    hello,         // asked for the nonce and got it
    not_loopback,  // no key is configured, and it came from another machine
    oversize,
    malformed,        // not a CommandPacket, or without a command
    hello_too_short,  // its reply would be larger than itself
    wrong_nonce,      // none, or of another run
    wrong_authenticator,
    old_counter,  // not greater than the last one
    unknown_command,
    unknown_parameter,  // or a fault that the session does not have
    bad_value,          // not finite or out of the parameter's range
    queue_full,         // more commands than ticks to take them
};
constexpr std::size_t command_fate_count = 13;

/// For logs and reports.
[[nodiscard]] std::string_view name_of(CommandFate fate) noexcept;

struct CommandDecision {
    CommandFate fate = CommandFate::malformed;
    rt_core::Command command;   // when accepted
    std::uint64_t counter = 0;  // of a command from someone entitled
    bool wants_reply = false;   // only those entitled (and hellos) are answered
};

class CommandGate {
public:
    static constexpr std::size_t nonce_size = 32;
    static constexpr std::size_t largest_datagram = 512;

    /// Draws the nonce of this run. Throws std::runtime_error when there is no randomness.
    /// `faults` are the names that SET_FAULT and CLEAR_FAULT may say.
    explicit CommandGate(const std::optional<CommandKey>& key,
                         std::vector<std::string> faults = {});

    CommandDecision decide(std::string_view datagram, bool from_loopback);

    /// The reply to a hello.
    [[nodiscard]] std::string hello_reply() const;
    /// The reply to a command.
    [[nodiscard]] static std::string command_reply(const CommandDecision& decision);

    [[nodiscard]] std::string_view nonce() const noexcept;

private:
    [[nodiscard]] bool authentic(std::string_view counter_and_command,
                                 std::string_view authenticator) const;
    [[nodiscard]] CommandDecision judge_command(std::string_view bytes,
                                                std::uint64_t counter) const;
    [[nodiscard]] CommandFate find_fault(const std::string& name, rt_core::Command& command) const;

    std::optional<CommandKey> key_;
    std::vector<std::string> faults_;
    std::array<std::uint8_t, nonce_size> nonce_{};
    std::uint64_t last_counter_ = 0;
};

}  // namespace ghostcar::hmi_link
