// SPDX-License-Identifier: Apache-2.0
// CommunicationControl (UDS 28): while a tester has switched it off, the session neither hears nor
// says anything but diagnostics.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "can_bridge/bus_ports.h"

namespace ghostcar::can_bridge {

class CommunicationGate final : public FrameStage {
public:
    /// Of one bus; the ids of diagnostics always pass.
    CommunicationGate(std::uint32_t bus, std::vector<SideLink::Id> diagnostic_ids)
        : bus_(bus), ids_(std::move(diagnostic_ids)) {}

    /// From the diagnostic thread.
    void set(bool receives, bool transmits) noexcept {
        receives_.store(receives, std::memory_order_relaxed);
        transmits_.store(transmits, std::memory_order_relaxed);
    }

    void process(std::uint32_t bus, Direction direction, std::int64_t /*tick*/,
                 FrameBatch& batch) noexcept override {
        const std::atomic<bool>& is_open =
            direction == Direction::received ? receives_ : transmits_;
        if (bus != bus_ || is_open.load(std::memory_order_relaxed)) return;
        batch.erase_if(
            [this](const BusFrame& frame) noexcept { return !passes(frame.timed.frame); });
    }

    [[nodiscard]] bool holds_back(std::uint32_t bus) const noexcept override {
        return bus == bus_ && !transmits_.load(std::memory_order_relaxed);
    }

private:
    /// Error frames tell how the bus is: they are no communication.
    [[nodiscard]] bool passes(const Frame& frame) const noexcept {
        bool found = frame.is_error;
        for (const SideLink::Id& id : ids_)
            found = found || (id.id == frame.id && id.is_extended == frame.is_extended);
        return found;
    }

    std::uint32_t bus_;
    std::vector<SideLink::Id> ids_;
    std::atomic<bool> receives_{true};
    std::atomic<bool> transmits_{true};
};

}  // namespace ghostcar::can_bridge
