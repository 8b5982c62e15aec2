// SPDX-License-Identifier: Apache-2.0
// All buses of a session, in the tick: received frames become Inputs, State becomes sent frames.
// Who else meets the frames on the way is in bus_ports.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "can_bridge/bus_ports.h"
#include "can_bridge/id_index.h"
#include "can_bridge/session/bus_guard.h"
#include "can_bridge/session/bus_status.h"
#include "can_bridge/session/can_config.h"
#include "can_bridge/session/frame_times.h"
#include "rt_core/ports.h"

namespace ghostcar::can_bridge {

/// Figures of one bus since the start.
struct BusCounts {
    std::uint64_t received = 0;
    std::uint64_t sent = 0;
    std::uint64_t not_sent = 0;     // refused by the transport, bus-off, or no room in the tick
    std::uint64_t not_allowed = 0;  // kept back: the id is not on the allow-list
    std::uint64_t foreign = 0;      // received with an id that only we send
    double largest_load = 0.0;      // of any whole second, of what was sent and heard
};

class Bus final : public rt_core::InputSource, public rt_core::OutputSink {
public:
    /// Of a bus, at most so many frames enter one tick; a flood waits, and is dropped, outside.
    static constexpr std::size_t frames_per_tick = 32;
    static_assert(frames_per_tick <= FrameBatch::capacity);

    /// One transport per bus, in the order of the session's buses, with nothing on them yet.
    explicit Bus(std::vector<std::unique_ptr<Transport>> transports);
    /// With what the session says. Wheel speeds need the radius.
    Bus(const CanConfig& config, std::vector<std::unique_ptr<Transport>> transports,
        double wheel_radius_m);

    // Before the first tick. What is added must outlive the bus.
    void add(FrameStage& stage) { stages_.push_back(&stage); }
    void add(FrameTap& tap) { taps_.push_back(&tap); }
    /// What it says is ours from now on: allowed, and an alarm if somebody else sends it.
    void add(SideLink& link);
    /// Frames of this id may be sent on this bus.
    void allow(std::uint32_t bus, std::uint32_t id, bool is_extended);

    void latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept override;
    void publish_cars(std::int64_t tick,
                      std::span<const model::RoadCarState> cars) noexcept override;
    void publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                 std::uint64_t state_hash) noexcept override;

    /// Beside the tick, some times a second.
    void housekeep();

    [[nodiscard]] std::size_t size() const noexcept { return lines_.size(); }
    [[nodiscard]] const BusCounts& counts(std::size_t bus) const noexcept {
        return lines_[bus].counts;
    }
    [[nodiscard]] const ErrorCounts& error_counts(std::size_t bus) const noexcept {
        return lines_[bus].guard.counts();
    }
    [[nodiscard]] TransportCounts transport_counts(std::size_t bus) const noexcept {
        return lines_[bus].transport->counts();
    }
    /// Of the received messages of a bus, in the session's order.
    [[nodiscard]] const ReceiveCounts& receive_counts(std::size_t bus,
                                                      std::size_t message) const noexcept {
        return lines_[bus].receives[message].counts();
    }

private:
    /// In Line::known: sent by us alone.
    static constexpr int ours = IdIndex::largest_index;
    static_assert(largest_received_messages <= ours);

    struct Line {
        explicit Line(std::unique_ptr<Transport> way) : transport(std::move(way)) {}

        std::unique_ptr<Transport> transport;
        BusGuard guard;
        IdIndex allowed;  // may be sent
        IdIndex known;    // to the index in `receives`, or `ours`
        std::vector<ReceivedMessage> receives;
        std::vector<SentMessage> sends;
        std::vector<SideLink*> links;
        FrameBatch received;
        FrameBatch sending;
        FrameTimes times{BitRates{}};
        BusCounts counts;
        BusFigures figures;
        std::vector<SentMessage*>
            told;                // of `sends`: frames on a change in this tick; has the room
        bool was_off = false;    // bus-off or down
        bool wants_link = true;  // no fault takes the interface down
        std::uint64_t lost_before = 0;
        std::int64_t busy_ns = 0;           // of this second
        std::uint64_t received_before = 0;  // this second
        std::uint64_t dropped_before = 0;
    };

    [[nodiscard]] bool is_looked_at(const Line& line) const noexcept;
    static void mark(FrameBatch& batch, std::uint32_t bus, std::int64_t tick,
                     Direction direction) noexcept;
    void receive(std::uint32_t bus, std::int64_t tick) noexcept;
    void hear(Line& line, const Frame& frame, std::int64_t tick) noexcept;
    void ask_for_link(std::uint32_t bus) noexcept;
    void note_losses(Line& line, std::int64_t tick) noexcept;
    [[nodiscard]] rt_core::FaultBits faults_of(bool is_missing, bool is_off) const noexcept;
    void add_due(Line& line, const rt_core::State& state) noexcept;
    void add_from_links(Line& line) noexcept;
    void send(std::uint32_t bus, std::int64_t tick) noexcept;
    void withhold(Line& line, std::int64_t tick) noexcept;
    [[nodiscard]] static std::optional<std::uint64_t> confirmed(const Line& line) noexcept;
    static void tell_again(Line& line) noexcept;
    static void tell_again(Line& line, std::span<const BusFrame> not_taken) noexcept;
    static void tell_all_again(Line& line) noexcept;
    [[nodiscard]] bool is_held_back(std::uint32_t bus) const noexcept;
    void count_second(Line& line) noexcept;

    std::vector<Line> lines_;
    std::vector<FrameStage*> stages_;
    std::vector<FrameTap*> taps_;
    bool loss_is_safe_state_ = false;
    std::int64_t start_wait_ticks_ = 0;  // 0: for ever
    double wheel_radius_m_ = 1.0;
    const model::RoadCarState* car_ = nullptr;      // the first one, in the tick
    rt_core::Phase phase_ = rt_core::Phase::ready;  // of the last State
    std::int64_t phase_ticks_ = 0;
    // When it last happened; long ago at the start.
    std::int64_t foreign_tick_ = -status_hold_ticks;
    std::int64_t dropped_tick_ = -status_hold_ticks;
    std::int64_t not_sent_tick_ = -status_hold_ticks;
};

}  // namespace ghostcar::can_bridge
