// SPDX-License-Identifier: Apache-2.0
// The elevation of a track along its stations.
#pragma once

#include <string>

#include "board/ghostcar/report/svg_panel.h"
#include "model/track/track.h"

namespace ghostcar::board {

/// The profile with its axes around `frame`.
[[nodiscard]] std::string track_profile(const model::Track& track, const PanelFrame& frame);

}  // namespace ghostcar::board
