// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string_view>

#include "model/driver/controller/ghostcar_controller.h"

namespace ghostcar::drivers {

/// What the keys are for, to be shown before the drive.
extern const std::string_view key_help;

/// Where the hands and feet of somebody at a keyboard are. One thread presses keys, another one
/// reads.
class HandControls {
public:
    /// One byte from a terminal; arrow keys come as three.
    void press(char byte) noexcept;

    /// As at the beginning: a reset has put a fresh car there.
    void restart() noexcept;

    [[nodiscard]] GhostcarCommand command() const noexcept;

private:
    void act(char key) noexcept;

    int escape_ = 0;  // bytes of an arrow key so far
    std::atomic<double> accelerator_{0.0};
    std::atomic<double> brake_{0.0};
    std::atomic<double> clutch_{0.0};
    std::atomic<double> steer_{0.0};  // the paper's sign: -1 is left
    std::atomic<int> gear_{1};
    std::atomic<bool> finish_{false};
};

}  // namespace ghostcar::drivers
