// SPDX-License-Identifier: Apache-2.0
// The controllers' part of the live view: is my code fast enough, and is it heard?
#pragma once

#include <span>
#include <string>

#include "rt_core/controller/controller_port.h"

namespace ghostcar::board {

/// One line, or none without controllers. Of several: the slowest one's times, the counts of all.
[[nodiscard]] std::string controller_line(
    std::span<const rt_core::ControllerFigures* const> controllers);

}  // namespace ghostcar::board
