// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/command_gate.h"

#include <sodium.h>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "hmi_link/byte_order.h"
#include "hmi_link/proto/ghostcar.pb.h"
#include "rt_core/arbitrate.h"

namespace ghostcar::hmi_link {
namespace {

struct ParameterLimit {
    rt_core::Parameter parameter;
    double largest_magnitude;
};

constexpr std::array<ParameterLimit, 2> parameter_limits = {{
    {rt_core::Parameter::grade, rt_core::largest_grade},
    {rt_core::Parameter::headwind_mps, rt_core::largest_headwind_mps},
}};

constexpr std::array<std::string_view, command_fate_count> fate_names = {
    "accepted",          "hello",       "not_loopback",        "oversize",    "malformed",
    "hello_too_short",   "wrong_nonce", "wrong_authenticator", "old_counter", "unknown_command",
    "unknown_parameter", "bad_value",   "queue_full",
};

const std::uint8_t* bytes_of(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

CommandFate check_parameter(const rt_core::Command& command) {
    for (const ParameterLimit& limit : parameter_limits) {
        if (limit.parameter != command.parameter) continue;
        const bool valid =
            std::isfinite(command.value) && std::fabs(command.value) <= limit.largest_magnitude;
        return valid ? CommandFate::accepted : CommandFate::bad_value;
    }
    return CommandFate::unknown_parameter;
}

v1::CommandVerdict verdict_of(CommandFate fate) {
    switch (fate) {
        case CommandFate::accepted:
            return v1::COMMAND_VERDICT_ACCEPTED;
        case CommandFate::unknown_parameter:
            return v1::COMMAND_VERDICT_UNKNOWN_PARAMETER;
        case CommandFate::bad_value:
            return v1::COMMAND_VERDICT_BAD_VALUE;
        case CommandFate::queue_full:
            return v1::COMMAND_VERDICT_QUEUE_FULL;
        default:
            return v1::COMMAND_VERDICT_UNKNOWN_COMMAND;
    }
}

}  // namespace

std::string_view name_of(CommandFate fate) noexcept {
    return fate_names[static_cast<std::size_t>(fate)];
}

CommandGate::CommandGate(const std::optional<CommandKey>& key, std::vector<std::string> faults)
    : key_(key), faults_(std::move(faults)) {
    if (::sodium_init() < 0)
        throw std::runtime_error(
            "libsodium found no source of randomness; make /dev/urandom readable");
    ::randombytes_buf(nonce_.data(), nonce_.size());
}

std::string_view CommandGate::nonce() const noexcept {
    return {reinterpret_cast<const char*>(nonce_.data()), nonce_.size()};
}

CommandDecision CommandGate::decide(std::string_view datagram, bool from_loopback) {
    CommandDecision decision;
    const auto drop = [&decision](CommandFate fate) {
        decision.fate = fate;
        return decision;
    };
    if (!key_ && !from_loopback) return drop(CommandFate::not_loopback);
    if (datagram.size() > largest_datagram) return drop(CommandFate::oversize);
    v1::CommandPacket packet;
    if (!packet.ParseFromArray(datagram.data(), static_cast<int>(datagram.size())))
        return drop(CommandFate::malformed);

    if (packet.has_hello()) {
        // Whoever forges a sender's address must not make us send more than they did.
        if (datagram.size() < hello_reply().size()) return drop(CommandFate::hello_too_short);
        decision.wants_reply = true;
        return drop(CommandFate::hello);
    }
    if (packet.command().empty()) return drop(CommandFate::malformed);

    if (key_) {
        if (packet.nonce().size() != nonce_size ||
            ::sodium_memcmp(packet.nonce().data(), nonce_.data(), nonce_size) != 0)
            return drop(CommandFate::wrong_nonce);
        std::string covered;
        append_integer(covered, static_cast<std::uint64_t>(packet.counter()));
        covered += packet.command();
        if (!authentic(covered, packet.authenticator()))
            return drop(CommandFate::wrong_authenticator);
        if (packet.counter() <= last_counter_) return drop(CommandFate::old_counter);
        last_counter_ = packet.counter();
    }
    return judge_command(packet.command(), packet.counter());
}

bool CommandGate::authentic(std::string_view counter_and_command,
                            std::string_view authenticator) const {
    if (authenticator.size() != crypto_auth_BYTES) return false;
    std::string covered(nonce());
    covered += counter_and_command;
    return ::crypto_auth_verify(bytes_of(authenticator), bytes_of(covered), covered.size(),
                                key_->data()) == 0;
}

CommandFate CommandGate::find_fault(const std::string& name, rt_core::Command& command) const {
    for (std::size_t index = 0; index < faults_.size(); ++index) {
        if (faults_[index] != name) continue;
        command.value = static_cast<double>(index);
        return CommandFate::accepted;
    }
    return CommandFate::unknown_parameter;
}

CommandDecision CommandGate::judge_command(std::string_view bytes, std::uint64_t counter) const {
    CommandDecision decision;
    decision.counter = counter;
    decision.wants_reply = true;
    v1::Command message;
    if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) ||
        !v1::CommandKind_IsValid(message.kind()) || message.kind() == v1::COMMAND_KIND_NONE) {
        decision.fate = CommandFate::unknown_command;
        return decision;
    }
    decision.fate = CommandFate::accepted;
    decision.command.kind = static_cast<rt_core::CommandKind>(message.kind());
    if (decision.command.kind == rt_core::CommandKind::set_parameter) {
        decision.command.parameter = static_cast<rt_core::Parameter>(message.parameter());
        decision.command.value = message.value();
        decision.fate = check_parameter(decision.command);
    }
    if (decision.command.kind == rt_core::CommandKind::set_fault ||
        decision.command.kind == rt_core::CommandKind::clear_fault)
        decision.fate = find_fault(message.fault(), decision.command);
    return decision;
}

std::string CommandGate::hello_reply() const {
    v1::CommandReplyPacket packet;
    if (key_) packet.mutable_hello()->set_nonce(nonce_.data(), nonce_.size());
    packet.mutable_hello()->set_next_counter(last_counter_ + 1);
    return packet.SerializeAsString();
}

std::string CommandGate::command_reply(const CommandDecision& decision) {
    v1::CommandReplyPacket packet;
    packet.mutable_reply()->set_counter(decision.counter);
    packet.mutable_reply()->set_accepted(decision.fate == CommandFate::accepted);
    packet.mutable_reply()->set_verdict(verdict_of(decision.fate));
    return packet.SerializeAsString();
}

}  // namespace ghostcar::hmi_link
