// SPDX-License-Identifier: Apache-2.0
// Figures of a drive on a track: where the cars drove, and how the first one did it.
#pragma once

#include <string>
#include <vector>

#include "hmi_link/proto/ghostcar.pb.h"
#include "model/track/track.h"

namespace ghostcar::board {

/// All recorded cars of a run, in the order of ticks and, within one, of cars.
using CarRecords = std::vector<v1::RoadCar>;

/// The track from above with the cars' paths in it.
[[nodiscard]] std::string paths_figure(const model::Track& track, const CarRecords& cars);

/// Of the first car over time: distance from the centre line, steering, lateral acceleration.
[[nodiscard]] std::string handling_figure(const CarRecords& cars);

}  // namespace ghostcar::board
