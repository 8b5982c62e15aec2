// SPDX-License-Identifier: Apache-2.0
// Faults, stimulus file, logs and diagnostics of a session's buses, put together for a run. A
// replay needs none of them: what they did to the car is in the recorded Inputs.
#pragma once

#include <filesystem>
#include <memory>

#include "board/ghostcar/configuration.h"
#include "board/ghostcar/result.h"
#include "can_bridge/session/bus_tools.h"
#include "can_bridge/session/configured_names.h"

namespace ghostcar::board {

class CanTools {
public:
    /// Reads and checks what the session's [can] table says about them; nothing is opened yet.
    /// `configuration` must have a bus and outlive it. Throws ConfigError or UsageError.
    explicit CanTools(const Configuration& configuration);

    [[nodiscard]] const can_bridge::BusToolsConfig& config() const noexcept { return config_; }
    /// Those that may be commanded.
    [[nodiscard]] std::vector<std::string> fault_names() const;

    /// Puts them on the bus; logs go into `folder`. Throws std::runtime_error.
    can_bridge::BusTools& open(can_bridge::Bus& bus, const std::filesystem::path& folder);

    /// After the last tick.
    void close() { tools_->close(); }
    /// What they saw, and what the expectations make of the verdict.
    void complete(Json& result) const;

private:
    const Configuration& configuration_;
    can_bridge::ConfiguredNames names_;
    can_bridge::BusToolsConfig config_;
    std::unique_ptr<can_bridge::BusTools> tools_;
};

}  // namespace ghostcar::board
