// SPDX-License-Identifier: Apache-2.0
#include "model/driver/controller/command.h"

#include <array>
#include <limits>

#include "model/math/numeric.h"

namespace ghostcar::model {
namespace {

struct Channel {
    std::string_view name;
    double GhostcarCommand::*value;
    double low;
    double Controls::*control;
    double sign;
};

constexpr double highest = 1.0;
constexpr std::int32_t reverse = -1;
constexpr std::int32_t highest_command_gear = 6;

constexpr std::array<Channel, 4> channels{{
    {"accelerator", &GhostcarCommand::cmdAcc, 0.0, &Controls::accelerator, 1.0},
    {"brake", &GhostcarCommand::cmdBrake, 0.0, &Controls::brake, 1.0},
    {"steer", &GhostcarCommand::cmdSteer, -1.0, &Controls::steer, -1.0},
    {"clutch", &GhostcarCommand::cmdClutch, 0.0, &Controls::clutch, 1.0},
}};

}  // namespace

CheckedCommand check_command(const GhostcarCommand& command) noexcept {
    CheckedCommand checked;
    checked.controls.key = Key::on;
    checked.controls.gear = 1;
    for (const Channel& channel : channels) {
        const double value = command.*channel.value;
        if (value - value == 0.0) continue;  // finite
        checked.not_a_number = channel.name;
        checked.infinite = value == value;
        return checked;
    }
    for (const Channel& channel : channels) {
        const double value = command.*channel.value;
        const double within = clamp(value, channel.low, highest);
        if (within != value) ++checked.clamped;
        // The sign is turned so that 0 stays +0: Inputs are compared as bits.
        checked.controls.*channel.control =
            snap_to_zero(channel.sign * within, std::numeric_limits<double>::min());
    }
    const std::int32_t gear = command.cmdGear < reverse                ? reverse
                              : command.cmdGear > highest_command_gear ? highest_command_gear
                                                                       : command.cmdGear;
    if (gear != command.cmdGear) ++checked.clamped;
    checked.controls.gear = gear;
    checked.finish = command.bFinish != 0;
    return checked;
}

}  // namespace ghostcar::model
