// SPDX-License-Identifier: Apache-2.0
// Sends the State to whoever watches: in the tick a copy goes into a ring; a thread beside the
// loop encodes it and sends one datagram to each peer. Format: docs/streams.md.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "hmi_link/stream_config.h"
#include "hmi_link/timing_figures.h"
#include "hmi_link/udp_socket.h"
#include "hmi_link/worker_thread.h"
#include "rt_core/latest.h"
#include "rt_core/ports.h"
#include "rt_core/ring.h"

namespace ghostcar::v1 {
class StatePacket;
}

namespace ghostcar::hmi_link {

class StateStream : public rt_core::OutputSink {
public:
    /// Without peers there is no socket and no thread, and publishing costs nothing. Throws
    /// std::runtime_error when a socket cannot be opened.
    StateStream(const StreamConfig& config, std::uint64_t session_id);
    ~StateStream() override;
    StateStream(const StateStream&) = delete;
    StateStream& operator=(const StateStream&) = delete;

    // In the tick.
    void publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                 std::uint64_t state_hash) noexcept override;

    /// Wall-clock figures for the next packets; from one thread beside the loop.
    void set_timing(const TimingFigures& figures) noexcept { timing_.publish(figures); }

    /// Sends what is left and ends the thread; the destructor does it too.
    void close();

    [[nodiscard]] std::uint64_t dropped() const noexcept { return packets_.dropped(); }
    [[nodiscard]] std::uint64_t sent() const noexcept { return sent_.load(); }
    [[nodiscard]] std::uint64_t send_errors() const noexcept { return send_errors_.load(); }

private:
    struct Packet {
        std::uint64_t sequence = 0;
        rt_core::State state;
    };

    void work();
    void drain(v1::StatePacket& message);
    void send(std::string_view datagram) noexcept;

    StreamConfig config_;
    std::uint64_t session_id_;
    std::uint64_t sequence_ = 0;  // the tick's: a packet the ring drops leaves a gap
    rt_core::Ring<Packet> packets_;
    rt_core::Latest<TimingFigures> timing_;
    std::optional<UdpSocket> ipv4_;
    std::optional<UdpSocket> ipv6_;
    std::atomic<std::uint64_t> sent_{0};
    std::atomic<std::uint64_t> send_errors_{0};
    std::atomic<bool> stop_{false};
    std::unique_ptr<rt_core::Thread> thread_;  // none without peers
};

}  // namespace ghostcar::hmi_link
