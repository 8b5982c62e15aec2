// SPDX-License-Identifier: Apache-2.0
// From a controller's command to the car's Controls. The paper's signs end here.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/driver/controller/ghostcar_controller.h"
#include "model/vehicle/controls.h"

namespace ghostcar::model {

/// A command before anybody has decided anything: hands off, first gear.
[[nodiscard]] constexpr GhostcarCommand idle_command() noexcept {
    return {.size = sizeof(GhostcarCommand),
            .version = GHOSTCAR_CONTROLLER_VERSION,
            .cmdAcc = 0.0,
            .cmdBrake = 0.0,
            .cmdSteer = 0.0,
            .cmdClutch = 0.0,
            .cmdGear = 1,
            .bFinish = 0};
}

/// A command, understood.
struct CheckedCommand {
    Controls controls;
    bool finish = false;
    std::int64_t clamped = 0;       // values that were out of range
    std::string_view not_a_number;  // the first value that is NaN or infinite: "steer"; "" if none
    bool infinite = false;          // that value is infinite, not NaN
};

/// Out of range is brought into range and counted; what is no number leaves the whole command
/// unusable: `not_a_number` names it, the controls are those of an idle command.
[[nodiscard]] CheckedCommand check_command(const GhostcarCommand& command) noexcept;

}  // namespace ghostcar::model
