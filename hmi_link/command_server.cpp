// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/command_server.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace ghostcar::hmi_link {
namespace {

std::optional<CommandKey> key_of(const CommandConfig& config) {
    if (config.key_file.empty()) return std::nullopt;
    return CommandKey::load(config.key_file);
}

}  // namespace

CommandServer::CommandServer(const CommandConfig& config) : gate_(key_of(config), config.faults) {
    if (!config.listen) return;
    socket_.emplace(*config.listen);
    wake_event_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (wake_event_ < 0)
        throw std::runtime_error(
            "an eventfd cannot be opened: " + std::generic_category().message(errno) +
            "; raise the limit on open files: ulimit -n");
    thread_ = start_worker("commands", [this] { work(); });
}

CommandServer::~CommandServer() {
    close();
    if (wake_event_ >= 0) ::close(wake_event_);
}

void CommandServer::latch(std::int64_t /*tick*/, rt_core::Inputs& inputs) noexcept {
    if (thread_ && inputs.command.kind == rt_core::CommandKind::none) commands_.pop(inputs.command);
}

void CommandServer::close() {
    if (!thread_) return;
    stop_.store(true, std::memory_order_release);
    [[maybe_unused]] const int woken = ::eventfd_write(wake_event_, 1);
    thread_->join();
}

std::uint64_t CommandServer::count(CommandFate fate) const noexcept {
    return counts_[static_cast<std::size_t>(fate)].load(std::memory_order_relaxed);
}

std::uint64_t CommandServer::dropped() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& count : counts_) sum += count.load(std::memory_order_relaxed);
    return sum - count(CommandFate::accepted) - count(CommandFate::hello);
}

void CommandServer::work() {
    std::array<pollfd, 2> events = {{{socket_->descriptor(), POLLIN, 0}, {wake_event_, POLLIN, 0}}};
    while (!stop_.load(std::memory_order_acquire)) {
        if (::poll(events.data(), events.size(), -1) > 0 && (events[0].revents & POLLIN) != 0)
            receive_all();
    }
}

void CommandServer::receive_all() {
    std::array<char, CommandGate::largest_datagram> buffer{};
    // A flood must not keep the thread from noticing the end of the run.
    for (int i = 0; i < 64; ++i) {
        SocketAddress from;
        const std::int64_t length = socket_->receive(buffer.data(), buffer.size(), from);
        if (length < 0) return;
        if (static_cast<std::size_t>(length) > buffer.size()) {
            counts_[static_cast<std::size_t>(CommandFate::oversize)].fetch_add(1);
            continue;
        }
        handle({buffer.data(), static_cast<std::size_t>(length)}, from);
    }
}

void CommandServer::handle(std::string_view datagram, const SocketAddress& from) {
    CommandDecision decision = gate_.decide(datagram, from.is_loopback());
    if (decision.fate == CommandFate::accepted && !commands_.push(decision.command))
        decision.fate = CommandFate::queue_full;
    counts_[static_cast<std::size_t>(decision.fate)].fetch_add(1, std::memory_order_relaxed);
    if (!decision.wants_reply) return;
    const bool is_hello = decision.fate == CommandFate::hello;
    socket_->send(is_hello ? gate_.hello_reply() : CommandGate::command_reply(decision), from);
}

}  // namespace ghostcar::hmi_link
