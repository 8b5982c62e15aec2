// SPDX-License-Identifier: Apache-2.0
// What a session file says about a drive on a track: weather, cars, drivers.
#pragma once

#include <functional>
#include <string>

#include "model/world/road_world.h"

namespace ghostcar::model {

class TableReader;

/// The vehicle of a name, as a session file writes it.
using VehicleByName = std::function<CarParameters(const std::string& name)>;

/// Reads the tables [environment], [road], [[car]] and [[post]] of a session. Throws ConfigError.
[[nodiscard]] RoadWorld road_world_from_toml(TableReader& session, Track track,
                                             const VehicleByName& vehicle);

}  // namespace ghostcar::model
