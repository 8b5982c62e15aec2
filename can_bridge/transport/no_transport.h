// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "can_bridge/bus_ports.h"

namespace ghostcar::can_bridge {

/// The bus without a wire: everything is taken, nothing arrives but what a stage adds. For dry runs
/// at any pace, and for sessions that are fed from a file.
class NoTransport final : public Transport {
public:
    void receive(FrameBatch& /*batch*/, std::size_t /*most*/) noexcept override {}
    std::size_t send(std::span<const BusFrame> frames) noexcept override { return frames.size(); }
    [[nodiscard]] TransportCounts counts() const noexcept override { return {}; }
};

}  // namespace ghostcar::can_bridge
