// SPDX-License-Identifier: Apache-2.0
// All buses of a session, in the tick: received frames become Inputs, State becomes sent frames.
// Who meets the frames on the way is in bus_ports.h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "can_bridge/bus_ports.h"
#include "can_bridge/id_index.h"
#include "rt_core/ports.h"

namespace ghostcar::can_bridge {

/// Figures of one bus since the start.
struct BusCounts {
    std::uint64_t received = 0;
    std::uint64_t sent = 0;
    std::uint64_t not_sent = 0;     // refused by the transport, or there was no room in the tick
    std::uint64_t not_allowed = 0;  // kept back: the id is not on the allow-list
};

class Bus final : public rt_core::InputSource, public rt_core::OutputSink {
public:
    /// Of a bus, at most so many frames enter one tick; a flood waits, and is dropped, outside.
    static constexpr std::size_t frames_per_tick = 32;
    static_assert(frames_per_tick <= FrameBatch::capacity);

    /// One transport per bus, in the order of the session's buses.
    explicit Bus(std::vector<std::unique_ptr<Transport>> transports);

    // Before the first tick. What is added must outlive the bus.
    void add(FrameStage& stage) { stages_.push_back(&stage); }
    void add(FrameTap& tap) { taps_.push_back(&tap); }
    /// Its ids are allowed from now on.
    void add(SideLink& link);
    /// Frames of this id may be sent on this bus.
    void allow(std::uint32_t bus, std::uint32_t id, bool is_extended);

    void latch(std::int64_t tick, rt_core::Inputs& inputs) noexcept override;
    void publish(const rt_core::Inputs& inputs, const rt_core::State& state,
                 std::uint64_t state_hash) noexcept override;

    [[nodiscard]] std::size_t size() const noexcept { return lines_.size(); }
    [[nodiscard]] const BusCounts& counts(std::size_t bus) const noexcept {
        return lines_[bus].counts;
    }
    [[nodiscard]] TransportCounts transport_counts(std::size_t bus) const noexcept {
        return lines_[bus].transport->counts();
    }

private:
    struct Line {
        std::unique_ptr<Transport> transport;
        IdIndex allowed;
        std::vector<SideLink*> links;
        FrameBatch received;
        FrameBatch sending;
        BusCounts counts;
    };

    void receive(std::uint32_t bus, std::int64_t tick) noexcept;
    void send(std::uint32_t bus, std::int64_t tick) noexcept;
    void add_from_links(Line& line) noexcept;

    std::vector<Line> lines_;
    std::vector<FrameStage*> stages_;
    std::vector<FrameTap*> taps_;
};

}  // namespace ghostcar::can_bridge
