// SPDX-License-Identifier: Apache-2.0
// Whoever drives, started and put on the wire; and what there is to say about it afterwards.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "board/ghostcar/configuration.h"
#include "board/ghostcar/result.h"
#include "board/ghostcar/signals.h"
#include "drivers/controller/keyboard_controller.h"
#include "drivers/controller/library_controller.h"
#include "hmi_link/udp_controller.h"
#include "model/driver/controller/view.h"
#include "rt_core/controller/controller_port.h"

namespace ghostcar::board {

class ControllerWiring {
public:
    /// Starts the session's controller. The configuration must outlive it. Throws ConfigError for
    /// a controller that cannot be used.
    explicit ControllerWiring(const Configuration& configuration);

    /// Waits until whoever drives is there, and shows them the first view. False: somebody wants
    /// the program to end meanwhile. Throws std::runtime_error when nobody comes.
    [[nodiscard]] bool begin(const StopSignals& signals);

    [[nodiscard]] rt_core::ControllerPort& port() noexcept { return *port_; }

    /// Ends whatever was started; nothing stays behind.
    void close() noexcept;

    /// "" or what the controller ended the run by: "controller crashed: SIGSEGV in drive".
    [[nodiscard]] std::string words(rt_core::FaultBits latched_faults) const;
    /// "" or what went wrong on the way: "missed 3 periods".
    [[nodiscard]] std::string trouble() const;
    [[nodiscard]] Json json() const;

private:
    [[nodiscard]] rt_core::Exchange& exchange() noexcept;
    [[nodiscard]] const std::atomic<bool>& ended() const noexcept;

    const ControllerConfig& config_;
    std::vector<model::RoadCarState> first_;  // the cars as they begin
    model::ViewMaker views_;
    rt_core::Exchange own_exchange_;
    std::atomic<bool> never_ends_{false};
    std::unique_ptr<drivers::KeyboardController> keyboard_;
    std::unique_ptr<drivers::LibraryController> library_;
    std::unique_ptr<hmi_link::UdpController> udp_;
    std::unique_ptr<rt_core::ControllerPort> port_;
};

}  // namespace ghostcar::board
