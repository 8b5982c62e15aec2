// SPDX-License-Identifier: Apache-2.0
// The buses of a session, opened.
#pragma once

#include <memory>

#include "board/ghostcar/configuration.h"
#include "board/ghostcar/result.h"
#include "can_bridge/bus.h"
#include "can_bridge/session/bus_tools.h"
#include "rt_core/pace.h"

namespace ghostcar::board {

class CanSession {
public:
    /// Opens every channel; nothing is sent yet. Throws UsageError: a channel that does not exist,
    /// or a pace that a real bus cannot have.
    CanSession(const Configuration& configuration, const rt_core::Pace& pace,
               const can_bridge::BusToolsConfig& tools);

    [[nodiscard]] can_bridge::Bus& bus() noexcept { return *bus_; }

    /// After the last tick: what each bus and message saw. `status` is State's word.
    [[nodiscard]] Json result(std::uint64_t status) const;

private:
    const can_bridge::CanConfig& config_;
    std::unique_ptr<can_bridge::Bus> bus_;
};

}  // namespace ghostcar::board
