// SPDX-License-Identifier: Apache-2.0
// Whoever drives, started and put on the wire; and what there is to say about it afterwards.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>

#include "board/ghostcar/configuration.h"
#include "board/ghostcar/result.h"
#include "board/ghostcar/signals.h"
#include "drivers/controller/keyboard_controller.h"
#include "drivers/controller/library_controller.h"
#include "hmi_link/udp_controller.h"
#include "model/driver/controller/view.h"
#include "model/world/car_inputs.h"
#include "rt_core/controller/controller_port.h"

namespace ghostcar::board {

/// Nobody came to drive. Like a library that cannot be used this is not the machine's fault: exit
/// code 2.
class ControllerAbsent : public UsageError {
public:
    using UsageError::UsageError;
};

class ControllerWiring {
public:
    /// A controller that cannot be used: no run begins, or its car stands among the others.
    enum class Unusable { refused, stands };

    /// Starts a controller for the car of `views`. The configuration must outlive it. Throws
    /// ConfigError for one that cannot be used, where that is refused.
    ControllerWiring(const ControllerConfig& config, model::ViewMaker views, Unusable unusable);

    /// Waits until whoever drives is there, and shows them the first view, `cars`, which have to
    /// stay until the first tick. False: somebody wants the program to end meanwhile. Throws
    /// ControllerAbsent when nobody comes.
    [[nodiscard]] bool begin(std::span<const model::RoadCarState> cars, const StopSignals& signals);

    [[nodiscard]] rt_core::ControllerPort& port() noexcept { return *port_; }
    [[nodiscard]] const rt_core::ControllerFigures& figures() const noexcept {
        return port_->figures();
    }

    /// Ends whatever was started; nothing stays behind.
    void close() noexcept;

    /// "" or how it failed: "controller crashed: SIGSEGV in libmine.so+0x1139".
    [[nodiscard]] std::string words(model::CarOut failure) const;
    /// "" or what went wrong on the way: "missed 3 periods".
    [[nodiscard]] std::string trouble() const;
    [[nodiscard]] Json json() const;

private:
    void start();
    [[nodiscard]] rt_core::Exchange& exchange() noexcept;
    [[nodiscard]] const std::atomic<bool>& ended() const noexcept;

    const ControllerConfig& config_;
    model::ViewMaker views_;
    rt_core::Exchange own_exchange_;
    std::string unusable_;             // "" or why there is nobody to drive
    std::atomic<bool> nobody_{false};  // … which is true then
    std::unique_ptr<drivers::KeyboardController> keyboard_;
    std::unique_ptr<drivers::LibraryController> library_;
    std::unique_ptr<hmi_link::UdpController> udp_;
    std::unique_ptr<rt_core::ControllerPort> port_;
};

}  // namespace ghostcar::board
