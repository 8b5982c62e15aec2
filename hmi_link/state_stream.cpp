// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/state_stream.h"

#include <algorithm>
#include <string>

#include "hmi_link/proto_convert.h"
#include "rt_core/housekeeping.h"

namespace ghostcar::hmi_link {
namespace {

void set_timing_message(const TimingFigures& figures, v1::Timing& message) {
    message.set_realtime(figures.realtime);
    message.set_wake_p50_us(figures.wake_p50_us);
    message.set_wake_p99_us(figures.wake_p99_us);
    message.set_wake_max_us(figures.wake_max_us);
    message.set_tick_p50_us(figures.tick_p50_us);
    message.set_tick_p99_us(figures.tick_p99_us);
    message.set_tick_max_us(figures.tick_max_us);
    message.set_overruns(figures.overruns);
    message.set_dropped_periods(figures.dropped_periods);
    message.set_page_faults(figures.page_faults);
}

}  // namespace

StateStream::StateStream(const StreamConfig& config, std::uint64_t session_id)
    : config_(config),
      session_id_(session_id),
      packets_(config.peers.empty() ? 1 : config.ring_capacity) {
    for (const SocketAddress& peer : config_.peers) {
        std::optional<UdpSocket>& socket = peer.family() == AF_INET6 ? ipv6_ : ipv4_;
        if (!socket) socket.emplace(peer.family());
    }
    if (!config_.peers.empty()) thread_ = start_worker("state-stream", [this] { work(); });
}

StateStream::~StateStream() {
    close();
}

void StateStream::publish(const rt_core::Inputs& /*inputs*/, const rt_core::State& state,
                          std::uint64_t /*state_hash*/) noexcept {
    if (config_.peers.empty() || state.tick % config_.period_ticks != 0) return;
    packets_.push(Packet{sequence_, state});
    ++sequence_;
}

void StateStream::close() {
    if (!thread_) return;
    stop_.store(true, std::memory_order_release);
    thread_->join();
}

void StateStream::work() {
    // Twice per packet: late by half a period at most, and few wake-ups beside the loop.
    const std::int64_t pause_ms = std::clamp<std::int64_t>(config_.period_ticks / 2, 1, 10);
    v1::StatePacket message;
    message.set_session_id(session_id_);
    while (true) {
        const bool last_round = stop_.load(std::memory_order_acquire);
        drain(message);
        if (last_round) return;
        rt_core::housekeeping_pause(pause_ms);
    }
}

void StateStream::drain(v1::StatePacket& message) {
    Packet packet{};
    std::string datagram;
    TimingFigures figures;
    if (timing_.read(figures)) set_timing_message(figures, *message.mutable_timing());
    for (std::size_t count = 0; count < packets_.capacity() && packets_.pop(packet); ++count) {
        message.set_sequence(packet.sequence);
        message.set_tick(packet.state.tick);
        to_proto(packet.state, *message.mutable_state());
        message.SerializeToString(&datagram);
        send(datagram);
    }
}

void StateStream::send(std::string_view datagram) noexcept {
    for (const SocketAddress& peer : config_.peers) {
        UdpSocket& socket = peer.family() == AF_INET6 ? *ipv6_ : *ipv4_;
        (socket.send(datagram, peer) ? sent_ : send_errors_)
            .fetch_add(1, std::memory_order_relaxed);
    }
}

}  // namespace ghostcar::hmi_link
